import { dayInIndia, writeDay } from '@upaj/contract/days';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { viewsStore } from '#src/trade/views/store.ts';
import { databaseForTests } from '#test/hooks.ts';
import { openRates, rateOf } from '#test/rates.ts';
import { insertPeople, insertPosts } from '#test/rows.ts';
import { addPartition } from './partitions.ts';

const database = databaseForTests();
let [author, viewer, postId] = ['', '', ''];
const today = dayInIndia();
const daysAgo = (days: number) => writeDay(today - days);
beforeEach(async () => {
  const { db } = database;
  await sql`truncate users cascade`.execute(db);
  [author = '', viewer = ''] = await insertPeople(db, 2);
  [postId = ''] = await insertPosts(db, author, 1);
});

async function addViews(days: readonly number[]): Promise<void> {
  const rows = days.map((ago) => ({ post_id: postId, viewer_id: viewer, day: daysAgo(ago) }));
  await database.db.insertInto('post_views').values(rows).execute();
}

async function countByPartition(table: 'post_views' | 'rates'): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; count: number }>`
    select tableoid::regclass::text as name, count(*)::int as count from ${sql.table(table)} group by 1`.execute(
    database.db,
  );
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

async function listPartitions(table: 'post_views' | 'rates'): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = ${table}::text::regclass`.execute(
    database.db,
  );
  return rows.map(({ name }) => name);
}

const partitionOf = (ago: number) => `post_views_${daysAgo(ago).replaceAll('-', '')}`;

test('views of days that are over are dropped with their partition, and counters stay', async () => {
  const { db } = database;
  const views = viewsStore({ db });
  await addPartition(db, 'post_views', { suffix: 'old', firstDay: daysAgo(9), nextDay: daysAgo(8) });
  await addViews([0, 1, 2, 9, 40]);
  await sql`update post_counts set views = 5`.execute(db);
  expect(await countByPartition('post_views')).toEqual({
    [partitionOf(0)]: 1,
    [partitionOf(1)]: 1,
    [partitionOf(2)]: 1,
    post_views_old: 1,
    post_views_default: 1,
  });
  await views.renewPartitions();
  await views.renewPartitions();
  expect(Object.keys(await countByPartition('post_views')).sort()).toEqual([2, 1, 0].map(partitionOf));
  const days = Array.from({ length: 10 }, (_, index) => partitionOf(2 - index));
  expect((await listPartitions('post_views')).sort()).toEqual([...days, 'post_views_default']);
  expect(await db.selectFrom('post_counts').select('views').execute()).toEqual([{ views: 5 }]);
});

test('a day without a partition is counted, also after its partition was due', async () => {
  const views = viewsStore({ db: database.db });
  await sql`drop table ${sql.table(partitionOf(0))}`.execute(database.db);
  await views.count(postId, viewer);
  await views.renewPartitions();
  await views.count(postId, viewer);
  expect(await countByPartition('post_views')).toEqual({ post_views_default: 1 });
  expect(await database.db.selectFrom('post_counts').select('views').execute()).toEqual([{ views: 1 }]);
});

test('rates of any year are imported, each year into its partition unless the default one has some of it', async () => {
  const { rates } = openRates(database);
  const ingest = (...dates: readonly string[]) =>
    rates.ingest(
      dates.map((arrivalDate) => rateOf({ arrivalDate })),
      { isSample: false },
    );
  await ingest('2004-12-31', '2005-01-01', '2026-08-20');
  const years = { rates_2004: 1, rates_2005: 1, rates_2026: 1 };
  expect(await countByPartition('rates')).toEqual(years);
  // The earlier release adds no partitions, so its rows go to the default one.
  const [series] = await database.db.selectFrom('rate_series').select('id').execute();
  const prices = { min_price: 1, max_price: 1, modal_price: 1 };
  const row = { series_id: series?.id ?? 0, arrival_date: '2012-01-01', ...prices };
  await database.db.insertInto('rates').values(row).execute();
  await ingest('2012-01-01', '2012-01-02');
  expect(await countByPartition('rates')).toEqual({ ...years, rates_default: 2 });
});
