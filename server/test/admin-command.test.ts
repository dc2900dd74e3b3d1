import { createServer } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { run } from '#src/admin-command.ts';
import { openTestDatabase, type TestDatabase } from './database.ts';
import { fillDataDir } from './embedded.ts';
import { addPerson, addPost } from './factories.ts';
import {
  freePort,
  killServers,
  runCommand,
  runHere,
  spawnServer,
  waitUntilOpen,
  type ServerProcess,
} from './process.ts';

let folder: string;
let port: number;
let database: TestDatabase | undefined;
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  if (process.env['TEST_DATABASE_URL']) database = await openTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'upaj-admin-'));
  if (!database) await fillDataDir(folder);
  port = await freePort();
  env = { DATA_DIR: folder, ...(database && { DATABASE_URL: database.url, SECRET_KEY: 'k'.repeat(32) }) };
});
afterEach(killServers);
afterAll(async () => {
  await database?.close();
  await rm(folder, { recursive: true, force: true });
});

const admin = (args: string[], changes: NodeJS.ProcessEnv = {}) =>
  runHere(run, args, { PORT: String(port), ...env, ...changes });

async function open(): Promise<ServerProcess> {
  const server = spawnServer(port, env);
  await waitUntilOpen(server);
  return server;
}

test('the commands work with and without a running server', { timeout: 180_000 }, async () => {
  const server = await open();
  const farmer = await addPerson(server.url);
  const merchant = await addPerson(server.url);
  const { username, email } = farmer.account;
  const { _id: targetId } = await addPost(farmer, { title: 'Wheat' });
  const details = 'Two lines\nand \u001B[2J a trick';
  const body = { kind: 'post', targetId, reason: 'fraud', details };
  await merchant.client.call('POST /api/v1/reports', { body });
  const profile = async () => {
    const params = { username };
    return (await merchant.client.call('GET /api/v1/users/user/:username', { params })).data;
  };

  expect((await profile()).isVerified).toBe(false);
  expect(await admin(['verify', username])).toEqual({ code: 0, out: `@${username} is verified.\n`, err: '' });
  expect((await profile()).isVerified).toBe(true);
  const role = await admin(['role', username, 'administrator']);
  expect(role).toMatchObject({ code: 0, err: '' });
  expect(role.out).toContain(`@${username} is an administrator now.`);
  expect(await admin(['role', username, 'none'])).toMatchObject({
    code: 1,
    err: 'There must be at least one administrator\n',
  });
  expect((await admin(['role', username, 'king'])).code).toBe(1);
  expect(await admin(['second-factor', email, 'off'])).toMatchObject({
    code: 0,
    out: `Two-step verification of @${username} is off.\n`,
  });
  const reports = await admin(['reports']);
  expect(reports.out).toContain(`post ${targetId} of @${username}: fraud`);
  expect(reports.out).toContain('says: Two lines and [2J a trick');
  expect(await admin(['verify', 'nobody'])).toEqual({ code: 1, out: '', err: 'User profile not found.\n' });
  const stranger = await admin(['verify', username], { SECRET_KEY: 'z'.repeat(32) });
  expect(stranger).toMatchObject({ code: 1, out: '' });
  expect(stranger.err).toContain('is not this Upaj');
  if (!database) {
    const astray = await admin(['verify', username], { PORT: String(await freePort()) });
    expect(astray).toMatchObject({ code: 1, out: '' });
    expect(astray.err).toMatch(
      /^No server is listening at http:\S+, and DATA_DIR \S+ is in use by process \d+/,
    );
  }
  server.child.kill('SIGTERM');
  await server.ended;

  expect(await runCommand('admin', ['unverify', email], { PORT: String(port), ...env })).toEqual({
    code: 0,
    out: `@${username} is no longer verified.\n`,
    err: '',
  });
  expect((await admin(['suspend', username, 'Sold', 'air'])).out).toContain('is suspended');
  const [, reportId = ''] = /^report (\S+)/.exec((await admin(['reports'])).out) ?? [];

  await open();
  await expect(profile()).rejects.toThrow('USER_NOT_FOUND');
  expect((await admin(['unsuspend', username])).code).toBe(0);
  expect((await profile()).isVerified).toBe(false);
  expect((await farmer.client.fail('GET /api/v1/users/profile')).code).toBe('NOT_LOGGED_IN');
  expect((await admin(['resolve', reportId])).out).toBe('The report is resolved.\n');
  expect((await admin(['reports'])).out).toBe('No reports.\n');
  expect((await admin(['reports', '--all'])).out).toContain('resolved');
});

test('prints the help for invalid arguments without opening anything', async () => {
  const help = await admin(['--help']);
  expect(help).toMatchObject({ code: 0, err: '' });
  expect(help.out).toContain('suspend USER [REASON]');
  expect(await admin([])).toEqual(help);
  const mistakes = [
    [['frobnicate'], 'Unknown command "frobnicate".'],
    [['toString'], 'Unknown command "toString".'],
    [['verify'], 'USER is missing.'],
    [['verify', 'one', 'two'], 'Unexpected arguments: two.'],
    [['reports', '--al'], 'reports accepts only --all.'],
    [['role', 'asha'], 'ROLE is missing.'],
    [['second-factor', 'asha', 'on'], 'second-factor accepts only USER off.'],
    [['hide-post'], 'POST_ID is missing.'],
  ] as const;
  const answers = await Promise.all(mistakes.map(([args]) => admin([...args])));
  for (const [index, { code, out, err }] of answers.entries()) {
    expect({ code, out, reason: err.split('\n')[0] }).toEqual({
      code: 2,
      out: '',
      reason: mistakes[index]?.[1],
    });
    expect(err).toContain('Usage: npm run admin');
  }
});

test('does not mistake another program for the server', async () => {
  const other = createServer((_, response) => response.end('hello'));
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port: taken } = other.address() as { port: number };
  const { code, err } = await admin(['reports'], { PORT: String(taken) });
  expect(code).toBe(1);
  expect(err).toContain(`The program at http://127.0.0.1:${taken} is not this Upaj`);
  await new Promise((resolve) => other.close(resolve));
});

test.runIf(process.env['TEST_REDIS_URL'])(
  'a command that connects to Redis ends',
  { meta: { skippedBecause: 'needs PostgreSQL and Redis' }, timeout: 180_000 },
  async () => {
    const changes = { PORT: String(await freePort()), REDIS_URL: process.env['TEST_REDIS_URL'] };
    const signal = AbortSignal.timeout(90_000);
    expect(await runCommand('admin', ['reports'], { ...env, ...changes }, { signal })).toMatchObject({
      code: 0,
    });
  },
);
