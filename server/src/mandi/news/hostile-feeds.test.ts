import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import fastify from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { appForTests } from '#test/hooks.ts';
import { item, rss, sends, startFeedServer, type Answer, type FeedServer } from '#test/feed-server.ts';
import { close, listen } from '#test/loopback.ts';
import { newsService } from './service.ts';
import { newsStore } from './store.ts';

const { signal } = new AbortController();
const { log } = fastify();
const MB = 1024 * 1024;

const app = appForTests();
let feeds: FeedServer;
beforeEach(async () => {
  feeds = await startFeedServer();
});
afterEach(async () => {
  await feeds.close();
  await app.database.db.deleteFrom('news_items').execute();
});

async function read(path: string) {
  const news = newsService({
    store: newsStore(app.database),
    sources: app.services.sources,
    feeds: [feeds.url + path],
    log,
    fetchLimits: { timeout: 1_500, maxBytes: MB },
  });
  await news.fetchFeeds(signal);
  return news.findLatest(200);
}

const good = rss(item({ title: 'Harvest begins' }));

test('scripts, styles, handlers and javascript: addresses are left out', async () => {
  const items = [
    item({ title: '&lt;script&gt;alert(1)&lt;/script&gt;Rice', link: 'javascript:alert(1)' }),
    item({
      title: '<![CDATA[<img src=x onerror="alert(1)">Wheat<style>*{}</style>]]>',
      link: 'data:text/html,x',
    }),
    item({
      title: 'Maize',
      description: '<![CDATA[<a href="javascript:x">Read</a><iframe src=x></iframe> on]]>',
    }),
    item({ title: 'Cotton', link: 'https://user:secret@press.example/' }),
    item({ title: 'Jute &amp;amp; &amp;lt;b&amp;gt; \u202etxet\u0007\n\n more', link: 'vbscript:x' }),
    item({ title: 'Onion', link: `https://press.example/${'x'.repeat(3_000)}` }),
    item({ title: '&#xD800;Lone &#0; half' }),
  ];
  feeds.responses.set('/rss', sends(rss(...items)));
  const shown = new Map((await read('/rss')).map((found) => [found.title, found]));
  expect([...shown.keys()].toSorted()).toEqual([
    'Cotton',
    'Jute & <b> txet more',
    'Maize',
    'Onion',
    'Rice',
    'Wheat',
    '\ufffdLone \ufffd half',
  ]);
  expect([...shown.values()].map(({ link }) => link)).toEqual(Array(7).fill(null));
  expect(shown.get('Maize')?.summary).toBe('Read on');
});

test('long texts are cut after a whole grapheme, and only the first hundred items are used', async () => {
  const word = 'किसान';
  const long = [item({ title: word.repeat(200), description: 'word '.repeat(10_000) })];
  const many = Array.from({ length: 500 }, (_, index) => item({ title: `Item ${index}` }));
  feeds.responses.set('/rss', sends(rss(...long, ...many)));
  const shown = await read('/rss');
  expect(shown).toHaveLength(100);
  const cut = shown.find(({ title }) => title.startsWith(word));
  expect(cut?.title.length).toBeLessThanOrEqual(200);
  expect(cut?.title.replaceAll(word, '')).toMatch(/^(कि|किसा)?…$/);
  expect(cut?.summary).toMatch(/word…$/);
  expect(cut?.summary.length).toBeLessThanOrEqual(500);
});

const laughs = `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "ha">${Array.from(
  { length: 30 },
  (_, index) => `<!ENTITY a${index} "${`&a${index - 1};`.repeat(10)}">`,
).join('')}]>${rss(item({ title: '&a29;' }))}`;

const refused: [string, string | Buffer, Record<string, string>, string][] = [
  ['a billion laughs', laughs, {}, 'declares a document type'],
  [
    'a file of the server',
    `<!doctype x [<!ENTITY f SYSTEM "file:///etc/passwd">]>${good}`,
    {},
    'declares a document type',
  ],
  ['an entity alone', good.replace('<channel>', '<channel><!ENTITY a "b">'), {}, 'declares a document type'],
  ['a page', '<!doctype html><p>Hello', { 'content-type': 'text/html' }, 'is not a feed (text/html)'],
  ['a page that says it is XML', '<html><body>Hello</body></html>', {}, 'is neither RSS nor Atom'],
  ['JSON', '{"version":"https://jsonfeed.org/version/1.1","items":[]}', {}, 'is not a feed'],
  ['nothing', '', {}, 'is not a feed'],
  ['half a feed', good.slice(0, -40), {}, 'is neither RSS nor Atom'],
  [
    'invalid UTF-8',
    Buffer.concat([Buffer.from(good), Buffer.from([0xc3, 0x28])]),
    {},
    'not in its declared charset',
  ],
  ['an unknown charset', good, { 'content-type': 'text/xml; charset=klingon' }, 'unknown charset (klingon)'],
  ['a hundred megabytes', Buffer.alloc(100 * MB, 'x'), {}, 'is too large'],
  ['a gzip bomb', gzipSync(Buffer.alloc(100 * MB)), { 'content-encoding': 'gzip' }, 'is too large'],
  ['broken gzip', 'no gzip', { 'content-encoding': 'gzip' }, 'cannot be read (Z_DATA_ERROR)'],
  ['a compression that was not requested', good, { 'content-encoding': 'br' }, 'unsupported compression'],
  ['a deep nest', rss('<a>'.repeat(100_000) + '</a>'.repeat(100_000)), {}, 'is neither RSS nor Atom'],
];

