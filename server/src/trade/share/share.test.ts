import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { addPerson, addPost, type Person } from '#test/factories.ts';
import { expectQueries } from '#test/queries.ts';
import { markDeleted } from '#test/rows.ts';
import { insertSeries } from '#test/series.ts';

const site = 'https://upaj.example';
let app: TestApp;
let seller: Person;
beforeAll(async () => {
  app = await startTestApp({ env: { publicUrl: site } });
  await insertSeries(app.database.db, { market: 'Doraha', modal_price: 3_000 });
  await app.services.market.refresh();
});
afterAll(() => app.close());
beforeEach(async () => {
  seller = await addPerson(app.url, { fullName: 'Gurpreet Singh Gill', contact: '9812345670' });
});

const read = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(app.url + path, { headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
};
const metaOf = (text: string, name: string) =>
  new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)">`).exec(text)?.[1];
const change = (id: string, changes: object) =>
  app.database.db.updateTable('posts').set(changes).where('id', '=', id).execute();
const changeSeller = (changes: object) =>
  app.database.db.updateTable('users').set(changes).where('id', '=', seller.account._id).execute();
const switchOff = () => seller.client.call('PATCH /api/v1/users/privacy', { body: { hasPublicPage: false } });

test('a stranger reads the post with its price, the mandi’s, place, first name and badge', async () => {
  const { _id } = await addPost(seller);
  await changeSeller({ is_verified: true });
  const { status, headers, text } = await read(`/s/${_id}`);
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  for (const part of [
    '<html lang="en">',
    '<h1 dir="auto" lang="en">Sharbati wheat, this harvest</h1>',
    '<b>₹31.50</b> <span>per kg</span>',
    '<b class="">5% above mandi price</b>',
    '₹30 per kg at Doraha',
    '40 quintal',
    'Ludhiana, Punjab',
    '<bdi lang="en">Gurpreet</bdi> <span class="verified">✓ Verified</span>',
    `<a class="button" href="/post/${_id}">Open in Upaj</a>`,
    `<link rel="canonical" href="${site}/s/${_id}">`,
    `<link rel="alternate" hreflang="hi" href="${site}/s/${_id}?lang=hi">`,
    `<link rel="alternate" hreflang="x-default" href="${site}/s/${_id}">`,
    '<meta name="viewport"',
  ])
    expect(text).toContain(part);
  expect(text).not.toContain('Sold Out');
  expect(Buffer.byteLength(text)).toBeLessThan(30_000);
  const scripts = [...text.matchAll(/<script[^>]*>/g)].map(([tag]) => tag);
  expect(scripts).toEqual(['<script type="application/ld+json">']);
  expect(text).not.toMatch(/ on\w+=|<link rel="stylesheet"/);
});

test('the page says nothing that finds or calls the seller', async () => {
  const post = await addPost(seller, {
    title: 'Wheat 50 9812345670, call 98123-45670 or mail gill.farm@upaj.example',
    description: 'From Bahomajra. Call +91 98123 45670.',
    quantity: '40 quintal ९८१२३४५६७०',
    tags: 'bahomajra',
    packaging: 'Bags of Gill, 9812345670',
  });
  const pages = await Promise.all([
    read(`/s/${post._id}`),
    read(`/s/${post._id}?lang=hi`),
    read('/sitemap.xml'),
  ]);
  const everything = pages.map(({ text, headers }) => text + JSON.stringify([...headers])).join('\n');
  expect(everything).toContain('Wheat 50 …, call … or mail …');
  const { username, email, _id } = seller.account;
  for (const secret of [
    '45670',
    '५६७०',
    '@upaj',
    'Bahomajra',
    'Khanna',
    '141401',
    'Singh',
    'Gill',
    username,
    email,
    _id,
  ])
    expect(everything.toLowerCase()).not.toContain(secret.toLowerCase());
});

