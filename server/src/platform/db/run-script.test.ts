import { expect, test } from 'vitest';
import { databaseForTests } from '#test/hooks.ts';

const database = databaseForTests();

test('a script that fails halfway leaves no open transaction', async () => {
  const half = 'begin; create table half (id integer); select 1 / 0; commit;';
  await expect(database.runScript(half)).rejects.toThrow('division by zero');
  for (let turn = 0; turn < 20; turn++)
    expect((await database.runScript("select to_regclass('half') as half")).rows).toEqual([{ half: null }]);
});
