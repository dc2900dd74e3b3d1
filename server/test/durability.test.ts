import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Post } from '@upaj/contract/posts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createApp } from '#src/app.ts';
import { connect } from '#src/db/connect.ts';
import { readEnv } from '#src/env.ts';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { addPerson, photo, postFields, toForm, type Person } from '#test/factories.ts';
import { findLeftovers } from '#test/leftovers.ts';
import { freePort, killServers, spawnServer, waitUntilOpen, type ServerProcess } from '#test/process.ts';

const create = 'POST /api/v1/post/create-post';

let folder: string;
let port: number;
/** On PostgreSQL, a database of its own that the processes share; embedded, the folder is all. */
let database: TestDatabase | undefined;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  if (process.env['TEST_DATABASE_URL']) database = await openTestDatabase();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'upaj-process-'));
  port = await freePort();
  env = { DATA_DIR: folder, ...(database && { DATABASE_URL: database.url, SECRET_KEY: 'k'.repeat(32) }) };
  return () => rm(folder, { recursive: true, force: true });
});
afterEach(killServers);
afterAll(() => database?.close());

async function open(): Promise<ServerProcess> {
  const server = spawnServer(port, env);
  await waitUntilOpen(server);
  return server;
}

test(
  'every acknowledged post survives kill -9 whole, and no half post does',
  { timeout: 180_000 },
  async () => {
    const server = await open();
    const people = await Promise.all(Array.from({ length: 4 }, () => addPerson(server.url)));
    const images = await Promise.all([photo(), photo({ width: 400, height: 300 })]);
    const acknowledged: Post[] = [];
    let sent = 0;
    const send = async (person: Person) => {
      while (sent < 200) {
        const title = `Post ${(sent += 1)}`;
        const form = toForm(postFields({ title }), { images });
        acknowledged.push((await person.client.call(create, { form })).data);
        if (acknowledged.length === 80) server.child.kill('SIGKILL');
      }
    };
    // Two lines a person; whoever is cut off by the kill stops.
    await Promise.allSettled([...people, ...people].map(send));
    expect((await server.ended).code).toBe(null);
    expect(acknowledged.length).toBeGreaterThanOrEqual(80);

    const again = await open();
    const kept: Post[] = [];
    for (const { client } of people) {
      let cursor: string | undefined;
      do {
        const { data, page } = await client.call('GET /api/v1/post/current-posts', {
          query: { limit: 50, cursor },
        });
        kept.push(...data);
        cursor = page.nextCursor ?? undefined;
      } while (cursor);
      const { data } = await client.call('GET /api/v1/users/profile');
      expect(data.totalPosts).toBe(kept.filter(({ author }) => author._id === data._id).length);
    }
    const keptIds = new Set(kept.map(({ _id }) => _id));
    expect(acknowledged.filter(({ _id }) => !keptIds.has(_id))).toEqual([]);
    for (const url of kept.flatMap(({ images: urls }) => urls))
      expect((await fetch(again.url + url)).status).toBe(200);
    expect(kept.every(({ images: urls }) => urls.length === 2)).toBe(true);
    expect(await readdir(join(folder, 'uploads')).catch(() => [])).toEqual([]);
    again.child.kill('SIGTERM');
    await again.ended;
    expect(await findLeftAfterSweep()).toEqual([]);
  },
);

/** What the disk has that no row shows, or the other way round, once the sweeper has been. */
async function findLeftAfterSweep(): Promise<string[]> {
  const settings = readEnv({ ...env, NODE_ENV: 'test', LOG_LEVEL: 'error' });
  const { db, close } = await connect(settings);
  const { server, services } = await createApp({ env: settings, db, webDir: folder });
  try {
    await services.media.sweep(-1_000);
    return await findLeftovers(db, folder);
  } finally {
    await server.close();
    await close();
  }
}

test('asked to stop, it answers what is under way, and then ends well', { timeout: 60_000 }, async () => {
  const server = await open();
  const person = await addPerson(server.url);
  const form = toForm(postFields(), { images: [await photo({ width: 3000, height: 2000 })] });
  const answer = person.client.send(create, { form });
  await new Promise((resolve) => setTimeout(resolve, 100));
  server.child.kill('SIGTERM');
  expect((await answer).status).toBe(201);
  expect(await server.ended).toEqual({ code: 0, stderr: '' });
});

describe('it does not start, and says why in one line', () => {
  const cases: [string, () => NodeJS.ProcessEnv, RegExp][] = [
    ['a bad port', () => ({ PORT: 'abc' }), /PORT must be a port number/],
    ['a port too high', () => ({ PORT: '70000' }), /PORT must be at most 65535/],
    ['a bad level', () => ({ LOG_LEVEL: 'loud' }), /LOG_LEVEL must be a log level/],
    ['a bad DATABASE_URL', () => ({ DATABASE_URL: 'mysql://x' }), /DATABASE_URL must be a postgres/],
    [
      'a PostgreSQL that is not there',
      () => ({ DATABASE_URL: 'postgres://u:p@127.0.0.1:1/x', SECRET_KEY: 'k'.repeat(32) }),
      /DATABASE_URL cannot be reached/,
    ],
    [
      'no SECRET_KEY',
      () => ({ DATABASE_URL: 'postgres://u:p@127.0.0.1:1/x', SECRET_KEY: '' }),
      /SECRET_KEY is required/,
    ],
    [
      'half of what Google gave',
      () => ({ GOOGLE_CLIENT_ID: 'id' }),
      /GOOGLE_CLIENT_SECRET is required with GOOGLE_CLIENT_ID/,
    ],
    [
      'half of what Facebook gave',
      () => ({ FACEBOOK_CLIENT_SECRET: 'secret' }),
      /FACEBOOK_CLIENT_ID is required with FACEBOOK_CLIENT_SECRET/,
    ],
    [
      'an unwritable folder',
      () => ({ DATABASE_URL: '', DATA_DIR: '/dev/null/upaj' }),
      /DATA_DIR \/dev\/null\/upaj cannot be written/,
    ],
  ];

  test.each(cases)('%s', async (_, changes, line) => {
    const { code, stderr } = await spawnServer(port, { ...env, ...changes() }).ended;
    expect(code).toBe(1);
    expect(stderr.trim()).toMatch(line);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  test('a port in use, a folder in use', { timeout: 90_000 }, async () => {
    const server = await open();
    const elsewhere = { ...env, DATA_DIR: `${folder}/other` };
    const samePort = await spawnServer(port, elsewhere).ended;
    expect(samePort).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^[^\n]*uses this port already[^\n]*\n$/),
    });
    // Only the embedded database cannot be shared.
    if (!database) {
      const sameFolder = await spawnServer(await freePort(), env).ended;
      expect(sameFolder).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^[^\n]*in use by process \d+[^\n]*\n$/),
      });
    }
    server.child.kill('SIGTERM');
    await server.ended;
  });
});
