import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { TestClient } from '#test/client.ts';
import { addPerson, addPost, type Person } from '#test/factories.ts';
import { insertManyPosts } from '#test/many-posts.ts';

const site = 'https://upaj.example';
let app: TestApp;
let seller: Person;
let webDir: string;
beforeAll(async () => {
  webDir = await mkdtemp(join(tmpdir(), 'upaj-web-'));
  await writeFile(join(webDir, 'index.html'), '<head><title>Upaj</title></head><body></body>');
  app = await startTestApp({ webDir, env: { publicUrl: site } });
  seller = await addPerson(app.url, { fullName: 'Gurpreet Singh' });
});
afterAll(async () => {
  await app.close();
  await rm(webDir, { recursive: true, force: true });
});

const read = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(app.url + path, init);
  return { status: response.status, headers: response.headers, text: await response.text() };
};
const locationsIn = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc = '']) => loc);
const open = async (path: string, client = new TestClient(app.url)) =>
  String((await client.fetch(path)).body);

test('the app’s page of a post carries its tags, the same for strangers and members', async () => {
  const post = await addPost(seller, { title: 'Wheat "A" </head><script>alert(1)</script>' });
  const path = `/post/${post._id}`;
  const tags = [
    `<link rel="canonical" href="${site}/s/${post._id}">`,
    '<meta property="og:title" content="Wheat &quot;A&quot; &lt;/head&gt;&lt;script&gt;alert(1)&lt;/script&gt;">',
    `<meta property="og:image" content="${site}/s/${post._id}/photo.jpg">`,
  ];
  const pages = [await open(path), await open(path, seller.client), await open(`${path}/?from=x`)];
  for (const page of pages) {
    for (const tag of tags) expect(page).toContain(tag);
    expect(page).not.toContain('<script>alert');
  }
  await app.database.db
    .updateTable('posts')
    .set({ is_hidden_by_moderation: true })
    .where('id', '=', post._id)
    .execute();
  for (const client of [undefined, seller.client]) expect(await open(path, client)).not.toContain('og:');
});

test('the app’s page of a user carries first name, role and place, and the newest photo', async () => {
  const person = await addPerson(app.url, { fullName: 'Asha Rani', contact: '9812345670' });
  const body = {
    state: 'Punjab',
    district: 'Ludhiana',
    city: 'Khanna',
    village: 'Bahomajra',
    pincode: '141401',
  };
  await person.client.call('PATCH /api/v1/address/update-address', { body });
  const path = `/user/${person.account.username.toUpperCase()}`;
  const before = await open(path);
  expect(before).toContain('<meta property="og:title" content="Asha on Upaj">');
  expect(before).toContain('<meta property="og:description" content="Farmer · Ludhiana, Punjab">');
  expect(before).toContain('<meta name="twitter:card" content="summary">');
  const { _id } = await addPost(person);
  const page = await open(path);
  expect(page).toContain(`<meta property="og:image" content="${site}/s/${_id}/photo.jpg">`);
  expect(page).toContain(`<link rel="canonical" href="${site}/user/${person.account.username}">`);
  for (const secret of ['Rani', '45670', 'Khanna', 'Bahomajra', '@upaj']) expect(page).not.toContain(secret);
  await person.client.call('PATCH /api/v1/users/privacy', { body: { hasPublicPage: false } });
  expect(await open(path)).not.toContain('og:');
  for (const other of ['/user/nobody', '/user/%E0%A4%A', '/post/x', '/', '/user/a/followers'])
    expect(await open(other)).not.toContain('og:');
});

test('robots.txt names the sitemap', async () => {
  const { text, headers } = await read('/robots.txt');
  expect(headers.get('content-type')).toContain('text/plain');
  expect(text).toBe(`User-agent: *\nDisallow: /api/\n\nSitemap: ${site}/sitemap.xml\n`);
});

