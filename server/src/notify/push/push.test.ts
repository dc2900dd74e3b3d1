import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { TestClient } from '#test/client.ts';
import { addPerson, goodPassword } from '#test/factories.ts';
import { insertNotifications } from '#test/notifications.ts';
import { startPushService } from '#test/push-service.ts';
import { insertMembers, type Member } from '#test/rows.ts';

const subscribe = 'POST /api/v1/notifications/push';
const unsubscribe = 'DELETE /api/v1/notifications/push';

let app: TestApp;
let service: Awaited<ReturnType<typeof startPushService>>;
let farmer: Member;
let other: Member;
beforeAll(async () => {
  service = await startPushService();
  app = await startTestApp({
    push: { isAnywhereAllowed: true, timeout: 3_000 },
    env: { publicUrl: 'https://upaj.example' },
  });
});
afterAll(async () => {
  await app.close();
  await service.close();
});
beforeEach(async () => {
  await app.database.db.deleteFrom('users').execute();
  [farmer, other] = (await insertMembers(app.database.db, app.url, 2)) as [Member, Member];
  service.taken.length = 0;
  app.logs.length = 0;
});

async function subscribed({ client }: { client: TestClient }) {
  const body = service.subscribe();
  await client.call(subscribe, { body });
  return body;
}

async function deliver(): Promise<void> {
  await app.services.outbox.deliver();
  await app.services.deliveries.send();
}

const insert = ({ id }: { id: string }, ...prices: number[]) =>
  insertNotifications(app.database.db, id, ...prices.map((price) => ({ price })));

const queued = () => app.database.db.selectFrom('deliveries').selectAll().execute();
const endpoints = async () =>
  (await app.database.db.selectFrom('push_subscriptions').select('endpoint').execute()).map(
    ({ endpoint }) => endpoint,
  );
const letTimePass = () =>
  app.database.db
    .updateTable('deliveries')
    .set({ due_at: new Date(0) })
    .execute();

test('sends one push per browser, encrypted for it and signed by this server', async () => {
  const [phone, laptop] = [await subscribed(farmer), await subscribed(other)];
  await insert(farmer, 2650);
  await deliver();
  await deliver();
  expect(service.failures).toEqual([]);
  expect(service.taken).toMatchObject([
    {
      endpoint: phone.endpoint,
      payload: {
        en: { title: 'Wheat: ₹2,650 per quintal', body: expect.stringContaining('Khanna') },
        hi: { title: 'गेहूं: ₹2,650 प्रति क्विंटल', body: expect.stringContaining('मंडी') },
        url: '/Market/rates/12',
      },
      claims: { aud: service.url, sub: 'https://upaj.example' },
    },
  ]);
  const { data } = await farmer.client.call('GET /api/v1/notifications/settings');
  const [push] = service.taken;
  expect(push?.publicKey).toBe(data.pushKey);
  const lasts = push!.claims.exp - Date.now() / 1000;
  expect(lasts > 0 && lasts < 24 * 60 * 60).toBe(true);
  expect(await queued()).toEqual([]);
  expect(await endpoints()).toEqual(expect.arrayContaining([phone.endpoint, laptop.endpoint]));
});

test('combines several notifications into one push, in the account’s language', async () => {
  await subscribed(farmer);
  await farmer.client.call('PUT /api/v1/users/language', { body: { language: 'hi' } });
  await insert(farmer, 2610, 2620, 2630);
  await deliver();
  expect(service.taken.map(({ payload }) => payload)).toMatchObject([
    { lang: 'hi', en: { title: '3 भाव आपके तय भाव तक पहुंचे' } },
  ]);
});

test.each([404, 410])('removes a subscription that has ended (%i)', async (status) => {
  await subscribed(farmer);
  service.answers.push(status);
  await insert(farmer, 2650);
  await deliver();
  expect([await endpoints(), await queued()]).toEqual([[], []]);
});

