import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { currentLimits, inBackground, withLongLimits } from '#src/platform/db/time-limits.ts';
import { PostgresPools } from '#src/platform/db/postgres.ts';
import { findSetting, openTestDatabase, type TestDatabase } from '#test/database.ts';
import { deliveriesService, type DeliveriesDeps } from '#src/notify/deliveries/service.ts';
import { outboxService, type OutboxDeps } from '#src/notify/outbox/service.ts';

test('events, emails and pushes are delivered as background work, also from a job', async () => {
  const paces: Record<string, string> = {};
  const note = <T>(name: string, result: T) => {
    paces[name] = currentLimits();
    return Promise.resolve(result);
  };
  const deliveries = deliveriesService({
    store: { takeDue: (channel: string) => note(channel, []) },
  } as unknown as DeliveriesDeps);
  const outbox = outboxService({
    store: { hasDue: () => note('events', false) },
  } as unknown as OutboxDeps);
  await withLongLimits(() => Promise.all([outbox.deliver(), deliveries.send()]));
  const background = 'background';
  expect(paces).toEqual({ events: background, email: background, push: background, sms: background });
});

test('PostgreSQL connections send keep-alives after 10 s', async () => {
  const pools = new PostgresPools({ url: 'postgres://127.0.0.1:1/none', size: 1 });
  expect(pools.options).toMatchObject({ keepAlive: true, keepAliveInitialDelayMillis: 10_000 });
  await pools.end();
});

const embedded = { meta: { skippedBecause: 'the embedded database has no limits' } };
describe.runIf(process.env['TEST_DATABASE_URL'])('on PostgreSQL', embedded, () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase({ isPatient: false });
  });
  afterAll(() => database.close());

  test('background work has limits of 30 s, requests 5 s and long work 30 min', async () => {
    const limit = () => findSetting(database.db, 'statement_timeout');
    expect(await limit()).toBe('5s');
    expect(await inBackground(limit)).toBe('30s');
    expect(await withLongLimits(limit)).toBe('30min');
  });
});
