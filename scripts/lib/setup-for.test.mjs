import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import packageFile from '../../package.json' with { type: 'json' };
import { inRoot } from './paths.mjs';

const folder = mkdtempSync(path.join(tmpdir(), 'upaj-setup-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const inFolder = (/** @type {string[]} */ ...parts) => path.join(folder, ...parts);

/** @param {string[]} parts the last one is the text */
function write(...parts) {
  const text = parts.pop() ?? '';
  const file = inFolder(...parts);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

test('a checkout with packages and build can be started without writing into it', () => {
  cpSync(inRoot('scripts'), inFolder('scripts'), { recursive: true });
  for (const part of ['contract/src', 'contract/texts', 'web/src'])
    mkdirSync(inFolder(part), { recursive: true });
  write('package-lock.json', '{"packages":{}}');
  write('node_modules', '.package-lock.json', '{"packages":{}}');
  write('node_modules', 'node', 'bin', 'none', '');
  symlinkSync(process.execPath, inFolder('node_modules', 'node', 'bin', 'node'));
  write('node_modules', 'vite', 'bin', 'vite.js', 'require("node:fs").mkdirSync("dist");');
  const setup = () =>
    spawnSync(process.execPath, ['scripts/setup.mjs', 'start'], { cwd: folder, encoding: 'utf8' });
  expect(setup()).toMatchObject({ status: 0, stdout: expect.stringContaining('Building the web app') });

  // The lock of a setup cannot be written under a file, not even by root.
  rmSync(inFolder('.cache'), { recursive: true });
  writeFileSync(inFolder('.cache'), '');
  expect(setup()).toMatchObject({ status: 0, stdout: '', stderr: '' });
  write('web', 'src', 'new.ts', '');
  expect(setup().status).toBe(1);
  expect(existsSync(inFolder('web', 'dist', '.upaj-build'))).toBe(true);
});

test('NODE_OPTIONS replaces the memory limits of npm start', () => {
  const [program = '', ...args] = packageFile.scripts.start.split(' ');
  expect(program).toBe('node');
  const report = ['-p', 'v8.getHeapStatistics().heap_size_limit / 2 ** 20'];
  const { NODE_OPTIONS: _, ...env } = process.env;
  const limit = (/** @type {Record<string, string>} */ more) =>
    Number(
      spawnSync(process.execPath, [...args.slice(0, -1), ...report], {
        cwd: inRoot(),
        env: { ...env, ...more },
        encoding: 'utf8',
      }).stdout,
    );
  expect(limit({})).toBe(384 + 3 * 16);
  expect(limit({ NODE_OPTIONS: '--max-old-space-size=1000 --max-semi-space-size=16' })).toBe(1000 + 3 * 16);
});
