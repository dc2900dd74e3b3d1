import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../server/src/platform/db/connect.ts';
import { addOpenOffers } from './deal-limits.ts';
import { milliseconds, quantile, toTable, verdict } from './numbers.ts';
import { openMarket } from './people.ts';
import { writeResults } from './results.ts';
import { withStage, type BenchOptions } from './stage.ts';
import { makeLimitTables } from './write-limits.ts';
import { actions, writesOf, type Action } from './write-requests.ts';

/** At least this part of the limit's speed, and at most so many times its WAL. */
const wantedSpeed: Record<Action, number> = {
  like: 0.3,
  follow: 0.3,
  comment: 0.3,
  create: 0.3,
  price: 0.3,
  availability: 0.3,
  offer: 0.4,
  counter: 0.4,
  accept: 0.4,
  message: 0.8,
};
const allowedWal = 6;
const allowedDisk = 3_300;

/** Per write. Index entries are those added to B-trees, rows those of any table. */
interface Cost {
  wal: number;
  indexEntries: number;
  rows: number;
}

interface Side {
  rates: number[];
  latencies: number[];
  costs: Cost[];
}

/**
 * Each kind of write of the app and, on the same PostgreSQL, of a hand-written statement, in turns. Costs include what
 * follows in the background. Without full page images, which depend on when the last checkpoint was.
 */
export async function runWrites(options: BenchOptions): Promise<void> {
  const { sizes, only, seconds = 2, rounds, isQuick } = options;
  const [posts = 0] = sizes;
  const chosen = actions.filter((action) => !only || only.includes(action));
  /** A round ends with its time or its requests. */
  const [connections, requestsPerRound] = isQuick ? [4, 40] : [32, 12_000];
  const settings = ['shared_buffers=1GB', 'full_page_writes=off', 'max_wal_size=8GB', 'autovacuum=off'];
  await withStage(options, settings, async (stage) => {
    process.stdout.write(`PostgreSQL ${stage.postgres}, ${posts} posts, ${connections} connections\n`);
    const databaseUrl = await stage.fill(posts);
    await makeLimitTables(databaseUrl);
    const db = await stage.connect(databaseUrl);
    const start = async (kind: 'app' | 'posts-store' | 'write-limits') =>
      (await stage.startTarget({ kind, databaseUrl, isWarm: true })).port;
    const [app, store, limits] = [
      await start('app'),
      await start('posts-store'),
      await start('write-limits'),
    ];
    const load = await stage.startWorker('load');
    await sql`create extension pg_walinspect`.execute(db);
    const market = await openMarket(db);
    // Sessions are in memory, as the limit's are.
    const visits = market.writers.map(({ cookie }) => ({
      method: 'GET',
      path: '/api/v1/users/current-user',
      cookie,
    }));
    await load({ port: app, connections, ms: 60_000, requests: visits });
    const results: Record<string, object> = {};
    const rows: string[][] = [];
    for (const action of chosen) {
      const sides = { app: newSide(), limit: newSide() };
      const requests = requestsPerRound * (rounds + 1);
      // Each offer is between another buyer and seller: two kinds answer offers that exist, one makes new ones.
      const first = Math.max(0, ['counter', 'accept', 'offer'].indexOf(action)) * requests;
      if (action === 'counter' || action === 'accept') await addOpenOffers(db, market, first, requests);
      const ports = { app: ['create', 'price'].includes(action) ? store : app, limit: limits };
      for (let round = 0; round <= rounds; round += 1) {
        // As autovacuum would after the first thousand rows: plans for an empty table read all of a full one.
        if (round === 1) await sql`analyze`.execute(db);
        for (const name of ['app', 'limit'] as const) {
          const writes = writesOf(action, market, first + round * requestsPerRound, requestsPerRound);
          const before = await walPosition(db);
          const { seconds: took, latencies } = await load({
            port: ports[name],
            connections,
            ms: seconds * 1000,
            requests: writes.map((write) => write[name]),
          });
          if (!isQuick) await waitForOutbox(db);
          const cost = await costSince(db, before, latencies.length);
          // The first round warms up.
          if (round === 0) continue;
          sides[name].rates.push(latencies.length / took);
          sides[name].costs.push(cost);
          for (const ms of latencies) sides[name].latencies.push(ms);
        }
      }
      // Offers need posts that are for sale.
      if (action === 'availability')
        await db
          .updateTable('posts')
          .set({ is_available: true })
          .where(
            'id',
            'in',
            market.writers.map(({ postId }) => postId),
          )
          .execute();
      const result = compare(action, sides.app, sides.limit);
      results[action] = result;
      rows.push(rowOf(action, result));
      process.stdout.write(`${action}: ${result.ratio.toFixed(2)} of the limit\n`);
    }
    const head = ['', 'limit/s', 'app/s', 'ratio', '', 'p99 ms', 'WAL limit', 'WAL app', 'times', ''];
    const costs = ['entries limit', 'entries app', 'rows limit', 'rows app'];
    process.stdout.write(`\n${toTable([...head, ...costs], rows)}\n`);
    // As the job pack-search-words does.
    await sql`reindex index post_words_pkey`.execute(db);
    const perPost = await bytesPerPost(db);
    process.stdout.write(
      `\n${verdict(perPost <= allowedDisk)} ${Math.round(perPost)} bytes on disk for each post (≤ ${allowedDisk})\n`,
    );
    const figures = { posts, connections, perPost, results };
    await writeResults('writes', options, { postgres: stage.postgres }, figures);
  });
}

