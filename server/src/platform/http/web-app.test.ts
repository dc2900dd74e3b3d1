import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';

let app: TestApp;
let webDir: string;
beforeAll(async () => {
  webDir = await mkdtemp(join(tmpdir(), 'upaj-web-'));
  await mkdir(join(webDir, 'assets'));
  const script = 'export const a = 1;';
  await writeFile(join(webDir, 'index.html'), '<title>Upaj</title>');
  await writeFile(join(webDir, 'assets/start-1a2b.js'), script);
  await writeFile(join(webDir, 'assets/start-1a2b.js.br'), brotliCompressSync(script));
  app = await startTestApp({ webDir });
});
afterAll(async () => {
  await app.close();
  await rm(webDir, { recursive: true, force: true });
});

test.each(['identity', 'gzip', 'br'])('every screen’s address returns the app for %s', async (encoding) => {
  for (const path of ['/', '/Crops?state=Goa', '/post/x', '/user/ravi.kumar']) {
    const response = await fetch(app.url + path, { headers: { 'accept-encoding': encoding } });
    expect([path, response.status, await response.text()]).toEqual([path, 200, '<title>Upaj</title>']);
    expect(response.headers.get('cache-control')).toBe('no-cache');
  }
});

test('HEAD finds screens and assets like GET', async () => {
  for (const path of ['/', '/Crops?state=Goa', '/assets/start-1a2b.js']) {
    const [head, get] = [await fetch(app.url + path, { method: 'HEAD' }), await fetch(app.url + path)];
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(head.headers.get('cache-control')).toBe(get.headers.get('cache-control'));
    await get.body?.cancel();
  }
});

test('a hashed asset is precompressed and cached for a year', async () => {
  const response = await fetch(`${app.url}/assets/start-1a2b.js`, { headers: { 'accept-encoding': 'br' } });
  expect(response.headers.get('content-encoding')).toBe('br');
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(await response.text()).toContain('export');
});

test.each(['/api/v1/nothing', '/assets/gone-1a2b.js', '/media/gone.webp'])(
  '%s is not a screen',
  async (path) => {
    const response = await fetch(app.url + path);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: 'NOT_FOUND' });
  },
);
