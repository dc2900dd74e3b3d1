import { expect, onTestFinished, test } from 'vitest';
import { openTestDatabase } from '#test/database.ts';
import { databaseForTests } from '#test/hooks.ts';
import { migrate } from './migrate.ts';
import { findMissingTrigrams } from './trigrams.ts';

const database = databaseForTests();

test('a database that knows Indian letters has no warning', async () => {
  expect(await findMissingTrigrams(database.db)).toEqual([]);
});

test.runIf(process.env['TEST_DATABASE_URL'])(
  'a database with the LC_CTYPE C has one',
  { meta: { skippedBecause: 'the embedded database has one LC_CTYPE' } },
  async () => {
    const { db, close } = await openTestDatabase({ isMigrated: false, ctype: 'C' });
    onTestFinished(close);
    await migrate(db);
    expect(await findMissingTrigrams(db)).toEqual([expect.stringContaining('LC_CTYPE')]);
  },
);