/** Until the events of the writes are delivered: their WAL belongs to the writes. */
async function waitForOutbox(db: Database): Promise<void> {
  for (const until = Date.now() + 60_000; Date.now() < until; await wait(100)) {
    const due = await db.selectFrom('events').select('id').limit(1).execute();
    if (due.length === 0) return;
  }
  throw new Error('The events of the writes were not delivered within a minute.');
}

const newSide = (): Side => ({ rates: [], latencies: [], costs: [] });

function compare(action: Action, app: Side, limit: Side) {
  const median = (side: Side, of: keyof Cost) =>
    quantile(
      side.costs.map((cost) => cost[of]),
      0.5,
    );
  const describe = (side: Side) => ({
    perSecond: quantile(side.rates, 0.5),
    p99: quantile(side.latencies, 0.99),
    wal: median(side, 'wal'),
    indexEntries: median(side, 'indexEntries'),
    rows: median(side, 'rows'),
  });
  // Per round, so that other load on the machine affects both sides.
  const ratio = quantile(
    app.rates.map((rate, round) => rate / (limit.rates[round] ?? Number.NaN)),
    0.5,
  );
  const walRatio = median(app, 'wal') / median(limit, 'wal');
  return {
    app: describe(app),
    limit: describe(limit),
    ratio,
    walRatio,
    isFast: ratio >= wantedSpeed[action],
    isCheap: walRatio <= allowedWal,
  };
}

function rowOf(action: Action, { app, limit, ratio, walRatio, isFast, isCheap }: ReturnType<typeof compare>) {
  return [
    action,
    limit.perSecond.toFixed(0),
    app.perSecond.toFixed(0),
    `${ratio.toFixed(2)} ≥ ${wantedSpeed[action]}`,
    verdict(isFast),
    milliseconds(app.p99),
    limit.wal.toFixed(0),
    app.wal.toFixed(0),
    `${walRatio.toFixed(1)} ≤ ${allowedWal}`,
    verdict(isCheap),
    limit.indexEntries.toFixed(1),
    app.indexEntries.toFixed(1),
    limit.rows.toFixed(1),
    app.rows.toFixed(1),
  ];
}

/** After a commit, so that everything before it can be read. */
async function walPosition(db: Database): Promise<string> {
  await sql`select pg_logical_emit_message(true, 'bench', '')`.execute(db);
  const { rows } = await sql<{ at: string }>`select pg_current_wal_flush_lsn()::text as at`.execute(db);
  return rows[0]?.at ?? '';
}

async function costSince(db: Database, before: string, writes: number): Promise<Cost> {
  const after = await walPosition(db);
  const { rows } = await sql<{ wal: number; indexEntries: number; rows: number }>`
    select coalesce(sum(combined_size), 0)::float8 as wal,
      coalesce(sum(count) filter (where name like 'Btree/INSERT%' or name like 'Btree/SPLIT%'), 0)::float8
        as "indexEntries",
      coalesce(sum(count) filter (where name ~ '^Heap/(INSERT|UPDATE|HOT_UPDATE|DELETE)'), 0)::float8 as rows
    from (
      select "resource_manager/record_type" as name, count, combined_size
      from pg_get_wal_stats(${before}::pg_lsn, ${after}::pg_lsn, true)
    ) records`.execute(db);
  const { wal = 0, indexEntries = 0, rows: changed = 0 } = rows[0] ?? {};
  return { wal: wal / writes, indexEntries: indexEntries / writes, rows: changed / writes };
}

/** After the weekly packing of words. Of everything that a post adds, words and counters included, without likes, comments and notifications. */
async function bytesPerPost(db: Database): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select sum(pg_total_relation_size(oid))::float8 / (select count(*) from posts) as bytes
    from pg_class where relname in ('posts', 'post_counts', 'post_words', 'search_words') and relkind = 'r'`.execute(
    db,
  );
  return rows[0]?.bytes ?? Number.NaN;
}
