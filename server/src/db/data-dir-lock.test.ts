import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { lockDataDir } from './data-dir-lock.ts';

const contender = fileURLToPath(new URL('../../test/lock-contender.ts', import.meta.url));
const root = mkdtempSync(join(tmpdir(), 'upaj-lock-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** A folder whose lock was left by a process that is gone. */
function staleFolder(name: string, lock = JSON.stringify({ pid: 4_000_000, startedAt: '1' })): string {
  const folder = join(root, name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'lock'), lock);
  return folder;
}

const holderOf = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'lock'), 'utf8')) as { pid: number };

test('a lock is given back, and the folder can be locked again', () => {
  const folder = join(root, 'new', 'folder');
  lockDataDir(folder)();
  const unlock = lockDataDir(folder);
  expect(holderOf(folder).pid).toBe(process.pid);
  unlock();
});

test('a lock whose process is gone, was cut off, or is of another process by this number is taken over', () => {
  const locks = [undefined, '', '{"pid":', JSON.stringify({ pid: process.ppid, startedAt: 'long ago' })];
  for (const [index, lock] of locks.entries()) {
    const folder = staleFolder(`gone-${index}`, lock);
    lockDataDir(folder);
    expect(holderOf(folder).pid).toBe(process.pid);
  }
});

test(
  'of several processes that start at once, one holds the folder and the others are told so',
  { timeout: 60_000 },
  async () => {
    const folders = Array.from({ length: 30 }, (_, index) =>
      index % 2 === 0 ? staleFolder(`race-${index}`) : join(root, `race-${index}`),
    );
    const start = String(Date.now() + 4_000);
    const children = Array.from({ length: 4 }, () =>
      spawn(process.execPath, [contender, start, '300', ...folders], { stdio: ['pipe', 'pipe', 'inherit'] }),
    );
    try {
      const results = await Promise.all(
        children.map(
          (child) =>
            new Promise<string[]>((resolve) =>
              child.stdout.once('data', (text: Buffer) => resolve(JSON.parse(text.toString()) as string[])),
            ),
        ),
      );
      for (const [index] of folders.entries())
        expect(results.map((result) => result[index]).sort()).toEqual([
          'held',
          'refused',
          'refused',
          'refused',
        ]);
    } finally {
      for (const child of children) child.stdin.end();
    }
  },
);
