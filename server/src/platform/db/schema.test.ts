import { format } from 'oxfmt';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { migrate } from './migrate.ts';
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
