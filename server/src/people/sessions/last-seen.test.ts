import { expect, test } from 'vitest';
import { withLongLimits } from '#src/platform/db/time-limits.ts';
import { appForTests } from '#test/hooks.ts';
import { insertMembers, markDeleted, type Member } from '#test/rows.ts';
import { connectSocket, openSocket } from '#test/socket.ts';
import { sessionsStore } from './store.ts';

const own = 'GET /api/v1/users/current-user';
const profile = 'GET /api/v1/users/user/:username';
const app = appForTests();
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
  const { saveLastSeen } = sessionsStore(app.database);
  await saveLastSeen(members.slice(0, 1).map(({ id }) => ({ userId: id, at: 1 })));
  await saveLastSeen(members.map(({ id }) => ({ userId: id, at: 2 })));
  expect(await Promise.all(members.map(({ id }) => lastSeenOf(id)))).toEqual(members.map(() => 2));
  for (const { client } of members) await client.call(own);
  await app.services.lastSeen.write();
  for (const { id } of members) expect(Date.now() - ((await lastSeenOf(id)) ?? 0)).toBeLessThan(60_000);
});

test('an earlier time never replaces a later one, and deleted accounts have none', async () => {
  const { db } = app.database;
  const { saveLastSeen } = sessionsStore({ db });
  const [{ id: userId }] = await addTwo();
  await saveLastSeen([{ userId, at: 2_000 }]);
  await saveLastSeen([{ userId, at: 1_000 }]);
  expect(await lastSeenOf(userId)).toBe(2_000);
  await markDeleted(db, userId);
  await saveLastSeen([{ userId, at: 3_000 }]);
  expect(await lastSeenOf(userId)).toBe(2_000);
});

test('each person is counted once a day in India, without who it was', async () => {
  const { db } = app.database;
  const { saveLastSeen } = sessionsStore({ db });
  const members = await insertMembers(db, app.url, 3);
  const [one = '', two = '', gone = ''] = members.map(({ id }) => id);
  await markDeleted(db, gone);
  const see = (at: string, ...ids: string[]) =>
    saveLastSeen(ids.map((userId) => ({ userId, at: Date.parse(at) })));
  await see('2026-01-10T10:00:00+05:30', one, gone);
  await see('2026-01-10T23:59:59+05:30', one, two);
  await see('2026-01-11T00:00:00+05:30', two, gone);
  // Another process stores late that the person was seen the day before; that changes nothing.
  await see('2026-01-10T23:59:59+05:30', two);
  const days = db.selectFrom('active_days').selectAll().where('day', '<=', '2026-01-11');
  expect(await days.where('day', '>', '2026-01-01').orderBy('day').execute()).toEqual([
    { day: '2026-01-10', people: 2 },
    { day: '2026-01-11', people: 1 },
  ]);
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
    const { saveLastSeen } = sessionsStore({ db });
    const seen = [locked, free].map((userId) => ({ userId, at }));
    await withLongLimits(() =>
      db.transaction().execute(async (trx) => {
        await trx.updateTable('users').set({ bio: 'Busy' }).where('id', '=', locked).execute();
        expect(await saveLastSeen(seen)).toEqual([free]);
      }),
    );
    expect(await lastSeenOf(free)).toBe(at);
    await saveLastSeen(seen);
    expect(await lastSeenOf(locked)).toBe(at);
  },
);
