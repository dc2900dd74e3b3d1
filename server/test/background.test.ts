import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { currentLimits, inBackground, withLongLimits } from '#src/platform/db/time-limits.ts';
import { PostgresPools } from '#src/platform/db/postgres.ts';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { notificationEmails, type NotificationEmailsDeps } from '#src/notify/emails/service.ts';
import { notificationsService, type NotificationsDeps } from '#src/notify/notifications/service.ts';
import { pushService, type PushDeps } from '#src/notify/push/service.ts';

test('notifications, emails and pushes are delivered as background work, also from a job', async () => {
  const paces: Record<string, string> = {};
  const note = <T>(name: string, result: T) => {
    paces[name] = currentLimits();
    return Promise.resolve(result);
  };
  const mails = notificationEmails({
    store: { takeDueMails: () => note('mails', []) },
  } as unknown as NotificationEmailsDeps);
  const push = pushService({
    store: { takeDue: () => note('pushes', { taken: 0, pushes: [] }) },
  } as unknown as PushDeps);
  const store = { takeUndelivered: () => note('notifications', []) };
  const notifications = notificationsService({ store, mails, push } as unknown as NotificationsDeps);
  const all = { notifications: 'background', mails: 'background', pushes: 'background' };
  await withLongLimits(() => notifications.deliver());
  await push.close();
  await mails.close();
  expect(paces).toEqual(all);
});

test('PostgreSQL connections send keep-alives after 10 s', async () => {
  const pools = new PostgresPools('postgres://127.0.0.1:1/none', 1);
  expect(pools.options).toMatchObject({ keepAlive: true, keepAliveInitialDelayMillis: 10_000 });
  await pools.end();
});

const embedded = { meta: { skippedBecause: 'the embedded database has no limits' } };
describe.runIf(process.env['TEST_DATABASE_URL'])('on PostgreSQL', embedded, () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());

  test('background work has limits of 30 s, requests 5 s and long work 30 min', async () => {
    const limit = async () => {
      const { rows } = await sql<{ limit: string }>`
        select current_setting('statement_timeout') as limit`.execute(database.db);
      return rows[0]?.limit;
    };
    expect(await limit()).toBe('5s');
    expect(await inBackground(limit)).toBe('30s');
    expect(await withLongLimits(limit)).toBe('30min');
  });
});
