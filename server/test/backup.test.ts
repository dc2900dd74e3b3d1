import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openTestDatabase } from './database.ts';
import { fillDataDir } from './embedded.ts';
import { drill } from './faults/backup.ts';
import { killServers } from './process.ts';

const seconds = Number(process.env['TEST_BACKUP_SECONDS'] ?? 1.5);
const database = process.env['TEST_DATABASE_URL'] ? await openTestDatabase() : undefined;
const folder = await mkdtemp(join(tmpdir(), 'upaj-drill-'));
afterAll(async () => {
  killServers();
  await database?.close();
  await rm(folder, { recursive: true, force: true });
});

test('a backup made under load has every acknowledged row and photo', { timeout: 600_000 }, async () => {
  const env = {
    DATA_DIR: join(folder, 'data'),
    ...(database && { DATABASE_URL: database.url ?? '', SECRET_KEY: 'k'.repeat(32) }),
  };
  if (!database) await fillDataDir(env.DATA_DIR);
  const report = await drill({ people: 6, loadFor: seconds * 1_000, env, folder: join(folder, 'backups') });
  expect(report).toMatchObject({ problems: [] });
});