test('no header of a request reaches the addresses that others read', async () => {
  const other = await startTestApp({ webDir, env: { publicUrl: 'http://localhost:3000' } });
  const { client, account } = await addPerson(other.url);
  const { _id } = await addPost({ client, account });
  const headers = {
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'gopher',
    forwarded: 'host=evil.example;proto=gopher',
    host: 'evil.example',
  };
  for (const path of ['/robots.txt', '/sitemap.xml', `/s/${_id}`, `/post/${_id}`, '/docs/openapi.json']) {
    const request = get(other.url + path, { headers });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const body = await text(response);
    expect([path, response.statusCode]).toEqual([path, 200]);
    expect(body).toContain('http://localhost:3000');
    expect(body + JSON.stringify(response.headers)).not.toMatch(/evil|gopher/);
  }
  await other.close();
});

test('the sitemap lists every public post once, in parts of 20,000 at most', async () => {
  const { db } = app.database;
  const shy = await addPerson(app.url);
  const hidden = await addPost(shy);
  await shy.client.call('PATCH /api/v1/users/privacy', { body: { hasPublicPage: false } });
  await insertManyPosts(db, seller.account._id, 20_500);
  const { text: index, headers } = await read('/sitemap.xml');
  expect(headers.get('content-type')).toBe('application/xml; charset=utf-8');
  expect(headers.get('cache-control')).toBe('public, max-age=3600');
  expect([...index.matchAll(/<lastmod>\d{4}-\d\d-\d\dT[\d:.]+Z<\/lastmod>/g)]).toHaveLength(2);
  const parts = await Promise.all(
    locationsIn(index).map(async (address) => locationsIn((await read(address.replace(site, ''))).text)),
  );
  expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(20_000);
  const rows = await db
    .selectFrom('posts')
    .innerJoin('users', 'users.id', 'author_id')
    .select('posts.id')
    .where('is_hidden', '=', false)
    .where('has_public_page', '=', true)
    .execute();
  const expected = rows.map(({ id }) => `${site}/s/${id}`);
  expect(expected).not.toContain(`${site}/s/${hidden._id}`);
  expect(parts.flat().toSorted()).toEqual(expected.toSorted());
});

test('the sitemap names each post’s address in every language', async () => {
  const { _id } = await addPost(seller);
  const address = `${site}/s/${_id}`;
  const [last = ''] = locationsIn((await read('/sitemap.xml')).text).slice(-1);
  const { text: part } = await read(last.replace(site, ''));
  expect(part).toContain('xmlns:xhtml="http://www.w3.org/1999/xhtml"');
  const entry = part.split('<url>').find((one) => one.includes(`<loc>${address}</loc>`));
  for (const [language, href] of [
    ['en', `${address}?lang=en`],
    ['hi', `${address}?lang=hi`],
    ['x-default', address],
  ])
    expect(entry).toContain(`<xhtml:link rel="alternate" hreflang="${language}" href="${href}"/>`);
});

test('an hour’s requests for the sitemap share one count of the posts', async () => {
  await read('/sitemap.xml');
  app.database.queries.length = 0;
  await Promise.all([1, 2, 3].map(() => read('/sitemap.xml')));
  expect(app.database.queries).toEqual([]);
});

test('an address may request 120 sitemaps an hour', async () => {
  const other = await startTestApp();
  const statuses = new Map<number, number>();
  for (let count = 0; count < 125; count += 1) {
    const { status, body } = await fetch(`${other.url}/sitemap.xml`);
    await body?.cancel();
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  expect([...statuses]).toEqual([
    [200, 120],
    [429, 5],
  ]);
  await other.close();
});

test('HEAD has the status and headers of GET, and no body', async () => {
  const { _id, images } = await addPost(seller);
  const paths = [
    `/s/${_id}`,
    '/s/x',
    `/s/${_id}/photo.jpg`,
    images[0] ?? '',
    '/robots.txt',
    '/sitemap.xml',
    '/sitemaps/00000000-0000-0000-0000-000000000000.xml',
    '/sitemaps/x.xml',
    `/post/${_id}`,
    `/user/${seller.account.username}`,
    '/healthz',
    '/docs/openapi.json',
    '/api/v1/users/providers',
    '/api/v1/post/feed',
  ];
  for (const path of paths) {
    const [head, get] = [await read(path, { method: 'HEAD' }), await read(path)];
    expect([path, head.status, head.text]).toEqual([path, get.status, '']);
    for (const name of ['content-type', 'cache-control', 'etag'])
      expect([path, name, head.headers.get(name)]).toEqual([path, name, get.headers.get(name)]);
  }
});
