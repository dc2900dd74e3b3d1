import fastify from 'fastify';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { appForTests } from '#test/hooks.ts';
import { addPerson, type Person } from '#test/factories.ts';
import { item, rss, sends, startFeedServer, type FeedServer } from '#test/feed-server.ts';
import { newsService } from './service.ts';
import { newsStore } from './store.ts';

const list = 'GET /api/v1/market/news';
const day = 24 * 60 * 60_000;
const { signal } = new AbortController();

const app = appForTests();
let feeds: FeedServer;
let person: Person;
const logs: string[] = [];
const { log } = fastify({ logger: { stream: { write: (line: string) => void logs.push(line) } } });

beforeAll(async () => {
  person = await addPerson(app.url);
});
beforeEach(async () => {
  feeds = await startFeedServer();
  logs.length = 0;
});
afterEach(async () => {
  await feeds.close();
  await app.database.db.deleteFrom('news_items').execute();
  await app.database.db.deleteFrom('source_runs').execute();
});

const newsAt = (...paths: string[]) =>
  newsService({
    store: newsStore(app.database),
    sources: app.services.sources,
    feeds: paths.map((path) => feeds.url + path),
    log,
  });
const shown = async (query = {}) => (await person.client.call(list, { query })).data;
const daysAgo = (days: number) => new Date(Date.now() - days * day);

test('shows the items of an RSS feed to logged-in users, latest first, and stores each once', async () => {
  const older = item({
    title: 'Onion prices rise in Nashik',
    description: '&lt;p&gt;Arrivals &lt;b&gt;fell&lt;/b&gt; &amp;amp; demand grew.&lt;/p&gt;',
    link: 'https://press.example/1',
    guid: 'one',
    pubDate: daysAgo(2).toUTCString(),
  });
  const newer = item({
    title: '<![CDATA[Cabinet discusses <b>export</b> rules]]>',
    link: 'https://press.example/2',
    pubDate: daysAgo(1).toUTCString(),
  });
  feeds.responses.set('/rss', sends(rss(older, newer)));
  const news = newsAt('/rss');
  await news.fetchFeeds(signal);
  await news.fetchFeeds(signal);
  expect(await shown()).toMatchObject([
    { title: 'Cabinet discusses export rules', summary: '', category: 'Policy', impact: 'neutral' },
    {
      title: 'Onion prices rise in Nashik',
      summary: 'Arrivals fell & demand grew.',
      category: 'Prices',
      impact: 'positive',
      source: 'Press Bureau',
      link: 'https://press.example/1',
      isSample: false,
    },
  ]);
  expect(await shown({ category: 'Prices' })).toHaveLength(1);
  expect(await shown({ category: 'Weather' })).toEqual([]);
  expect(await person.client.fail(list, { query: { category: 'Gossip' } })).toMatchObject({
    errors: [{ field: 'category' }],
  });
});

test('Atom feeds are read as well', async () => {
  const atom = `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>Bureau</title>
    <entry><id>urn:1</id><title type="html">Rain &lt;i&gt;awaited&lt;/i&gt;</title><link href="/news/1"/>
    <updated>${daysAgo(1).toISOString()}</updated><summary>In the north.</summary></entry></feed>`;
  feeds.responses.set('/atom', sends(atom, { 'content-type': 'application/atom+xml' }));
  await newsAt('/atom').fetchFeeds(signal);
  expect(await shown()).toMatchObject([
    { title: 'Rain awaited', summary: 'In the north.', link: `${feeds.url}/news/1`, source: 'Bureau' },
  ]);
});

