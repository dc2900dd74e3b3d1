import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { withLock } from './lock.mjs';

const folder = mkdtempSync(path.join(tmpdir(), 'upaj-lock-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('waits for the process that holds it', async () => {
  const file = path.join(folder, 'busy');
  const holder = spawn('sleep', ['60']);
  writeFileSync(file, String(holder.pid));
  const program = `import { withLock } from ${JSON.stringify(import.meta.resolve('./lock.mjs'))};
    withLock(${JSON.stringify(file)}, () => console.log('in'));`;
  const waiting = spawn(process.execPath, ['--input-type=module', '-e', program]);
  let output = '';
  waiting.stdout.on('data', (text) => {
    output += text;
    holder.kill();
  });
  await once(waiting, 'close');
  expect(output).toBe(`Waiting for another setup (process ${holder.pid}) to finish …\nin\n`);
});

test('replaces the one of a dead process, and opens after a failure', () => {
  const file = path.join(folder, 'dead');
  // Linux gives no process an id above 4194304.
  writeFileSync(file, '4194305');
  const fail = () => {
    throw new Error('no');
  };
  expect(() => withLock(file, fail)).toThrow('no');
  expect(existsSync(file)).toBe(false);
});
