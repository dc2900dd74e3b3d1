import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connect } from '#src/platform/db/connect.ts';
import type { Database } from '#src/platform/db/connection.ts';
import { migrate } from '#src/platform/db/migrate.ts';
import { openTestDatabase, type TestDatabase } from './database.ts';
import { fillDataDir } from './embedded.ts';
import { freePort, killServers, spawnServer, waitUntilOpen, type ServerProcess } from './process.ts';
import { insertMembers, type Member } from './rows.ts';
import { testSecretKey } from './session-cookie.ts';
import { Talker } from './talkers.ts';

// `npm run faults` sets TEST_CHAT_MESSAGES to send many more messages.
const messages = Number(process.env['TEST_CHAT_MESSAGES'] ?? 360);
const kills = messages > 360 ? 5 : 2;
const people = Math.max(20, messages / 100);
const each = messages / people;

let folder: string;
/** Undefined when the test uses the embedded database, which is in `folder`. */
let database: TestDatabase | undefined;
let env: NodeJS.ProcessEnv;
let talkers: Talker[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'upaj-chat-'));
  database = process.env['TEST_DATABASE_URL'] ? await openTestDatabase() : undefined;
  if (!database) await fillDataDir(folder);
  env = { DATA_DIR: folder, SECRET_KEY: testSecretKey, ...(database && { DATABASE_URL: database.url }) };
  talkers = [];
});
afterEach(async () => {
  for (const talker of talkers) talker.stop();
  killServers();
  await database?.close();
  await rm(folder, { recursive: true, force: true });
});

async function withDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const { db, close } = await connect({ databaseUrl: database?.url, dataDir: folder });
  try {
    await migrate(db);
    return await work(db);
  } finally {
    await close();
  }
}

async function open(port: number, more: NodeJS.ProcessEnv = {}): Promise<ServerProcess> {
  const server = spawnServer(port, { ...env, ...more });
  await waitUntilOpen(server);
  return server;
}

function pair(members: readonly Member[], servers: readonly string[]): Talker[] {
  return members.map((member, index) => {
    const partner = members[index ^ 1];
    if (!partner) throw new Error('Talkers come in pairs');
    return new Talker(member, partner, servers, index % servers.length);
  });
}

const countAcknowledged = () => talkers.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
async function acknowledgedAtLeast(count: number): Promise<void> {
  await expect.poll(countAcknowledged, { timeout: 240_000, interval: 20 }).toBeGreaterThanOrEqual(count);
}

async function talk(talker: Talker): Promise<void> {
  for (let index = 1; index < each; index += 1) await talker.send(`message ${index}`);
}

/** Everyone sends one message first: until the other side replies, a user may send only a few. */
async function talkAll(): Promise<void> {
  await Promise.all(talkers.map((talker) => talker.send('message 0')));
  await Promise.all(talkers.map(talk));
}

async function expectNothingLostOrDoubled(): Promise<void> {
  for (const [index, talker] of talkers.entries()) {
    const sent = new Set(talkers[index ^ 1]?.acknowledged);
    expect(sent.size).toBe(each);
    await expect.poll(() => talker.received.size).toBe(each);
    expect([...talker.received].filter((id) => !sent.has(id))).toEqual([]);
  }
  for (const talker of talkers) talker.stop();
}

async function expectExactRows(db: Database): Promise<void> {
  const rows = await db.selectFrom('messages').select(['id', 'sender_id', 'text', 'number']).execute();
  const conversations = await db
    .selectFrom('conversations')
    .select(({ eb }) => eb('low_unseen', '+', eb.ref('high_unseen')).as('unseen'))
    .execute();
  expect({
    messages: rows.length,
    ids: new Set(rows.map(({ id }) => id)).size,
    texts: new Set(rows.map(({ sender_id, text }) => `${sender_id} ${text}`)).size,
    unseen: conversations.reduce((sum, { unseen }) => sum + unseen, 0),
    top: Math.max(...rows.map(({ number }) => number)),
  }).toEqual({ messages, ids: messages, texts: messages, unseen: messages, top: each * 2 });
}

test(
  'stores every message once and delivers it when the server is killed several times',
  { timeout: 600_000 },
  async () => {
    const members = await withDatabase((db) => insertMembers(db, '', people));
    const port = await freePort();
    let server = await open(port);
    talkers = pair(members, [server.url]);
    for (const talker of talkers) talker.start();
    const talking = talkAll();
    for (let kill = 1; kill <= kills; kill += 1) {
      await acknowledgedAtLeast((messages / (kills + 1)) * kill);
      server.child.kill('SIGKILL');
      await server.ended;
      server = await open(port);
    }
    await talking;
    await expectNothingLostOrDoubled();
    server.child.kill('SIGTERM');
    await server.ended;
    await withDatabase(expectExactRows);
  },
);

test.runIf(process.env['TEST_REDIS_URL'])(
  'loses no message when one of two processes dies, and its people reconnect to the other within 10 s',
  { timeout: 600_000, meta: { skippedBecause: 'needs Redis' } },
  async () => {
    const members = await withDatabase((db) => insertMembers(db, '', people));
    const shared = { REDIS_URL: process.env['TEST_REDIS_URL'] };
    const [one, other] = await Promise.all([freePort(), freePort()]);
    const dying = await open(one, shared);
    const staying = await open(other, shared);
    talkers = pair(members, [dying.url, staying.url]);
    for (const talker of talkers) talker.start();
    await expect.poll(() => talkers.every(({ connectedTo }) => connectedTo)).toBe(true);
    const talking = talkAll();
    await acknowledgedAtLeast(messages / 3);
    dying.child.kill('SIGKILL');
    await dying.ended;
    let away = talkers;
    const countAway = () => (away = away.filter(({ connectedTo }) => connectedTo !== staying.url)).length;
    await expect.poll(countAway).toBe(0);
    await talking;
    await expectNothingLostOrDoubled();
    staying.child.kill('SIGTERM');
    await staying.ended;
    await withDatabase(expectExactRows);
  },
);