test('dates: India’s time zone, none, and the future, which becomes the time of the first fetch', async () => {
  const dated = (title: string, pubDate: string) => item({ title, guid: title, pubDate });
  const yesterday = new Date(daysAgo(1).setMilliseconds(0));
  feeds.responses.set(
    '/rss',
    sends(
      rss(
        dated('India', yesterday.toUTCString().replace('GMT', 'IST')),
        item({ title: 'None' }),
        dated('Nonsense', 'the day after tomorrow'),
        dated('Future', daysAgo(-400).toUTCString()),
        dated('Old', daysAgo(91).toUTCString()),
      ),
    ),
  );
  const news = newsAt('/rss');
  const before = Date.now();
  await news.fetchFeeds(signal);
  const first = new Map((await shown()).map(({ title, time }) => [title, time]));
  expect([...first.keys()].toSorted()).toEqual(['Future', 'India', 'None', 'Nonsense']);
  expect(first.get('India')).toBe(new Date(yesterday.getTime() - 5.5 * 60 * 60_000).toISOString());
  for (const title of ['None', 'Nonsense', 'Future'])
    expect(Date.parse(first.get(title) ?? '')).toBeGreaterThanOrEqual(before);
  await news.fetchFeeds(signal);
  expect(new Map((await shown()).map(({ title, time }) => [title, time]))).toEqual(first);
});

test('dates are read day first and in India’s time, in the first form that can be read', async () => {
  const recent = new Date(daysAgo(3));
  const day = recent.toISOString().slice(0, 10);
  const [year, month, date] = day.split('-');
  const dated = (title: string, ...dates: string[]) =>
    `<item><title>${title}</title><guid>${title}</guid>${dates.join('')}</item>`;
  const published = (text: string) => `<pubDate>${text}</pubDate>`;
  const feed = rss(
    dated('No zone', published(`${day} 10:00:00`)),
    dated('Day first', published(`${date}/${month}/${year}`)),
    dated('Two dates', published('yesterday'), `<dc:date>${day}T10:00:00Z</dc:date>`),
  ).replace('<rss', '<rss xmlns:dc="http://purl.org/dc/elements/1.1/"');
  const atom = `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>Bureau</title><entry><id>urn:1</id>
    <title>Atom</title><published>soon</published><updated>${date}-${month}-${year} 4:30 PM</updated></entry></feed>`;
  feeds.responses.set('/rss', sends(feed));
  feeds.responses.set('/atom', sends(atom));
  await newsAt('/rss', '/atom').fetchFeeds(signal);
  expect(new Map((await shown()).map(({ title, time }) => [title, time]))).toEqual(
    new Map([
      ['Atom', `${day}T11:00:00.000Z`],
      ['Two dates', `${day}T10:00:00.000Z`],
      ['No zone', `${day}T04:30:00.000Z`],
      ['Day first', new Date(Date.parse(day) - 5.5 * 60 * 60_000).toISOString()],
    ]),
  );
});

test('an item without a date is old after ninety days, although its feed still has it', async () => {
  feeds.responses.set('/rss', sends(rss(item({ title: 'Permanent' }))));
  const news = newsAt('/rss');
  await news.fetchFeeds(signal);
  await app.database.db
    .updateTable('news_items')
    .set({ published_at: daysAgo(91) })
    .execute();
  for (const service of [news, news, newsAt('/rss')]) {
    await service.fetchFeeds(signal);
    expect(await shown()).toEqual([]);
  }
});

