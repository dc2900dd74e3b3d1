import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { withLongLimits } from '#src/platform/db/time-limits.ts';
import { startTestApp, type TestApp } from '#test/app.ts';
import { insertMembers, markDeleted, type Member } from '#test/rows.ts';
import { connectSocket, openSocket } from '#test/socket.ts';
import { peopleSeen } from './people-seen.ts';
import { sessionsStore } from './store.ts';

const own = 'GET /api/v1/users/current-user';
const profile = 'GET /api/v1/users/user/:username';
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
const addTwo = async () => insertMembers(app.database.db, app.url, 2) as Promise<[Member, Member]>;

const lastSeenOf = async (id: string, { db } = app.database) => {
  const row = await db.selectFrom('users').select('last_seen_at').where('id', '=', id).executeTakeFirst();
  return row?.last_seen_at?.getTime() ?? null;
};

const isWriting = (query: string) => /\b(insert|update|delete)\b/i.test(query);

test('neither requests nor sockets write users or sessions', async () => {
  const [person] = await addTwo();
  const { queries } = app.database;
  queries.length = 0;
  for (let count = 0; count < 5; count += 1) await person.client.call(own);
  const lookups = queries.filter((query) => query.includes('from "sessions"'));
  expect(lookups).toHaveLength(1);
  const socket = await connectSocket(openSocket(app.url, person.client));
  const gone = new Promise((resolve) => socket.once('disconnect', resolve));
  socket.disconnect();
  await gone;
  expect(queries.filter(isWriting)).toEqual([]);
});

test('all who were seen are written, at the latest time', async () => {
  const members = await insertMembers(app.database.db, app.url, 30);
  const { saveLastSeen } = sessionsStore(app.database.db);
  await saveLastSeen(members.slice(0, 1).map(({ id }) => ({ userId: id, at: 1 })));
  await saveLastSeen(members.map(({ id }) => ({ userId: id, at: 2 })));
  expect(await Promise.all(members.map(({ id }) => lastSeenOf(id)))).toEqual(members.map(() => 2));
  for (const { client } of members) await client.call(own);
  await app.services.lastSeen.write();
  for (const { id } of members) expect(Date.now() - ((await lastSeenOf(id)) ?? 0)).toBeLessThan(60_000);
});

test('an earlier time never replaces a later one, and deleted accounts have none', async () => {
  const { db } = app.database;
  const { saveLastSeen } = sessionsStore(db);
  const [{ id: userId }] = await addTwo();
  await saveLastSeen([{ userId, at: 2_000 }]);
  await saveLastSeen([{ userId, at: 1_000 }]);
  expect(await lastSeenOf(userId)).toBe(2_000);
  await markDeleted(db, userId);
  await saveLastSeen([{ userId, at: 3_000 }]);
  expect(await lastSeenOf(userId)).toBe(2_000);
});

test('is the time of leaving for a person who was connected', async () => {
  const [person, other] = await addTwo();
  const before = Date.now();
  const socket = await connectSocket(openSocket(app.url, person.client));
  await app.services.lastSeen.write();
  socket.disconnect();
  const params = { username: person.username };
  await expect.poll(async () => (await other.client.call(profile, { params })).data.isOnline).toBe(false);
  await app.services.lastSeen.write();
  const { lastSeen } = (await other.client.call(profile, { params })).data;
  expect(Date.parse(lastSeen ?? '')).toBeGreaterThanOrEqual(before);
});

test.runIf(process.env['TEST_DATABASE_URL'])(
  'a locked person does not delay the others, and is written later',
  { meta: { skippedBecause: 'the embedded database runs one transaction at a time' } },
  async () => {
    const { db } = app.database;
    const [{ id: locked }, { id: free }] = await addTwo();
    const at = Date.now() + 60_000;
    const { saveLastSeen } = sessionsStore(db);
    const seen = [locked, free].map((userId) => ({ userId, at }));
    await withLongLimits(() =>
      db.transaction().execute(async (trx) => {
        await trx.updateTable('users').set({ bio: 'Busy' }).where('id', '=', locked).execute();
        expect(await saveLastSeen(seen)).toEqual([locked]);
      }),
    );
    expect(await lastSeenOf(free)).toBe(at);
    expect(await saveLastSeen(seen)).toEqual([]);
    expect(await lastSeenOf(locked)).toBe(at);
  },
);

test('waits in memory until written, in the order of time', async () => {
  const people = peopleSeen(undefined);
  people.add([
    { userId: 'asha', at: 1 },
    { userId: 'ravi', at: 2 },
  ]);
  people.add([{ userId: 'asha', at: 3 }]);
  const next = await people.next(1);
  expect(next).toEqual([{ userId: 'ravi', at: 2 }]);
  people.add([{ userId: 'ravi', at: 4 }]);
  await people.remove([...next, { userId: 'asha', at: 3 }]);
  expect(await people.next(9)).toEqual([{ userId: 'ravi', at: 4 }]);
});

describe.runIf(process.env['TEST_REDIS_URL'])(
  'with Redis',
  { meta: { skippedBecause: 'needs Redis' } },
  () => {
    // Apart from the keys of other tests.
    const redisUrl = `${process.env['TEST_REDIS_URL']}/9`;
    let redis: Redis;
    beforeEach(async () => {
      redis = new Redis(redisUrl);
      await redis.flushdb();
    });

    test('outlives the process, and expires', async () => {
      const first = peopleSeen(redis);
      first.add([{ userId: 'asha', at: 5 }]);
      first.add([{ userId: 'asha', at: 4 }]);
      first.add([{ userId: 'ravi', at: 6 }]);
      const client = redis.duplicate();
      const second = peopleSeen(client);
      await expect
        .poll(() => second.next(9))
        .toEqual([
          { userId: 'asha', at: 5 },
          { userId: 'ravi', at: 6 },
        ]);
      first.add([{ userId: 'ravi', at: 7 }]);
      await second.remove([
        { userId: 'asha', at: 5 },
        { userId: 'ravi', at: 6 },
      ]);
      expect(await first.next(9)).toEqual([{ userId: 'ravi', at: 7 }]);
      expect(await redis.ttl('upaj:seen')).toBeGreaterThan(60);
      for (const one of [redis, client]) one.disconnect();
    });

    test('waits in memory while Redis is down', async () => {
      redis.disconnect();
      const people = peopleSeen(redis);
      people.add([{ userId: 'asha', at: 5 }]);
      await expect.poll(() => people.next(9)).toEqual([{ userId: 'asha', at: 5 }]);
      await people.remove([{ userId: 'asha', at: 5 }]);
      expect(await people.next(9)).toEqual([]);
    });
  },
);
