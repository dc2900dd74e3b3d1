import { createECDH } from 'node:crypto';
import webPush from 'web-push';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { insertMembers, type Member } from '#test/rows.ts';
import { isPublicEndpoint } from './addresses.ts';
import { pushSender } from './sender.ts';

let app: TestApp;
let farmer: Member;
beforeAll(async () => {
  app = await startTestApp();
  [farmer] = (await insertMembers(app.database.db, app.url, 1)) as [Member];
});
afterAll(() => app.close());

test.each([
  'https://fcm.googleapis.com/fcm/send/abc:APA91b',
  'https://updates.push.services.mozilla.com/wpush/v2/gAAAA',
  'https://web.push.apple.com/QGu',
  'https://wns2-par02p.notify.windows.com/w/?token=BQ',
])('accepts %s', (endpoint) => expect(isPublicEndpoint(endpoint)).toBe(true));

test.each([
  'http://fcm.googleapis.com/fcm/send/abc',
  'ftp://push.example/a',
  'https://127.0.0.1/a',
  'https://2130706433/a',
  'https://0x7f.1/a',
  'https://[::1]/a',
  'https://[::ffff:10.0.0.1]/a',
  'https://169.254.169.254/latest/meta-data',
  'https://93.184.216.34/a',
  'https://localhost/a',
  'https://LOCALHOST./a',
  'https://push.localhost/a',
  'https://metadata.google.internal/a',
  'https://printer.local/a',
  'https://router.home.arpa/a',
  'https://database/a',
  'https://push.example:5432/a',
  'https://name:password@push.example/a',
  'not an address',
])('refuses %s', async (endpoint) => {
  expect(isPublicEndpoint(endpoint)).toBe(false);
  const keys = { p256dh: 'x'.repeat(87), auth: 'x'.repeat(22) };
  const refusal = await farmer.client.fail('POST /api/v1/notifications/push', { body: { endpoint, keys } });
  expect(refusal).toMatchObject({ statusCode: 422, errors: [{ field: 'endpoint' }] });
});

test('does not connect to a name that resolves to this machine', async () => {
  const sender = pushSender({ subject: 'https://upaj.example' });
  const browser = {
    endpoint: 'https://localhost:9/send',
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: 'x'.repeat(22),
  };
  const text = { title: 'Wheat', body: '' };
  const payload = { en: text, hi: text, url: '/' };
  const { signal } = new AbortController();
  expect(await sender.send(browser, payload, webPush.generateVAPIDKeys(), signal)).toEqual({
    kind: 'later',
    reason: 'EPRIVATE',
  });
});
