import { sql } from 'kysely';
import { startPostgres } from '../scripts/lib/postgres.mjs';
import { connect, type Database } from '../server/src/platform/db/connect.ts';
import { HttpConnection } from './connection.ts';
import { makeData } from './data.ts';
import { makeDatabase } from './database.ts';
import { allowed, mediansInTurns } from './in-turns.ts';
import { openMarket, type Writer } from './market-writers.ts';
import { milliseconds, toTable, verdict } from './numbers.ts';
import { startTarget, type Target } from './processes.ts';
import { writeResults } from './results.ts';

const counts = [10_000, 1_000_000] as const;
/** Of the viewer, at both numbers: as many sent as received, two of five open. */
const ownOffers = 100;
const pageSize = 20;
const lists = [
  '',
  'status=open',
  'box=sent',
  'box=sent&status=open',
  'box=received',
  'box=received&status=open',
];

interface Opened {
  connection: HttpConnection;
  target: Target;
}

/** The first pages of a person's offers at both numbers, in a market with the same posts and people. */
export async function runOffers({ posts }: { posts: number }): Promise<void> {
  const postgres = await startPostgres({
    isDurable: true,
    settings: ['shared_buffers=512MB', 'max_wal_size=8GB'],
  });
  const opened: Opened[] = [];
  try {
    for (const count of counts) {
      const databaseUrl = await makeDatabase(postgres.url, `bench_${count}`);
      await makeData({ databaseUrl, dataDir: '' }, posts, true);
      opened.push(await open(databaseUrl, count));
    }
    const [small, large] = opened as [Opened, Opened];
    const cells: { list: string; small: number; large: number; isFlat: boolean }[] = [];
    for (const list of lists) {
      const get =
        ({ connection }: Opened) =>
        async () => {
          const response = await connection.get(`/api/v1/offers?${list}`);
          const { data } = JSON.parse(response.body.toString()) as { data: object[] };
          if (data.length !== pageSize) throw new Error(`${list} returned ${data.length} offers`);
          return response;
        };
      const [from, to] = await mediansInTurns([get(small), get(large)]);
      cells.push({ list, small: from, large: to, isFlat: to <= from * allowed });
    }
    const rows = cells.map((cell) => [
      cell.list || 'all',
      milliseconds(cell.small),
      milliseconds(cell.large),
      verdict(cell.isFlat),
    ]);
    process.stdout.write(`\n${toTable(['ms, medians', ...counts.map(String), ''], rows)}\n`);
    await writeResults('offers', { postgres: postgres.version }, { posts, counts, ownOffers, cells });
  } finally {
    for (const { connection, target } of opened) {
      connection.close();
      await target.stop();
    }
    await postgres.stop();
  }
}

async function open(databaseUrl: string, count: number): Promise<Opened> {
  const { db, close } = await connect({ databaseUrl, dataDir: '', poolSize: 1 });
  const viewer = (await openMarket(db)).writers[7];
  if (!viewer) throw new Error('There are no writers');
  await addOffers(db, count, viewer);
  await close();
  const target = await startTarget({ kind: 'app', databaseUrl, isWarm: true });
  const connection = new HttpConnection(target.port, { cookie: viewer.cookie });
  return { connection, target };
}

/** Those of the viewer are spread over all. Without the checks of foreign keys, which would take minutes. */
async function addOffers(db: Database, count: number, viewer: Writer): Promise<void> {
  const isOwn = sql`i % ${count / ownOffers}::int = 0`;
  const turn = sql`i / ${count / ownOffers}::int`;
  await sql`set session_replication_role = replica`.execute(db);
  await sql`
    with people as (select array_agg(id order by id) as ids from users where id <> ${viewer.id}),
    goods as materialized (
      select row_number() over (order by id) - 1 as place, count(*) over () as posts, id, author_id, title, crop_type, crop_key
      from posts where author_id <> ${viewer.id}
      union all select -1, 0, id, author_id, title, crop_type, crop_key from posts where id = ${viewer.postId}
    )
    insert into offers (id, client_id, post_id, buyer_id, seller_id, title, crop_type, crop_key, status, turn, valid_until)
    select new_id, new_id, goods.id, buyer_id, author_id, title, crop_type, crop_key,
      case when round % 5 < 2 then 'open' else 'declined' end, 'seller', now() + interval '3 days'
    from (
      select ('01900000-0003-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid as new_id,
        case when ${isOwn} then ${turn} / 2 else i / cardinality(ids) end as round,
        case when ${isOwn} and ${turn} % 2 = 0 then ${viewer.id}::uuid else ids[1 + i % cardinality(ids)] end as buyer_id,
        case when ${isOwn} and ${turn} % 2 = 1 then -1
          else (i::bigint * 7919 + i / 100003) % (select max(posts) from goods) end as place
      from generate_series(0, ${count}::int - 1) i, people
    ) given join goods using (place)
    where buyer_id <> author_id on conflict do nothing`.execute(db);
  await sql`
    insert into offer_changes
      (offer_id, version, action, by_side, quantity, unit, price, price_unit, delivery, total, note, valid_until)
    select id, 1, 'offer', 'buyer', 2.5, 'quintal', 2105.75, 'per quintal', 'pickup', 5264.38, '', valid_until from offers`.execute(
    db,
  );
  await sql`vacuum analyze offers, offer_changes`.execute(db);
}
