import { format } from 'oxfmt';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { connect } from './connect.ts';
import { migrate, splitStatements } from './migrate.ts';
import { writeSchemaTypes } from './schema-types.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('the Kysely types match the migrated database', async () => {
  const file = `${import.meta.dirname}/schema.ts`;
  const { code } = await format(file, await writeSchemaTypes(database.db), {
    printWidth: 110,
    singleQuote: true,
  });
  await expect(code).toMatchFileSnapshot(file);
});

test('migrating a second time does nothing', async () => {
  expect(await migrate(database.db)).toEqual([]);
});

test.runIf(process.env['TEST_DATABASE_URL'])(
  'processes that start together migrate once',
  { meta: { skippedBecause: 'an embedded database belongs to one process' } },
  async () => {
    const fresh = await openTestDatabase({ isMigrated: false });
    const connections = await Promise.all(
      Array.from({ length: 3 }, () => connect({ databaseUrl: fresh.url, dataDir: '' })),
    );
    const ran = await Promise.all(connections.map(({ db }) => migrate(db)));
    expect(ran.filter((names) => names.length > 0)).toHaveLength(1);
    for (const connection of connections) await connection.close();
    await fresh.close();
  },
);

test('a statement ends with a semicolon at the end of a line, but not inside a body', () => {
  const body = 'create function f() returns int as $$\nbegin;\nreturn 1;\nend;\n$$ language plpgsql';
  expect(splitStatements(`select 1;\n${body};\nselect ';' as x;\n`)).toEqual([
    'select 1',
    body,
    "select ';' as x",
  ]);
});
