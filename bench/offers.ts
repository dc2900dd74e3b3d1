import { sql } from 'kysely';
import type { Database } from '../server/src/platform/db/connection.ts';
import { HttpConnection } from './connection.ts';
import { makeData } from './data.ts';
import { allowed, mediansInTurns } from './in-turns.ts';
import { milliseconds, toTable, verdict } from './numbers.ts';
import { openMarket, type Writer } from './people.ts';
import { writeResults } from './results.ts';
import { withStage, type BenchOptions, type Stage } from './stage.ts';

/** How many offers the viewer has: half are sent and half received, and two of five are open. */
const ownOffers = 100;
const lists = [
  '',
  'status=open',
  'box=sent',
  'box=sent&status=open',
  'box=received',
  'box=received&status=open',
];

/** Measures the first pages of a person's offers at two numbers of offers, with the same posts and people. */
export async function runOffers(options: BenchOptions): Promise<void> {
  const { sizes, pairs, isQuick } = options;
  const [posts = 0] = sizes;
  const pageSize = isQuick ? 1 : 20;
  const counts = isQuick ? ([1_000, 2_000] as const) : ([10_000, 1_000_000] as const);
  await withStage(options, ['shared_buffers=512MB', 'max_wal_size=8GB'], async (stage) => {
    const [small, large] = [await open(stage, posts, counts[0]), await open(stage, posts, counts[1])];
    const cells: { list: string; small: number; large: number; isFlat: boolean }[] = [];
    for (const list of lists) {
      const get = (connection: HttpConnection) => async () => {
        const response = await connection.get(`/api/v1/offers?${list}`);
        const { data } = JSON.parse(response.body.toString()) as { data: object[] };
        if (data.length < pageSize) throw new Error(`${list} returned ${data.length} offers`);
        return response;
      };
      const [from, to] = await mediansInTurns([get(small), get(large)], pairs);
      cells.push({ list, small: from, large: to, isFlat: to <= from * allowed });
    }
    for (const connection of [small, large]) connection.close();
    const rows = cells.map((cell) => [
      cell.list || 'all',
      milliseconds(cell.small),
      milliseconds(cell.large),
      verdict(cell.isFlat),
    ]);
    process.stdout.write(`\n${toTable(['ms, medians', ...counts.map(String), ''], rows)}\n`);
    const figures = { posts, counts, ownOffers, cells };
    await writeResults('offers', options, { postgres: stage.postgres }, figures);
  });
}

async function open(stage: Stage, posts: number, count: number): Promise<HttpConnection> {
  const databaseUrl = await stage.addDatabase();
  await makeData({ databaseUrl, dataDir: '' }, posts);
  const db = await stage.connect(databaseUrl);
  const viewer = (await openMarket(db)).writers[7];
  if (!viewer) throw new Error('There are no writers');
  await addOffers(db, count, viewer);
  const { port } = await stage.startTarget({ kind: 'app', databaseUrl, isWarm: true });
  return new HttpConnection(port, { cookie: viewer.cookie });
}

/**
 * Adds offers, with the viewer's spread over all. Checks of foreign keys are off, because they would take minutes.
 */
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
    select id, 1, 'offer', 'buyer', 0.01, 'quintal', 2105.75, 'per quintal', 'pickup', 21.06, '', valid_until from offers`.execute(
    db,
  );
  await sql`vacuum analyze offers, offer_changes`.execute(db);
}
