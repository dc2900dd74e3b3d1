import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('a script that fails halfway leaves no open transaction', async () => {
  const half = 'begin; create table half (id integer); select 1 / 0; commit;';
  await expect(database.runScript(half)).rejects.toThrow('division by zero');
  for (let turn = 0; turn < 20; turn++)
    expect((await database.runScript("select to_regclass('half') as half")).rows).toEqual([{ half: null }]);
});
