import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockDataDir } from './data-dir-lock.ts';

const module = new URL('./data-dir-lock.ts', import.meta.url).href;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'upaj-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a released lock can be acquired again', () => {
  const inner = join(folder, 'new', 'folder');
  lockDataDir(inner)();
  expect(readdirSync(inner)).toEqual([]);
  lockDataDir(inner)();
});

test('removes the lock of a dead process, even if its id was reused', () => {
  const stale = ['lock-4000000-1', `lock-${process.ppid}-1`, `lock-${process.pid}-1`];
  for (const file of stale) writeFileSync(join(folder, file), '');
  const release = lockDataDir(folder);
  expect(readdirSync(folder)).toHaveLength(1);
  release();
});

test('of several processes that start together at most one gets the lock, and later ones see its owner', async () => {
  const attempt = `
    const { lockDataDir } = await import(${JSON.stringify(module)});
    while (Date.now() < Number(process.argv[1]));
    try { lockDataDir(${JSON.stringify(folder)}); console.log('held'); setInterval(() => {}, 1000); }
    catch (error) { console.log(error.message); }`;
  const start = String(Date.now() + 1_500);
  const children = Array.from({ length: 4 }, () =>
    spawn(process.execPath, ['--input-type=module', '-e', attempt, start], {
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  );
  const said = await Promise.all(
    children.map(
      (child) =>
        new Promise<string>((resolve) =>
          child.stdout.once('data', (text: Buffer) => resolve(String(text).trim())),
        ),
    ),
  );
  const held = said.filter((line) => line === 'held');
  expect(held.length).toBeLessThanOrEqual(1);
  expect(said.filter((line) => /is in use by process \d+/.test(line))).toHaveLength(
    children.length - held.length,
  );
  if (held.length > 0) expect(() => lockDataDir(folder)).toThrow(/is in use by process/);
  for (const child of children) child.kill('SIGKILL');
});