test.each([429, 500, 503, 'slow'] as const)(
  'retries when the push service is busy (%s)',
  async (response) => {
    await subscribed(farmer);
    service.answers.push(response);
    await insert(farmer, 2650);
    await deliver();
    expect(service.taken).toEqual([]);
    expect(await queued()).toMatchObject([{ tries: 1 }]);
    await app.services.deliveries.send();
    expect(service.taken).toEqual([]);
    await letTimePass();
    await app.services.deliveries.send();
    expect(service.taken).toHaveLength(1);
    expect(await queued()).toEqual([]);
    expect(app.logs.filter((line) => line.includes('were not delivered yet'))).toHaveLength(1);
    expect(app.logs.join()).not.toContain('/send/');
  },
);

test('gives up when the push service is still busy', async () => {
  await subscribed(farmer);
  await insert(farmer, 2650);
  const before = service.tries();
  service.answers.push(...Array.from({ length: 5 }, () => 500));
  for (let round = 0; round < 8; round += 1) {
    await deliver();
    await letTimePass();
  }
  expect(service.tries() - before).toBe(5);
  expect(await queued()).toEqual([]);
  expect(await endpoints()).toHaveLength(1);
});

test('does not retry a refused push, nor remove the subscription', async () => {
  await subscribed(farmer);
  service.answers.push(403);
  await insert(farmer, 2650);
  await deliver();
  expect([await queued(), await endpoints()]).toEqual([[], [expect.any(String)]]);
});

test('a slow push service does not delay pushes to others', async () => {
  await subscribed(farmer);
  await subscribed(other);
  service.answers.push('slow');
  await insert(farmer, 2650);
  await insert(other, 2650);
  await deliver();
  expect(service.taken).toHaveLength(1);
});

test('the job sends what a killed process left', async () => {
  await subscribed(farmer);
  await insert(farmer, 2650);
  const job = app.jobs.find(({ name }) => name === 'deliver-notifications');
  await job!.run(new AbortController().signal);
  expect(service.taken).toHaveLength(1);
  await insert(farmer, 2700);
  service.answers.push(500);
  await deliver();
  await letTimePass();
  await job!.run(new AbortController().signal);
  expect(service.taken).toHaveLength(2);
});

test('does not push a notification that was read in the meantime', async () => {
  await subscribed(farmer);
  service.answers.push(500);
  const [notificationId] = await insert(farmer, 2650);
  await deliver();
  await farmer.client.call('PUT /api/v1/notifications/:notificationId/read', {
    params: { notificationId: notificationId! },
  });
  await letTimePass();
  await app.services.deliveries.send();
  expect(service.taken).toEqual([]);
});

test('does not push a follow that was undone', async () => {
  await subscribed(farmer);
  service.answers.push(500);
  const params = { username: farmer.username };
  const before = service.tries();
  await other.client.call('POST /api/v1/follow/follow/:username', { params });
  await expect.poll(() => service.tries() - before).toBe(1);
  await other.client.call('DELETE /api/v1/follow/unfollow/:username', { params });
  await letTimePass();
  await app.services.deliveries.send();
  expect(service.tries() - before).toBe(1);
  expect(service.taken).toEqual([]);
});

test('a shared phone gets pushes for its last subscriber only', async () => {
  const body = await subscribed(farmer);
  service.answers.push(500);
  await insert(farmer, 2650);
  await deliver();
  await other.client.call(subscribe, { body });
  await letTimePass();
  await insert(farmer, 2651);
  await insert(other, 2700);
  await deliver();
  expect(service.taken.map(({ payload }) => payload.en.title)).toEqual(['Wheat: ₹2,700 per quintal']);
});

test('a session has one subscription, and no one else can end it', async () => {
  const first = await subscribed(farmer);
  const second = await subscribed(farmer);
  await farmer.client.call(subscribe, { body: second });
  expect(await endpoints()).toEqual([second.endpoint]);
  await other.client.call(unsubscribe, { body: { endpoint: second.endpoint } });
  await farmer.client.call(unsubscribe, { body: { endpoint: first.endpoint } });
  expect(await endpoints()).toEqual([second.endpoint]);
  await farmer.client.call(unsubscribe, { body: { endpoint: second.endpoint } });
  expect(await endpoints()).toEqual([]);
});

