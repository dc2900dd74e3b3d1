import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockDataDir } from './data-dir-lock.ts';

const module = new URL('./data-dir-lock.ts', import.meta.url).href;

let folder: string;
const children: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'upaj-lock-'));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** Locks the folder in another process. @returns the child, and its output: 'held' or why not */
async function tryInProcess(by: string[] = [], startAt = 0): Promise<{ child: ChildProcess; said: string }> {
  const attempt = `
    const { lockDataDir } = await import(${JSON.stringify(module)});
    while (Date.now() < ${startAt});
    try { lockDataDir(${JSON.stringify(folder)}); console.log('held', process.pid); setInterval(() => {}, 1000); }
    catch (error) { console.log(error.message); }`;
  const [program = '', ...args] = [...by, process.execPath, '--input-type=module', '-e', attempt];
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const said = await new Promise<string>((resolve) =>
    child.stdout.once('data', (text: Buffer) => resolve(String(text).trim())),
  );
  return { child, said };
}

test('a released lock can be acquired again', () => {
  const inner = join(folder, 'new', 'folder');
  lockDataDir(inner)();
  const release = lockDataDir(inner);
  expect(() => lockDataDir(inner)).toThrow(`is in use by process ${process.pid} on ${hostname()}.`);
  release();
  release();
  lockDataDir(inner)();
});

test('the lock of a killed process is free', async () => {
  const { child, said } = await tryInProcess();
  expect(said).toBe(`held ${child.pid}`);
  expect(() => lockDataDir(folder)).toThrow(/is in use by process \d+ on /);
  const ended = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGKILL');
  await ended;
  lockDataDir(folder)();
});

test('of several processes that start together one gets the lock, and the others see its owner', async () => {
  const startAt = Date.now() + 1_500;
  const tries = await Promise.all(Array.from({ length: 4 }, () => tryInProcess([], startAt)));
  const said = tries.map((one) => one.said);
  expect(said.filter((line) => line.startsWith('held'))).toHaveLength(1);
  expect(said.filter((line) => line.includes('is in use by'))).toHaveLength(3);
});

/** The command that runs a process as in a container, where the first process has the id 1. */
const asContainer = ['unshare', '--map-root-user', '--pid', '--fork', '--kill-child', '--mount-proc'];
const [unshare = '', ...flags] = asContainer;
const canContain = spawnSync(unshare, [...flags, 'true']).status === 0;
const cannot = { meta: { skippedBecause: 'this system allows no process namespaces' } };
test.runIf(canContain)('of two containers with one folder only one gets the lock', cannot, async () => {
  expect((await tryInProcess(asContainer)).said).toBe('held 1');
  expect((await tryInProcess(asContainer)).said).toMatch(/is in use by process 1 on /);
});