test('previews and search engines get the same facts', async () => {
  const { _id } = await addPost(seller);
  const { text } = await read(`/s/${_id}`, { 'user-agent': 'WhatsApp/2.24.9 A' });
  const summary = '₹31.50 per kg · 5% above mandi price · 40 quintals · Ludhiana, Punjab';
  const tags = {
    'og:title': 'Sharbati wheat, this harvest',
    'og:description': summary,
    description: summary,
    'og:url': `${site}/s/${_id}`,
    'og:site_name': 'Upaj',
    'og:type': 'product',
    'og:locale': 'en_IN',
    'og:image': `${site}/s/${_id}/photo.jpg`,
    'og:image:type': 'image/jpeg',
    'og:image:width': '800',
    'og:image:height': '600',
    'product:price:amount': '31.5',
    'product:price:currency': 'INR',
    'twitter:card': 'summary_large_image',
  };
  for (const [name, value] of Object.entries(tags)) expect([name, metaOf(text, name)]).toEqual([name, value]);
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text) ?? [];
  expect(JSON.parse(json)).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: 'Sharbati wheat, this harvest',
    offers: {
      '@type': 'Offer',
      price: 31.5,
      priceCurrency: 'INR',
      availability: 'https://schema.org/InStock',
      seller: { name: 'Gurpreet' },
    },
  });
});

test('the preview’s photo is a JPEG of 800 px that is open to all, until the post is hidden', async () => {
  const { _id } = await addPost(seller);
  const path = `/s/${_id}/photo.jpg`;
  const response = await fetch(app.url + path);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 800, height: 600 });
  expect(bytes.length).toBeLessThan(300_000);
  const etag = response.headers.get('etag') ?? '';
  expect((await read(path, { 'if-none-match': etag })).status).toBe(304);
  await change(_id, { is_hidden_by_moderation: true });
  expect((await read(path, { 'if-none-match': etag })).status).toBe(404);
});

test.each([
  ['en-IN,en;q=0.9', '', 'en'],
  ['hi-IN,hi;q=0.9,en;q=0.8', '', 'hi'],
  ['xx-IN, hi;q=0.7', '', 'hi'],
  ['en;q=0.5, hi;q=0.7', '', 'hi'],
  ['hi;q=0, en;q=0.1', '', 'en'],
  ['hil', '', 'en'],
  ['', '', 'en'],
  ['hi', '?lang=en', 'en'],
  ['en', '?lang=hi', 'hi'],
  ['en', '?lang=hi&lang=en', 'en'],
  ['en', '?lang=<script>', 'en'],
])('the language of %s and %s is %s', async (accepted, query, language) => {
  const { _id } = await addPost(seller);
  const { text, headers } = await read(`/s/${_id}${query}`, { 'accept-language': accepted });
  expect(text).toContain(`<html lang="${language}">`);
  expect(text).toContain(language === 'hi' ? 'उपज पर खोलें' : 'Open in Upaj');
  expect(text).toContain(language === 'hi' ? 'लुधियाना, पंजाब' : 'Ludhiana, Punjab');
  expect(text).toContain(`<a href="?lang=${language === 'hi' ? 'en' : 'hi'}"`);
  expect(headers.get('vary')).toMatch(/accept-language/i);
});

test('a page lists its address in each language, and names the one it has', async () => {
  const { _id } = await addPost(seller);
  const address = `${site}/s/${_id}`;
  for (const [query, own] of [
    ['', address],
    ['?lang=hi', `${address}?lang=hi`],
  ]) {
    const { text } = await read(`/s/${_id}${query}`);
    expect(text).toContain(`<link rel="canonical" href="${own}">`);
    expect(metaOf(text, 'og:url')).toBe(own);
    for (const language of ['en', 'hi'])
      expect(text).toContain(
        `<link rel="alternate" hreflang="${language}" href="${address}?lang=${language}">`,
      );
    expect(text).toContain(`<link rel="alternate" hreflang="x-default" href="${address}">`);
    expect(text.match(/<script(?! type="application\/ld\+json")/g)).toBeNull();
  }
});

const gone: [string, (id: string) => Promise<unknown>][] = [
  ['hidden by a moderator', (id) => change(id, { is_hidden_by_moderation: true })],
  ['of a suspended author', () => changeSeller({ suspended_at: new Date() })],
  ['of a deleted author', () => markDeleted(app.database.db, seller.account._id)],
  ['switched off', switchOff],
  ['deleted', (postId) => seller.client.call('DELETE /api/v1/post/:postId', { params: { postId } })],
];