test('a subscription ends on log-out, expiry and account deletion', async () => {
  const [leaver, deleted] = [await addPerson(app.url), await addPerson(app.url)];
  await subscribed(leaver);
  await subscribed(deleted);
  await leaver.client.call('POST /api/v1/users/logout');
  expect(await endpoints()).toHaveLength(1);
  await deleted.client.call('DELETE /api/v1/users/account', {
    body: { confirmation: deleted.account.username, password: goodPassword },
  });
  expect(await endpoints()).toEqual([]);
  await subscribed(farmer);
  await insert(farmer, 2650);
  await app.database.db
    .updateTable('sessions')
    .set({ expires_at: new Date(0) })
    .execute();
  await deliver();
  expect(service.taken).toEqual([]);
});

test('refuses an invalid subscription at its field', async () => {
  const { endpoint, keys } = service.subscribe();
  const fieldOf = async (body: object) =>
    (await farmer.client.fail(subscribe, { body })).errors.map(({ field }) => field);
  expect(await fieldOf({ endpoint: 'nowhere', keys })).toEqual(['endpoint']);
  expect(await fieldOf({ endpoint: `${endpoint}/${'x'.repeat(1000)}`, keys })).toEqual(['endpoint']);
  // This secret has 15 bytes, and encrypting needs 16.
  expect(await fieldOf({ endpoint, keys: { ...keys, auth: 'a'.repeat(20) } })).toEqual(['keys.auth']);
  expect(await fieldOf({ endpoint, keys: { ...keys, p256dh: '' } })).toEqual(['keys.p256dh']);
  const stranger = new TestClient(app.url);
  for (const key of [subscribe, unsubscribe] as const)
    expect(await stranger.fail(key, { body: { endpoint, keys } })).toMatchObject({ code: 'NOT_LOGGED_IN' });
});

test('refuses a key that is not a point of the curve, and removes one stored earlier', async () => {
  const { endpoint, keys } = service.subscribe();
  const p256dh = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 7)]).toString('base64url');
  const refusal = await farmer.client.fail(subscribe, { body: { endpoint, keys: { ...keys, p256dh } } });
  expect(refusal.errors.map(({ field }) => field)).toEqual(['keys.p256dh']);
  await farmer.client.call(subscribe, { body: { endpoint, keys } });
  await app.database.db.updateTable('push_subscriptions').set({ p256dh }).execute();
  await subscribed(other);
  await insert(farmer, 2650);
  await insert(other, 2650);
  await deliver();
  expect(service.taken).toHaveLength(1);
  expect(await endpoints()).toHaveLength(1);
});

test('processes that start together share one key', async () => {
  await app.database.db.deleteFrom('vapid_keys').execute();
  const beside = await Promise.all([1, 2].map(() => startTestApp({ db: app.database.db })));
  const keys = await Promise.all(
    beside.flatMap(({ services: { push } }) => [push.publicKey(), push.publicKey()]),
  );
  expect(new Set(keys).size).toBe(1);
  for (const one of beside) await one.close();
});

test('a session that lacks the code of the second factor gets none', async () => {
  const { db } = app.database;
  await subscribed(farmer);
  const factor = { user_id: farmer.id, encrypted_secret: '', recovery_hashes: [], confirmed_at: new Date() };
  await db.insertInto('second_factors').values(factor).execute();
  await insert(farmer, 2600);
  await deliver();
  expect(service.taken).toEqual([]);
  await db
    .updateTable('sessions')
    .set({ second_factor_at: new Date() })
    .where('user_id', '=', farmer.id)
    .execute();
  await insert(farmer, 2650);
  await deliver();
  expect(service.taken).toHaveLength(1);
});