test.each(refused)('%s is refused at little cost', async (_, body, headers, reason) => {
  feeds.responses.set('/rss', sends(body, headers));
  const before = process.memoryUsage().rss;
  await expect(read('/rss')).rejects.toThrow(reason);
  expect(process.memoryUsage().rss - before).toBeLessThan(150 * MB);
  expect(await app.database.db.selectFrom('news_items').selectAll().execute()).toEqual([]);
});

test('a body without end is cut off, and a slow one is aborted', async () => {
  feeds.responses.set('/endless', (response) => {
    response.writeHead(200, { 'content-type': 'text/xml' });
    const more = () =>
      void (response.destroyed || (response.write('x'.repeat(64_000), () => setImmediate(more)), 0));
    more();
  });
  await expect(read('/endless')).rejects.toThrow('is too large');
  feeds.responses.set('/trickle', (response) => {
    response.writeHead(200, { 'content-type': 'text/xml' });
    const timer = setInterval(() => response.write(' '), 20);
    response.on('close', () => clearInterval(timer));
  });
  const started = Date.now();
  await expect(read('/trickle')).rejects.toThrow('timed out');
  feeds.responses.set('/silent', () => {});
  await expect(read('/silent')).rejects.toThrow('timed out');
  expect(Date.now() - started).toBeLessThan(10_000);
});

test('an unreachable or disconnecting publisher is logged without its URL', async () => {
  feeds.responses.set('/?key=secret', (response) => response.destroy());
  await expect(read('/?key=secret')).rejects.toThrow(/^127\.0\.0\.1 cannot be read \(ECONNRESET\)$/);
});

const redirects =
  (location: string): Answer =>
  (response) =>
    response.writeHead(302, { location }).end();

test('a redirect on the same site is followed, but not without end', async () => {
  feeds.responses.set('/old', redirects('/new'));
  feeds.responses.set('/new', sends(good));
  expect(await read('/old')).toMatchObject([{ title: 'Harvest begins' }]);
  feeds.responses.set('/loop', redirects('/loop'));
  await expect(read('/loop')).rejects.toThrow('redirects too many times');
  feeds.responses.set('/nowhere', redirects('http://'));
  await expect(read('/nowhere')).rejects.toThrow('redirects to an invalid address');
  feeds.responses.set('/file', redirects('file:///etc/passwd'));
  await expect(read('/file')).rejects.toThrow('redirects to an address that is not http or https');
});

test('a redirect to a private address is refused before any request', async () => {
  let wasAsked = false;
  const inside = createServer((_, response) => {
    wasAsked = true;
    sends(good)(response, _);
  });
  const { port } = new URL(await listen(inside));
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0.0.0.0'])
    await expectRefused(`http://${host}:${port}/`);
  for (const host of ['169.254.169.254', '10.0.0.1', '192.168.1.1']) await expectRefused(`http://${host}/`);
  expect(wasAsked).toBe(false);
  await close(inside);

  async function expectRefused(location: string) {
    feeds.responses.set('/out', redirects(location));
    await expect(read('/out')).rejects.toThrow('redirects into a private network');
  }
});

test.each([
  ['the server', 'windows-1252', { 'content-type': 'text/xml; charset=windows-1252' }, 'utf-8'],
  ['itself', 'iso-8859-1', { 'content-type': 'text/xml' }, 'iso-8859-1'],
])('reads the charset from %s', async (_, _charset, headers, declared) => {
  const text = good.replace('utf-8', declared).replace('Harvest begins', 'Café \u00a9');
  feeds.responses.set('/rss', sends(Buffer.from(text, 'latin1'), headers));
  expect(await read('/rss')).toMatchObject([{ title: 'Café ©' }]);
});

test('detects UTF-16 by its byte order mark', async () => {
  const text = `\ufeff${good.replace('Harvest begins', 'फसल')}`;
  feeds.responses.set('/rss', sends(Buffer.from(text, 'utf16le'), { 'content-type': 'text/xml' }));
  expect(await read('/rss')).toMatchObject([{ title: 'फसल' }]);
});

test('compressed feeds are read', async () => {
  feeds.responses.set('/rss', sends(gzipSync(good), { 'content-encoding': 'gzip' }));
  expect(await read('/rss')).toMatchObject([{ title: 'Harvest begins' }]);
});
