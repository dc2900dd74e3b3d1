import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { connect, type Connection } from './connect.ts';

describe.runIf(process.env['TEST_DATABASE_URL'])(
  'prepared statements of a connection',
  { meta: { skippedBecause: 'the embedded database prepares no statements' } },
  () => {
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

    const negate = async (number: number) => {
      const { rows } = await sql<{ found: number }>`
      select ${sql.lit(number)} + ${1}::int as found`.execute(single.db);
      return rows[0]?.found;
    };
    const countPrepared = async () => {
      const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_prepared_statements`.execute(single.db);
      return rows[0]?.count;
    };

    test('are reused', async () => {
      await countPrepared();
      const before = await countPrepared();
      for (let turn = 0; turn < 3; turn += 1) expect(await negate(-5)).toBe(-4);
      expect(await countPrepared()).toBe((before ?? 0) + 1);
    });

    test('are limited, however many different statements run', async () => {
      for (let number = 0; number < 1_100; number += 1) expect(await negate(number)).toBe(number + 1);
      expect(await countPrepared()).toBeLessThan(500);
      expect(await negate(0)).toBe(1);
    });

    test('do not break a transaction, however many it runs', async () => {
      await sql`create table numbers (number integer)`.execute(single.db);
      await single.db.transaction().execute(async (transaction) => {
        for (let number = 0; number < 600; number += 1)
          await sql`insert into numbers values (${sql.lit(number)} + ${0}::int)`.execute(transaction);
      });
      expect(await countPrepared()).toBeLessThan(500);
      const { rows } = await sql`select count(*)::int as count from numbers`.execute(single.db);
      expect(rows).toEqual([{ count: 600 }]);
    });
  },
);
