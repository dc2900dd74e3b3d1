import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { connect } from './connect.ts';
import type { Connection } from './connection.ts';

let database: TestDatabase;
/** A database with one connection, which is what the embedded one is. */
let single: Connection;
beforeAll(async () => {
  database = await openTestDatabase({ isMigrated: false });
  single = database.url ? await connect({ databaseUrl: database.url, dataDir: '', poolSize: 1 }) : database;
});
afterAll(async () => {
  if (single !== database) await single.close();
  await database.close();
});

const negate = async (number: number) => {
  const { rows } = await sql<{ found: number }>`
      select ${sql.lit(number)} + ${1}::int as found`.execute(single.db);
  return rows[0]?.found;
};
const countPrepared = async () => {
  const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_prepared_statements where ${1}::int = 1`.execute(single.db);
  return rows[0]?.count;
};

test('prepared statements are reused', async () => {
  await countPrepared();
  const before = await countPrepared();
  for (let turn = 0; turn < 3; turn += 1) expect(await negate(-5)).toBe(-4);
  expect(await countPrepared()).toBe((before ?? 0) + 1);
});

test('prepared statements are limited, however many different statements run', async () => {
  for (let number = 0; number < 1_100; number += 1) expect(await negate(number)).toBe(number + 1);
  expect(await countPrepared()).toBeLessThan(500);
  expect(await negate(0)).toBe(1);
});

test('prepared statements do not break a transaction, however many it runs', async () => {
  await sql`create table numbers (number integer)`.execute(single.db);
  await single.db.transaction().execute(async (transaction) => {
    for (let number = 0; number < 600; number += 1)
      await sql`insert into numbers values (${sql.lit(number)} + ${0}::int)`.execute(transaction);
  });
  expect(await countPrepared()).toBeLessThan(500);
  const { rows } = await sql`select count(*)::int as count from numbers`.execute(single.db);
  expect(rows).toEqual([{ count: 600 }]);
});

test('a prepared statement that fails can run again, and its transaction goes back', async () => {
  const divide = (db: Connection['db'], by: number) =>
    sql<{ found: number }>`select 6 / ${by}::int as found`.execute(db);
  expect((await divide(single.db, 3)).rows).toEqual([{ found: 2 }]);
  await expect(divide(single.db, 0)).rejects.toMatchObject({ code: '22012' });
  const unknown = () => sql`select ${1}::int as found from nowhere`.execute(single.db);
  for (let turn = 0; turn < 2; turn += 1) await expect(unknown()).rejects.toMatchObject({ code: '42P01' });
  const failing = single.db.transaction().execute(async (transaction) => {
    await sql`insert into numbers values (${-1}::int)`.execute(transaction);
    await divide(transaction, 0);
  });
  await expect(failing).rejects.toMatchObject({ code: '22012' });
  const { rows } = await sql`select number from numbers where number = ${-1}::int`.execute(single.db);
  expect(rows).toEqual([]);
  expect((await divide(single.db, 2)).rows).toEqual([{ found: 3 }]);
});
