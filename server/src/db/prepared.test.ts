import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { connect, type Connection } from './connect.ts';

// The embedded database keeps no statements.
describe.runIf(process.env['TEST_DATABASE_URL'])('statements that a connection keeps prepared', () => {
  let database: TestDatabase;
  let single: Connection;
  beforeAll(async () => {
    database = await openTestDatabase({ isMigrated: false });
    single = await connect({ databaseUrl: database.url, dataDir: '', poolSize: 1 });
  });
  afterAll(async () => {
    await single.close();
    await database.close();
  });

  const ask = async (number: number) => {
    const { rows } = await sql<{ found: number }>`
      select ${sql.lit(number)} + ${1}::int as found`.execute(single.db);
    return rows[0]?.found;
  };
  const countKept = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_prepared_statements`.execute(single.db);
    return rows[0]?.count;
  };

  test('serve again', async () => {
    await countKept();
    const before = await countKept();
    for (let turn = 0; turn < 3; turn += 1) expect(await ask(-5)).toBe(-4);
    expect(await countKept()).toBe((before ?? 0) + 1);
  });

  test('do not become ever more, however many different ones are asked', async () => {
    for (let number = 0; number < 1_100; number += 1) expect(await ask(number)).toBe(number + 1);
    expect(await countKept()).toBeLessThan(500);
    expect(await ask(0)).toBe(1);
  });

  test('leave a transaction whole, however many it asks', async () => {
    await sql`create table kept (number integer)`.execute(single.db);
    await single.db.transaction().execute(async (transaction) => {
      for (let number = 0; number < 600; number += 1)
        await sql`insert into kept values (${sql.lit(number)} + ${0}::int)`.execute(transaction);
    });
    expect(await countKept()).toBeLessThan(500);
    const { rows } = await sql`select count(*)::int as count from kept`.execute(single.db);
    expect(rows).toEqual([{ count: 600 }]);
  });
});
