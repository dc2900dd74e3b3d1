import { sql } from 'kysely';
import type { Database } from '../server/src/platform/db/connection.ts';
import { milliseconds, quantile, toTable, verdict } from './numbers.ts';
import { addOpenOffers } from './offer-rows.ts';
import { openMarket } from './people.ts';
import { writeResults } from './results.ts';
import { withStage, type BenchOptions } from './stage.ts';
import { measureCost, settingsOfWrites, type WriteCost } from './write-cost.ts';
import { actions, writesOf, type Action } from './write-requests.ts';

const allowedDisk = 3_300;

/**
 * Actions that go to the posts service without photos, because photos would cost more than all statements for a post.
 */
const withoutPhotos: readonly Action[] = ['create', 'price'];

/** Measures what each kind of write costs, with what follows it in the background, and the disk space of a post. */
export async function runWrites(options: BenchOptions): Promise<void> {
  const { sizes, only, seconds = 2, turns, isQuick } = options;
  const [posts = 0] = sizes;
  /** A turn ends after its time, or earlier after all its requests. */
  const [connections, requestsPerTurn] = isQuick ? [4, 40] : [32, 12_000];
  await withStage(options, ['shared_buffers=1GB', ...settingsOfWrites], async (stage) => {
    process.stdout.write(`PostgreSQL ${stage.postgres}, ${posts} posts, ${connections} connections\n`);
    const databaseUrl = await stage.fill(posts);
    const db = await stage.connect(databaseUrl);
    const start = (kind: 'app' | 'posts-store') => stage.startTarget({ kind, databaseUrl, isWarm: true });
    const [app, store] = [await start('app'), await start('posts-store')];
    const load = await stage.startWorker('load');
    await sql`create extension pg_walinspect`.execute(db);
    const market = await openMarket(db);
    const results: Record<string, object> = {};
    const rows: string[][] = [];
    for (const action of actions.filter((each) => !only || only.includes(each))) {
      const requests = requestsPerTurn * (turns + 1);
      // Each kind of write about offers has numbers of its own, so that each offer has another pair. Two kinds respond
      // to offers that exist, and one makes new offers.
      const first = Math.max(0, ['counter', 'accept', 'offer'].indexOf(action)) * requests;
      if (action === 'counter' || action === 'accept') await addOpenOffers(db, market, first, requests);
      const { port } = withoutPhotos.includes(action) ? store : app;
      const rates: number[] = [];
      const latencies: number[] = [];
      const costs: WriteCost[] = [];
      for (let turn = 0; turn <= turns; turn += 1) {
        // Autovacuum is off, so this analyzes the tables after the first rows. Otherwise plans made for empty tables
        // would read all of a full one.
        if (turn === 1) await sql`analyze`.execute(db);
        const writes = writesOf(action, market, first + turn * requestsPerTurn, requestsPerTurn);
        const send = () => load({ port, connections, ms: seconds * 1000, requests: writes });
        const sent = await measureCost(db, send, isQuick);
        // The first turn warms up.
        if (turn === 0) continue;
        rates.push(sent.latencies.length / sent.seconds);
        costs.push(sent.cost);
        for (const ms of sent.latencies) latencies.push(ms);
      }
      const medianOf = (part: keyof WriteCost) =>
        quantile(
          costs.map((cost) => cost[part]),
          0.5,
        );
      const [perSecond, p99] = [quantile(rates, 0.5), quantile(latencies, 0.99)];
      const cost = { wal: medianOf('wal'), indexEntries: medianOf('indexEntries'), rows: medianOf('rows') };
      results[action] = { perSecond, p99, ...cost };
      const [wal = '', ...counts] = [cost.wal.toFixed(0), cost.indexEntries.toFixed(1), cost.rows.toFixed(1)];
      rows.push([action, perSecond.toFixed(0), milliseconds(p99), wal, ...counts]);
    }
    const head = ['', 'requests/s', 'p99 ms', 'WAL bytes', 'index entries', 'rows'];
    process.stdout.write(`\n${toTable(head, rows)}\n`);
    // Reindex as the weekly job `pack-search-words` does, before the disk space is measured.
    await sql`reindex index post_words_pkey`.execute(db);
    const perPost = await bytesPerPost(db);
    process.stdout.write(
      `\n${verdict(perPost <= allowedDisk)} ${Math.round(perPost)} bytes on disk for each post (≤ ${allowedDisk})\n`,
    );
    const figures = { posts, connections, perPost, results };
    await writeResults('writes', options, { postgres: stage.postgres }, figures);
  });
}

/** Returns the bytes of everything that a post adds, but no likes, comments and notifications. */
async function bytesPerPost(db: Database): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select sum(pg_total_relation_size(oid))::float8 / (select count(*) from posts) as bytes
    from pg_class where relname in ('posts', 'post_counts', 'post_words', 'search_words') and relkind = 'r'`.execute(
    db,
  );
  return rows[0]?.bytes ?? Number.NaN;
}
