import { sql, type CompiledQuery } from 'kysely';
import { districtsOf, states } from '@upaj/contract/places';
import { sorts, type FeedQuery } from '@upaj/contract/trade/feed';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withLongLimits } from '#src/platform/db/time-limits.ts';
import { openTestDatabase, type TestDatabase } from './database.ts';
import { observe, planOf, type Observed } from './plans.ts';
import { insertPeople } from './rows.ts';
import { toFeedRequest } from '#src/trade/feed/request.ts';
import { feedStore } from '#src/trade/feed/store.ts';

const isOnPostgres = Boolean(process.env['TEST_DATABASE_URL']);
const meta = { skippedBecause: 'the embedded database has the same planner' };
const postCount = 30_000;
const sortedAtMost = 10_000;

let database: TestDatabase;
let observed: Observed;
let authorId: string;

beforeAll(async () => {
  if (!isOnPostgres) return;
  database = await openTestDatabase();
  observed = await observe(database);
  [authorId = ''] = await insertPeople(database.db, 300);
  await withLongLimits(fill);
});

async function fill(): Promise<void> {
  await sql`
    with people as (select id, row_number() over () as number from users)
    insert into posts (id, author_id, title, description, price, price_unit, quantity, category, crop_type, crop_key,
      state, district, city, village, pincode, shelf_life, images, search_text, is_available, is_organic)
    select ('0190' || lpad(to_hex(i), 8, '0') || '7000' || '8000' || lpad(to_hex(i), 12, '0'))::uuid, people.id, 'Post',
      repeat('Long description. ', 40), 1 + i % 997, 'per kg', '1', (array['Grains', 'Fruits', 'Spices'])[1 + i % 3], 'Crop',
      'crop' || i % 50, place.state, place.district, '', '', '', '', '[]',
      'frequent' || E'\n' || 'rare' || i % 300, i % 10 > 0, i % 5 = 0
    from generate_series(1, ${sql.lit(postCount)}) i join people on people.number = 1 + i % 300
      join unnest(${places.map(({ state }) => state)}::text[], ${places.map(({ district }) => district)}::text[])
        with ordinality place (state, district, number) on place.number = 1 + i % 400`.execute(database.db);
  await sql`
    insert into post_counts (post_id, likes, popularity)
    select id, likes, likes from (select id, abs(hashtext(id::text)) % 90 as likes from posts) liked`.execute(
    database.db,
  );
  // The statistics are of all rows, because those of a random sample sometimes lead to other plans.
  for (const table of ['posts', 'post_words', 'post_counts'])
    await sql`alter table ${sql.table(table)} set (autovacuum_enabled = off)`.execute(database.db);
  await database.db.connection().execute(async (connection) => {
    await sql`set default_statistics_target = 1000`.execute(connection);
    await sql`vacuum analyze`.execute(connection);
  });
}

afterAll(async () => {
  await observed?.close();
  await database?.close();
});

const places = states
  .flatMap((state) => districtsOf(state).map((district) => ({ state, district })))
  .slice(0, 400);
const place = places[7] as { state: string; district: string };
const filters: Partial<FeedQuery>[] = [
  {},
  { category: 'Fruits' },
  { cropType: 'crop7' },
  { state: place.state },
  place,
  { organic: 'true' },
  { priceRange: '100-200' },
  { category: 'Fruits', state: place.state },
  { category: 'Fruits', priceRange: '100-200' },
  { q: 'frequent' },
  { q: 'rare7' },
  { q: 'frequent rare7' },
  { q: 'frequent', category: 'Fruits' },
];
const isAvailable: Partial<FeedQuery>[] = [{}, { availability: 'sold-out' }];
const common = filters.flatMap((filter) =>
  [undefined, ...sorts].flatMap((sort) =>
    isAvailable.map((rest): Partial<FeedQuery> => ({ ...filter, ...rest, ...(sort && { sort }) })),
  ),
);

async function findFaults(query: CompiledQuery): Promise<string[]> {
  const faults: string[] = [];
  for (const node of await planOf(database, query)) {
    const kind = node['Node Type'];
    const read = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0);
    if (kind === 'Seq Scan' && node['Relation Name'] === 'posts' && read > postCount / 2)
      faults.push('reads all posts');
    const sorted = (node.Plans ?? []).reduce((sum, child) => sum + child['Actual Rows'], 0);
    if (kind === 'Sort' && sorted > sortedAtMost) faults.push(`sorts ${sorted} rows`);
  }
  return faults;
}

async function findFaultsOf(query: Partial<FeedQuery>, ofAuthor?: string): Promise<string[]> {
  observed.queries.length = 0;
  const store = feedStore({ db: observed.db });
  const request = toFeedRequest(query as FeedQuery, { id: authorId, place, varieties: new Map() }, ofAuthor);
  const { rows } = await store.findPage(request, undefined);
  const last = rows.at(-1);
  if (last) {
    const cursor = {
      source: 'filter' as const,
      isAvailable: true,
      key: last.key,
      id: last.id,
      counts: { available: 0, soldOut: 0 },
    };
    await store.findPage({ ...request, cursor }, undefined);
  }
  await store.findViews(authorId, rows);
  return (
    await Promise.all(observed.queries.filter(({ sql: text }) => text.includes('posts')).map(findFaults))
  ).flat();
}

test.runIf(isOnPostgres)('no list reads all posts or sorts many', { meta }, async () => {
  const faults: Record<string, string[]> = {};
  for (const query of common) {
    const found = await findFaultsOf(query);
    if (found.length > 0) faults[JSON.stringify(query)] = found;
  }
  for (const sort of sorts) {
    const found = await findFaultsOf({ sort }, authorId);
    if (found.length > 0) faults[`of an author by ${sort}`] = found;
  }
  expect(faults).toEqual({});
});

test.runIf(isOnPostgres)('a list without an index is found', { meta }, async () => {
  const slow = sql`select * from posts where description like '%x%' order by title`.compile(observed.db);
  expect(await findFaults(slow)).toEqual(['reads all posts']);
});

test.runIf(isOnPostgres)(
  'sold-out posts are counted only where they change the total',
  { meta },
  async () => {
    const countsOf = async (query: Partial<FeedQuery>) => {
      const request = toFeedRequest(query as FeedQuery, { id: authorId, place, varieties: new Map() });
      const { counts } = await feedStore({ db: observed.db }).findPage(request, request.filter);
      return counts;
    };
    expect(await countsOf({})).toEqual({ available: 10_001, soldOut: 0 });
    expect(await countsOf({ category: 'Fruits' })).toEqual({ available: 9_000, soldOut: 1_000 });
    expect(await countsOf({ availability: 'sold-out' })).toEqual({ available: 0, soldOut: 3_000 });
  },
);