test.each(gone)('a post that is %s is a plain 404 page at once', async (_, take) => {
  const { _id } = await addPost(seller);
  const path = `/s/${_id}?lang=hi`;
  const etag = (await read(path)).headers.get('etag') ?? '';
  expect((await read(path, { 'if-none-match': etag })).status).toBe(304);
  await take(_id);
  const { status, headers, text } = await read(path, { 'if-none-match': etag });
  expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  expect(headers.get('cache-control')).toBe('private, no-store');
  expect(text).toContain('<html lang="hi">');
  expect(text).toContain('यह पेज अब नहीं है');
  for (const fact of ['Sharbati', 'og:', 'Gurpreet', '31.50']) expect(text).not.toContain(fact);
  expect((await read(`/s/${_id}/photo.jpg`)).status).toBe(404);
});

test.each(['x', '01900000-0000-7000-8000-000000000000', '%00', "'--", '..%2F..%2Fetc'])(
  'no post %s: the same page',
  async (id) => {
    const { status, text } = await read(`/s/${id}`);
    expect(status).toBe(404);
    expect(text).toContain('This page is not available');
  },
);

test('what a seller wrote stays text', async () => {
  const hostile = `"><script>alert(1)</script> '&amp; \u202e${'ऊँ'.repeat(20)} </title>`;
  const { _id } = await addPost(seller, { title: hostile, quantity: '</dd><img src=x onerror=alert(1)>' });
  await changeSeller({ full_name: '<b>Gurpreet</b>"' });
  const { text } = await read(`/s/${_id}`);
  expect(text).not.toMatch(/<script>|<img src=x|<\/title> ·|<b>Gurpreet|\u202e/);
  expect(text).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; &#39;&amp;amp; ');
  const [, json = ''] = /ld\+json">(.*?)<\/script>/s.exec(text) ?? [];
  expect(JSON.parse(json)).toMatchObject({ name: hostile.replace('\u202e', '') });
});

test('a sold post says so', async () => {
  const { _id: postId } = await addPost(seller);
  await seller.client.call('PATCH /api/v1/post/:postId/availability', {
    params: { postId },
    body: { isAvailable: false },
  });
  const { text } = await read(`/s/${postId}`);
  expect(text).toContain('<p class="badge sold">Sold Out</p>');
  expect(text).toContain('https://schema.org/SoldOut');
  expect(metaOf(text, 'og:description')).toMatch(/^Sold Out · /);
});

test('a page takes one query, for members too', async () => {
  const { _id } = await addPost(seller);
  for (const client of [seller.client, (await addPerson(app.url)).client])
    await expectQueries(app.database, 1, () => client.fetch(`/s/${_id}`));
});

test('a post says to members whether its seller shows a phone number and the public page', async () => {
  const params = { postId: (await addPost(seller))._id };
  const buyer = await addPerson(app.url, { userType: 'merchant' });
  const find = async () => (await buyer.client.call('GET /api/v1/post/:postId', { params })).data;
  expect(await find()).toMatchObject({ isContactShown: true, hasPublicPage: true });
  await switchOff();
  await seller.client.call('PATCH /api/v1/users/privacy', { body: { isContactHidden: true } });
  expect(await find()).toMatchObject({ isContactShown: false, hasPublicPage: false });
  const feed = await buyer.client.call('GET /api/v1/post/feed');
  expect(JSON.stringify(feed)).not.toMatch(/isContactShown|hasPublicPage/);
});

test('without the database the page says so', async () => {
  const other = await startTestApp({ logStream: { write: () => {} } });
  await other.database.db.destroy();
  const response = await fetch(`${other.url}/s/01900000-0000-7000-8000-000000000000`);
  expect([response.status, await response.text()]).toEqual([
    expect.toBeOneOf([500, 503]),
    expect.stringContaining('<h1>This page could not be loaded</h1>'),
  ]);
  await other.close();
});
