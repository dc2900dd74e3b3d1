import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startPostgres } from './postgres.mjs';
import { isOpen } from './redis.mjs';

test('starts a temporary PostgreSQL and removes it', async () => {
  const postgres = await startPostgres();
  expect(await isOpen(postgres.port)).toBe(true);
  postgres.stop();
  expect(await isOpen(postgres.port)).toBe(false);
  expect(existsSync(postgres.folder)).toBe(false);
});
