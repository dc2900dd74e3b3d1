import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { withLock } from './lock.mjs';

const folder = mkdtempSync(path.join(tmpdir(), 'upaj-lock-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('lets one in at a time', async () => {
  const file = path.join(folder, 'busy');
  let inside = 0;
  let most = 0;
  const enter = () =>
    withLock(file, async () => {
      inside += 1;
      most = Math.max(most, inside);
      await wait(20);
      inside -= 1;
    });
  await Promise.all([enter(), enter(), enter()]);
  expect(most).toBe(1);
  expect(existsSync(file)).toBe(false);
});

it('takes over the lock of a dead process', async () => {
  const file = path.join(folder, 'dead');
  // Above the largest process id on Linux.
  writeFileSync(file, '4194305');
  expect(await withLock(file, async () => 'in')).toBe('in');
});

it('opens after a failure', async () => {
  const file = path.join(folder, 'failed');
  await expect(withLock(file, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(existsSync(file)).toBe(false);
});
