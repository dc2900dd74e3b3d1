import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { imageVariant } from '@upaj/contract/limits';
import { ping } from '#src/platform/db/connection.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { TestClient } from '#test/client.ts';
import { addPerson, addPost, photo, toForm } from '#test/factories.ts';

const screens = [
  {
    path: '/',
    files: ['/assets/feed-1a2b.js'],
    texts: { en: [], hi: ['/assets/hi-1a2b.js'] },
    calls: ['/api/v1/post/feed'],
  },
  {
    path: '/post/$postId',
    files: [],
    texts: {},
    calls: ['/api/v1/post/$postId'],
    photos: { images: { sizes: '(min-width: 64rem) 42rem, 60vw', widths: [320, 640, 1280] } },
  },
  {
    path: '/Profile',
    files: [],
    texts: {},
    calls: ['/api/v1/post/current-posts'],
    photos: { images: { sizes: '62vw', widths: [320] }, coverImage: { sizes: '55vw', widths: [640] } },
  },
  {
    path: '/Market',
    files: [],
    texts: {},
    calls: ['/api/market/overview?lang=$lang'],
  },
  {
    path: '/Crops',
    files: [],
    texts: {},
    calls: ['/api/v1/post/feed?sort=$order'],
  },
];
const session = '/api/v1/users/current-user';
const feed = '/api/v1/post/feed';

let app: TestApp;
let webDir: string;
beforeAll(async () => {
  webDir = await mkdtemp(join(tmpdir(), 'upaj-web-'));
  await mkdir(join(webDir, 'assets'));
  const script = 'export const a = 1;';
  await writeFile(
    join(webDir, 'index.html'),
    '<head><title>Upaj</title><script src="/theme.js"></script></head><body></body>',
  );
  await writeFile(join(webDir, 'screens.json'), JSON.stringify(screens));
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
    expect([path, response.status]).toEqual([path, 200]);
    expect(await response.text()).toContain('<title>Upaj</title>');
    expect(response.headers.get('cache-control')).toBe('private, no-store');
  }
});

type StartData = Record<string, [status: number, envelope: unknown]>;

async function open(path: string, client = new TestClient(app.url), headers = {}) {
  const html = String((await client.fetch(path, { headers })).body);
  const [, json = ''] = /<script type="application\/json" id="start">(.*?)<\/script>/s.exec(html) ?? [];
  return { html, start: JSON.parse(json) as StartData };
}

test('a screen preloads its scripts, and theme.js those of the language', async () => {
  const { html } = await open('/');
  expect(html).toContain('<link rel="modulepreload" crossorigin href="/assets/feed-1a2b.js"></head>');
  expect(html).toContain('<script src="/theme.js" data-texts="{&quot;en&quot;:[],&quot;hi&quot;:');
  expect((await open('/Crops')).html).not.toContain('modulepreload');
});

test('the HTML carries the session and the first page of its own viewer', async () => {
  const [asha, ravi] = [await addPerson(app.url), await addPerson(app.url)];
  const post = await addPost(asha, { title: 'Basmati </script><script>alert(1)</script>' });
  await ravi.client.call('POST /api/v1/like/like/:postId', { params: { postId: post._id } });
  for (const { client, account } of [asha, ravi]) {
    const { html, start } = await open('/', client);
    expect(html).not.toContain('<script>alert');
    expect(start[session]).toMatchObject([200, { data: { user: { _id: account._id } } }]);
    expect(start[feed]).toEqual([200, await client.call('GET /api/v1/post/feed')]);
  }
  const { html, start } = await open('/');
  expect(Object.keys(start)).toEqual([session]);
  expect(start[session]).toMatchObject([401, { code: 'NOT_LOGGED_IN' }]);
  expect(html).not.toContain('Basmati');
});