test('pages continue without gap or repeat', async () => {
  const items = Array.from({ length: 7 }, (_, index) =>
    item({
      title: `Item ${index}`,
      guid: `${index}`,
      pubDate: daysAgo(1 + Math.floor(index / 2)).toUTCString(),
    }),
  );
  feeds.responses.set('/rss', sends(rss(...items)));
  await newsAt('/rss').fetchFeeds(signal);
  const titles: string[] = [];
  let cursor: string | undefined;
  do {
    const { data, page } = await person.client.call(list, { query: { limit: 3, cursor } });
    expect(page.total).toBe(7);
    titles.push(...data.map(({ title }) => title));
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  expect(titles.toSorted()).toEqual(items.map((_, index) => `Item ${index}`));
  expect(await person.client.fail(list, { query: { cursor: 'x' } })).toMatchObject({
    errors: [{ field: 'cursor' }],
  });
});

test('any cursor uses the same statement', async () => {
  const { queries } = app.database;
  queries.length = 0;
  for (const total of [5, 6, 7]) {
    const parts = [Date.now() * 1_000, '00000000-0000-7000-8000-000000000000', total];
    await shown({ cursor: Buffer.from(JSON.stringify(parts)).toString('base64url') });
  }
  expect(queries).toHaveLength(3);
  expect(new Set(queries).size).toBe(1);
});

test('requests to the publisher are conditional', async () => {
  feeds.responses.set('/rss', (response, request) => {
    if (request.headers['if-none-match'] === '"one"') return response.writeHead(304).end();
    sends(rss(item({ title: 'First' })), { etag: '"one"' })(response, request);
  });
  const news = newsAt('/rss');
  await news.fetchFeeds(signal);
  await news.fetchFeeds(signal);
  expect(feeds.requests.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"one"']);
  expect(await shown()).toHaveLength(1);
});

test('a failing feed does not affect the others, and is recorded with the source and logged', async () => {
  feeds.responses.set('/good', sends(rss(item({ title: 'Good' }))));
  await newsAt('/missing', '/good').fetchFeeds(signal);
  expect(await shown()).toMatchObject([{ title: 'Good' }]);
  const run = (await app.services.sources.find()).get('news');
  expect(run).toMatchObject({ lastError: '127.0.0.1 returned status 404' });
  expect(run?.lastSuccessAt).toBeInstanceOf(Date);
  expect(run?.lastFailureAt?.getTime()).toBeGreaterThanOrEqual(run?.lastSuccessAt?.getTime() ?? Infinity);
  expect(logs).toHaveLength(1);
  await app.database.db.deleteFrom('source_runs').execute();
  await expect(newsAt('/missing').fetchFeeds(signal)).rejects.toThrow('127.0.0.1 returned status 404');
  expect((await app.services.sources.find()).get('news')).toMatchObject({ lastSuccessAt: null });
});

test('news are removed after ninety days, and with their feed', async () => {
  feeds.responses.set('/one', sends(rss(item({ title: 'One' }), item({ title: 'Ageing' }))));
  feeds.responses.set('/two', sends(rss(item({ title: 'Two' }))));
  await newsAt('/one', '/two').fetchFeeds(signal);
  expect(await shown()).toHaveLength(3);
  await app.database.db
    .updateTable('news_items')
    .set({ published_at: daysAgo(91) })
    .where('title', '=', 'Ageing')
    .execute();
  feeds.responses.set('/one', sends(rss(item({ title: 'One' }))));
  await newsAt('/one').fetchFeeds(signal);
  expect(await shown()).toMatchObject([{ title: 'One' }]);
});

test('sample news are shown without a feed, and removed when one delivers', async () => {
  const sample = [{ title: 'Sample: rain', summary: '', hoursAgo: 3 }];
  await newsAt('/rss').addSample(sample);
  expect(await shown()).toEqual([]);
  await app.services.news.addSample(sample);
  await app.services.news.addSample(sample);
  expect(await shown()).toMatchObject([
    { title: 'Sample: rain', isSample: true, link: null, source: 'Sample', category: 'Weather' },
  ]);
  expect(await newsAt('/rss').findLatest(5)).toEqual([]);
  feeds.responses.set('/rss', sends(rss(item({ title: 'Real' }))));
  await newsAt('/rss').fetchFeeds(signal);
  expect(await shown()).toMatchObject([{ title: 'Real', isSample: false }]);
  await app.services.news.addSample(sample);
  expect(await shown()).toHaveLength(1);
});

test('a page takes one query, and so does the latest news', async () => {
  feeds.responses.set('/rss', sends(rss(item({ title: 'One' }), item({ title: 'Two' }))));
  await newsAt('/rss').fetchFeeds(signal);
  await shown();
  const { queries } = app.database;
  queries.length = 0;
  await shown({ limit: 1 });
  expect(queries).toHaveLength(1);
  expect(await app.services.news.findLatest(1)).toHaveLength(1);
  expect(queries).toHaveLength(2);
});

test('an aborted fetch stops and does not count as a failure', async () => {
  const stopping = new AbortController();
  feeds.responses.set('/slow', () => stopping.abort());
  await expect(newsAt('/slow').fetchFeeds(stopping.signal)).rejects.toThrow('aborted');
  expect((await app.services.sources.find()).size).toBe(0);
});
