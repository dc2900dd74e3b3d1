import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, expect, test } from 'vitest';
import { retentionRules } from '#src/moderation/personal-data/register.ts';
import { databaseForTests } from '#test/hooks.ts';
import { insertPeople } from '#test/rows.ts';
import { removeOldRows } from './retention.ts';

const database = databaseForTests();
let [userId, other] = ['', ''];
const running = new AbortController().signal;
const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60_000);
beforeEach(async () => {
  await sql`truncate users cascade`.execute(database.db);
  [userId = '', other = ''] = await insertPeople(database.db, 2);
});

async function addSession(expiresAt: Date, owner = userId): Promise<string> {
  const id = uuidv7();
  const row = { id, token: id, user_id: owner, expires_at: expiresAt };
  await database.db.insertInto('sessions').values(row).execute();
  return id;
}

const sessionIds = async () => {
  const rows = await database.db.selectFrom('sessions').select('id').orderBy('id').execute();
  return rows.map(({ id }) => id);
};

test('expired sessions and links go, valid ones stay', async () => {
  const { db } = database;
  await addSession(inDays(-0.01));
  const valid = await addSession(inDays(1));
  const links = [-0.01, 1].map((days) => ({
    id: uuidv7(),
    identifier: `verify-email:${days}`,
    value: 'hash',
    expires_at: inDays(days),
  }));
  await db.insertInto('verifications').values(links).execute();
  await removeOldRows(db, retentionRules, running);
  expect(await sessionIds()).toEqual([valid]);
  const left = await db.selectFrom('verifications').select('id').execute();
  expect(left).toEqual([{ id: links[1]?.id }]);
});

test('notifications go 90 days after they were read, or a year after they were made, and wait a week for their delivery', async () => {
  const { db } = database;
  const made = (days: number, readDaysAgo?: number) => ({
    id: uuidv7(),
    user_id: userId,
    kind: 'comment',
    data: '{}',
    created_at: inDays(-days),
    is_read: readDaysAgo !== undefined,
    read_at: readDaysAgo === undefined ? null : inDays(-readDaysAgo),
  });
  const staying = [made(6), made(89, 89), made(300, 1), made(300)];
  const going = [made(95, 91), made(366)];
  await db
    .insertInto('notifications')
    .values([...going, ...staying])
    .execute();
  await removeOldRows(db, retentionRules, running);
  const ids = staying.map(({ id }) => id);
  const left = await db.selectFrom('notifications').select('id').orderBy('id').execute();
  expect(left.map(({ id }) => id)).toEqual(ids);
});

test('many rows go in several statements, none of them large', async () => {
  const { db, queries } = database;
  await sql`insert into sessions (id, token, user_id, expires_at)
    select gen_random_uuid(), n::text, ${userId}, now() - make_interval(days => n % 2 * 2 - 1)
    from generate_series(1, 6000) n`.execute(db);
  queries.length = 0;
  await removeOldRows(db, retentionRules, running);
  expect(await sessionIds()).toHaveLength(3_000);
  expect(queries.filter((query) => query.includes('delete from "sessions"')).length).toBeGreaterThan(1);
});

test('stops when it is aborted', async () => {
  await addSession(inDays(-1));
  await removeOldRows(database.db, retentionRules, AbortSignal.abort());
  expect(await sessionIds()).toHaveLength(1);
});

test('a run that is stopped is continued by the next one', async () => {
  const { db, queries } = database;
  await sql`insert into sessions (id, token, user_id, expires_at)
    select gen_random_uuid(), repeat('x', 900) || n, ${userId}, now() - interval '1 day' from generate_series(1, 2000) n`.execute(
    db,
  );
  const sessions = retentionRules.filter(({ table }) => table === 'sessions');
  const countDeletes = () => queries.filter((query) => query.includes('delete from "sessions"')).length;
  queries.length = 0;
  const stopped = Object.defineProperty({} as AbortSignal, 'aborted', { get: () => countDeletes() > 1 });
  await removeOldRows(db, sessions, stopped);
  const before = (await sessionIds()).length;
  expect([countDeletes(), before > 0]).toEqual([2, true]);
  queries.length = 0;
  await removeOldRows(db, sessions, running);
  expect(await sessionIds()).toEqual([]);
  const [{ pages } = { pages: 0 }] = (
    await sql<{ pages: number }>`select (pg_relation_size('sessions') / 8192)::int as pages`.execute(db)
  ).rows;
  expect(countDeletes()).toBe(Math.ceil(pages / 64) - 2);
});

test.runIf(process.env['TEST_DATABASE_URL'])(
  'waits for no writer, and no writer waits for it',
  { meta: { skippedBecause: 'the embedded database runs one transaction at a time' } },
  async () => {
    const { db } = database;
    const [locked] = [await addSession(inDays(-1)), await addSession(inDays(-2))];
    await db.transaction().execute(async (writer) => {
      await writer.updateTable('sessions').set({ ip_address: 'x' }).where('id', '=', locked).execute();
      await removeOldRows(db, retentionRules, running);
      expect(await sessionIds()).toEqual([locked]);
    });
    await db.transaction().execute(async (remover) => {
      await removeOldRows(remover, retentionRules, running);
      await sql`set local lock_timeout = '1s'`.execute(remover);
      const started = addSession(inDays(1), other);
      const renewed = db.updateTable('users').set({ bio: 'x' }).where('id', '=', userId).execute();
      await Promise.all([started, renewed]);
    });
  },
);