test('the HTML of a post preloads its first photo, as the gallery shows it', async () => {
  const seller = await addPerson(app.url);
  const { client } = seller;
  const { _id, images } = await addPost(seller, {}, 2);
  const { html } = await open(`/post/${_id}`, client);
  const files = [320, 640, 1280].map((width) => `${imageVariant(images[0] ?? '', width)} ${width}w`);
  expect(html).toContain(
    `<link rel="preload" as="image" imagesrcset="${files.join(', ')}" imagesizes="(min-width: 64rem) 42rem, 60vw">`,
  );
  for (const path of ['/post/x', '/']) expect((await open(path, client)).html).not.toContain('as="image"');
});

test('the HTML of the own profile preloads the cover and the photo of the first post', async () => {
  const person = await addPerson(app.url);
  const { client } = person;
  const { images } = await addPost(person, {}, 1);
  const form = toForm({}, { coverImage: [await photo()] });
  const { data } = await client.call('PATCH /api/v1/users/cover-image', { form });
  const { html } = await open('/Profile', client);
  const [cover, first] = [imageVariant(data, 640), imageVariant(images[0] ?? '', 320)];
  expect(html).toContain(`<link rel="preload" as="image" imagesrcset="${cover} 640w" imagesizes="55vw">`);
  expect(html).toContain(`<link rel="preload" as="image" imagesrcset="${first} 320w" imagesizes="62vw">`);
});

test('the market starts in the viewer’s language', async () => {
  const { client } = await addPerson(app.url);
  const call = '/api/market/overview';
  expect(Object.keys((await open('/Market', client)).start)).toEqual([session, call]);
  for (const [accepted, query] of [
    ['hi-IN,en;q=0.8', '?lang=hi'],
    ['xx, hi;q=0.9', '?lang=hi'],
    ['en-IN, hi;q=0.9', ''],
  ]) {
    const { start } = await open('/Market', client, { 'accept-language': accepted });
    expect(Object.keys(start)).toEqual([session, call + query]);
  }
});

test('crops start with the nearest when the viewer has an address', async () => {
  const { client } = await addPerson(app.url);
  expect(Object.keys((await open('/Crops', client)).start)).toEqual([session, feed]);
  const pune = { state: 'Maharashtra', district: 'Pune' };
  await client.call('PUT /api/v1/address/place', { body: pune });
  expect(Object.keys((await open('/Crops', client)).start)).toEqual([session, `${feed}?sort=nearest`]);
});

test('a filtered list is left to the app, which reads the filters', async () => {
  const { client } = await addPerson(app.url);
  expect(Object.keys((await open('/?state=Goa', client)).start)).toEqual([session]);
});

test('the HTML carries nothing after a log-out', async () => {
  const { client } = await addPerson(app.url);
  const thief = client.at(app.url);
  await client.call('POST /api/v1/users/logout');
  expect((await open('/', thief)).start).toMatchObject({ [session]: [401, {}] });
});

test('a refused call is left to the app', async () => {
  const [asha, ravi] = [await addPerson(app.url), await addPerson(app.url)];
  const post = await addPost(asha);
  const call = `/api/v1/post/${post._id}`;
  expect((await open(`/post/${post._id}`, ravi.client)).start[call]?.[0]).toBe(200);
  await asha.client.call('POST /api/v1/blocks/:username', { params: { username: ravi.account.username } });
  for (const id of [post._id, 'x', '..%2F..%2Fusers%2Fprofile', asha.account._id])
    expect(Object.keys((await open(`/post/${id}`, ravi.client)).start)).toEqual([session]);
});

test('without the database the app is still served, without data', async () => {
  const { client } = await addPerson(app.url);
  const other = await startTestApp({ webDir });
  // Kysely would start an unused database anew.
  await ping(other.database.db);
  await other.database.db.destroy();
  const response = await fetch(other.url, {
    headers: { cookie: client.cookieHeader },
  });
  expect([response.status, await response.text()]).toEqual([
    200,
    expect.stringContaining('id="start">{}</script>'),
  ]);
  await other.close();
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
