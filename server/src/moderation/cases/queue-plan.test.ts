import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withLongLimits } from '#src/platform/db/time-limits.ts';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { observe, planOf, type Observed } from '#test/plans.ts';
import { insertPeople } from '#test/rows.ts';
import { casesStore } from './store.ts';

const isOnPostgres = Boolean(process.env['TEST_DATABASE_URL']);
const meta = { skippedBecause: 'the embedded database has the same planner' };
const cases = 100_000;
const limit = 20;

let database: TestDatabase;
let observed: Observed;

beforeAll(async () => {
  if (!isOnPostgres) return;
  database = await openTestDatabase();
  observed = await observe(database);
  await insertPeople(database.db, 500);
  await withLongLimits(async () => {
    await sql`
      with people as (select id, row_number() over () as number from users)
      insert into cases (id, kind, message_id, person_id, weight, reports_count, opened_at)
      select gen_random_uuid(), 'message', gen_random_uuid(), people.id, (i * 37 % 4001) / 2.0, 1,
        now() - i * interval '1 second'
      from generate_series(1, ${sql.lit(cases)}) i join people on people.number = 1 + i % 500`.execute(
      database.db,
    );
    await sql`vacuum analyze`.execute(database.db);
  });
});

afterAll(async () => {
  await observed?.close();
  await database?.close();
});

test.runIf(isOnPostgres)('a page of 100,000 open cases reads only its own rows', { meta }, async () => {
  const store = casesStore({ db: observed.db });
  const middle = { weight: 1_000, at: Date.now() * 1_000, id: '01900000-0000-7000-8000-000000000000' };
  for (const cursor of [undefined, middle])
    for (const kind of [undefined, 'message'] as const) {
      observed.queries.length = 0;
      expect(await store.findOpen({ kind, limit }, cursor)).toHaveLength(limit + 1);
      const [query] = observed.queries;
      if (!query) throw new Error('No query was seen');
      const nodes = await planOf(database, query);
      expect(nodes.map((node) => node['Node Type'])).not.toContain('Sort');
      // The limit allows for parallel workers, which read a few rows more than a page has.
      for (const node of nodes.filter((one) => one['Relation Name'] === 'cases'))
        expect(node['Actual Rows'] * node['Actual Loops']).toBeLessThan(10 * limit);
    }
  // The total counts to 10,001 at most.
  expect(await store.count('open', undefined)).toBe(10_001);
});
