import { expect, test } from 'vitest';
import { startTestApp } from '#test/app.ts';
import { TestClient } from '#test/client.ts';

const logout = 'POST /api/v1/users/logout';

test('with an https address, windows are separate, and a page of the same host without https cannot write', async () => {
  const app = await startTestApp({ env: { publicUrl: 'https://upaj.example' } });
  expect((await fetch(app.url)).headers.get('cross-origin-opener-policy')).toBe('same-origin');
  const client = new TestClient(app.url);
  const { host } = new URL(app.url);
  for (const origin of [`http://${host}`, 'http://upaj.example', 'http://upaj.example:443'])
    expect(await client.fail(logout, { headers: { origin } })).toMatchObject({ code: 'FOREIGN_ORIGIN' });
  for (const origin of [`https://${host}`, 'https://upaj.example']) {
    const { status } = await client.send(logout, { headers: { origin } });
    expect([origin, status]).toEqual([origin, 200]);
  }
  await app.close();
});

test('without https, a page of the same host can, and browsers get no header that they refuse', async () => {
  const app = await startTestApp();
  expect((await fetch(app.url)).headers.has('cross-origin-opener-policy')).toBe(false);
  const { status } = await new TestClient(app.url).send(logout, { headers: { origin: app.url } });
  expect(status).toBe(200);
  await app.close();
});
