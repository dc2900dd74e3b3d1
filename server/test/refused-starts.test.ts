import { mkdir, mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { readEnv } from '#src/env.ts';
import { StartError } from '#src/platform/start-error.ts';
import { fillDataDir } from './embedded.ts';
import { freePort, spawnServer } from './process.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'upaj-refused-'));
  return () => rm(folder, { recursive: true, force: true });
});

const awayUrl = 'postgres://u:p@127.0.0.1:1/x';

const invalid: [string, NodeJS.ProcessEnv, RegExp][] = [
  ['a bad port', { PORT: 'abc' }, /^PORT must be a port number$/],
  ['a port too high', { PORT: '70000' }, /^PORT must be at most 65535$/],
  [
    'metrics on the public port',
    { METRICS_PORT: '3000' },
    /^METRICS_PORT must not be PORT, which is public$/,
  ],
  [
    'a bad share of traces',
    { OTEL_TRACES_SAMPLER_ARG: '1.5' },
    /^OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1$/,
  ],
  ['a bad level', { LOG_LEVEL: 'loud' }, /^LOG_LEVEL must be a log level.*$/],
  ['a bad DATABASE_URL', { DATABASE_URL: 'mysql://x' }, /^DATABASE_URL must be a postgres.*$/],
  ['MIGRATE=off without DATABASE_URL', { MIGRATE: 'off' }, /^MIGRATE=off requires DATABASE_URL.*$/],
  ['a wait too long', { DRAIN_SECONDS: '301' }, /^DRAIN_SECONDS must be a whole number from 0 to 300$/],
  ['no SECRET_KEY', { DATABASE_URL: awayUrl, SECRET_KEY: '' }, /^SECRET_KEY is required.*$/],
  [
    'half of what Google gave',
    { GOOGLE_CLIENT_ID: 'id' },
    /^GOOGLE_CLIENT_SECRET is required with GOOGLE_CLIENT_ID$/,
  ],
  [
    'half of what Facebook gave',
    { FACEBOOK_CLIENT_SECRET: 'secret' },
    /^FACEBOOK_CLIENT_ID is required with FACEBOOK_CLIENT_SECRET$/,
  ],
  [
    'an S3_URL without a bucket',
    { S3_URL: 'https://key:sesame@s3.example' },
    /^S3_URL must be https:\/\/KEY:SECRET@(?!.*sesame).*$/,
  ],
  [
    'a / in the secret of S3_URL',
    { S3_URL: 'https://key:ses/ame@s3.example/photos' },
    /^S3_URL must be (?!.*ame@).*%2F for a \/.*$/,
  ],
  ['an S3_URL with a typing error', { S3_URL: 'https://k:s@h/photos?regoin=x' }, /unknown setting regoin/],
  ['a store without its address', { MEDIA_STORE: 's3' }, /^MEDIA_STORE=s3 requires S3_URL$/],
  ['a bad MEDIA_URL', { MEDIA_URL: 'photos.example' }, /^MEDIA_URL must be a web address.*$/],
  [
    'an unwritable folder',
    { DATABASE_URL: '', DATA_DIR: '/dev/null/upaj' },
    /^DATA_DIR \/dev\/null\/upaj cannot be written.*$/,
  ],
];

test.each(invalid)('refuses an environment with %s, and says why in one line', (_, changes, line) => {
  const read = () => readEnv({ DATA_DIR: folder, ...changes });
  expect(read).toThrow(StartError);
  expect(read).toThrow(line);
});

test.each(['', 'f'.repeat(31)])('refuses a damaged file with the secret key ("%s")', async (text) => {
  await writeFile(join(folder, 'secret-key'), text);
  const read = () => readEnv({ DATA_DIR: folder });
  expect(read).toThrow(StartError);
  expect(read).toThrow(/^The key in .*secret-key has fewer than 32 characters: restore the file/);
});

test.each([
  ['an invalid variable', { PORT: 'abc' }, /^Upaj did not start\. PORT must be a port number\n$/],
  [
    'a PostgreSQL that is not there',
    { DATABASE_URL: awayUrl, SECRET_KEY: 'k'.repeat(32) },
    /^Upaj did not start\. DATABASE_URL cannot be reached[^\n]*\n$/,
  ],
])('does not start with %s, and says why in one line', async (_, changes, line) => {
  const { code, stderr } = await spawnServer(await freePort(), { DATA_DIR: folder, ...changes }).ended;
  expect(code).toBe(1);
  expect(stderr).toMatch(line);
});

test.each([
  ['without its version', []],
  ['with files that PostgreSQL cannot read', ['PG_VERSION', 'postgresql.conf']],
])('does not start with a damaged database %s, and says how to restore it', async (_, files) => {
  const database = join(folder, 'database');
  await mkdir(join(database, 'global'), { recursive: true });
  await writeFile(join(database, 'global', 'pg_control'), '');
  for (const file of files) await writeFile(join(database, file), 'damaged');
  await expectDamage();
});

test('does not start with damaged tables, which show when they are read', async () => {
  await fillDataDir(folder);
  const base = join(folder, 'database', 'base');
  for (const file of await readdir(base, { recursive: true })) {
    const isOfUpaj = Number.parseInt(basename(file)) >= 16_384;
    if (isOfUpaj) await truncate(join(base, file), 0);
  }
  await expectDamage();
});

async function expectDamage(): Promise<void> {
  const { code, stderr } = await spawnServer(await freePort(), { DATA_DIR: folder }).ended;
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^Upaj did not start\. The embedded database in \S+ cannot be opened and may be damaged \([^\n]+\): restore a backup with "npm run admin -- restore FOLDER --replace"[^\n]*\n$/,
  );
}
