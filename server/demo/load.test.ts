import { existsSync, globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { startTestApp, type TestApp } from '#test/app.ts';
import { TestClient } from '#test/client.ts';
import { addPerson } from '#test/factories.ts';
import { loadDemoData } from './load.ts';
import { checkDemoData, demoPassword, emailOf, readDemoData, readDemoFile, type DemoData } from './read.ts';
import { readSampleRates } from './sample-rates.ts';

const MB = 1024 * 1024;
const all = readDemoData();

function cut(data: DemoData): DemoData {
  const people = data.people.filter(({ username }) =>
    ['gurpreet', 'anita', 'sunita_devi', 'vitthal_shinde'].includes(username),
  );
  const isIn = (username: string) => people.some((person) => person.username === username);
  const authored = data.posts.filter(({ author }) => isIn(author));
  const said = (id: string) => (data.comments[id] ?? []).filter(({ author }) => isIn(author));
  const conversations = data.conversations.filter(({ between }) => between.every(isIn));
  const shown = new Set(conversations.flatMap(({ messages }) => messages.flatMap(({ post }) => post ?? [])));
  const isWanted = ({ id }: { id: string }) => shown.has(id) || said(id).length > 1;
  const wanted = authored.filter((post, index) => isWanted(post) || index === authored.length - 1);
  const posts = wanted.map((post) => ({ ...post, photos: post.photos.slice(0, 1), views: 2, likes: 1 }));
  Object.assign(posts.at(-1)!, { views: 0, likes: 0 });
  return {
    people,
    posts,
    follows: Object.fromEntries(
      Object.entries(data.follows).flatMap(([from, to]) => (isIn(from) ? [[from, to.filter(isIn)]] : [])),
    ),
    comments: Object.fromEntries(posts.slice(0, -1).map(({ id }) => [id, said(id)])),
    conversations,
    reviews: data.reviews.filter(({ person, reviewer }) => isIn(person) && isIn(reviewer)),
    alerts: data.alerts,
    savedSearches: data.savedSearches,
    wanted: data.wanted.filter(({ author }) => isIn(author)),
    deals: data.deals.filter(({ buyer, post }) => isIn(buyer) && posts.some(({ id }) => id === post)),
    news: data.news,
  };
}

const market = cut(all);
const allRates = readSampleRates();
const isNeeded = ({ state, crop }: (typeof allRates.lastDay)[number]) =>
  market.alerts.some(
    (alert) => alert.state === state && 'commodities' in alert && alert.commodities.includes(crop ?? ''),
  );
const makeRates = vi.fn(() => ({
  before: allRates.before.filter(isNeeded),
  lastDay: allRates.lastDay.filter(isNeeded),
}));
const emailOfFirst = (role: string) => emailOf(market.people.find(({ userType }) => userType === role)!);

let app: TestApp;
async function load(stopAfter = Infinity) {
  const stopping = new AbortController();
  const loading = await loadDemoData(app.services, market, {
    makeRates,
    signal: stopping.signal,
    onProgress: (done) => done >= stopAfter && stopping.abort(),
  });
  await loading?.rest;
  await app.services.outbox.deliver();
  return loading;
}

const countRows = async () => {
  const tables = [
    'posts',
    'comments',
    'messages',
    'reviews',
    'follows',
    'likes',
    'price_alerts',
    'saved_searches',
    'wanted_posts',
    'offers',
    'deals',
  ] as const;
  const counts = tables.map(async (table) => {
    const rows = await app.database.db
      .selectFrom(table as 'posts')
      .selectAll()
      .execute();
    return [table, rows.length];
  });
  return Object.fromEntries(await Promise.all(counts)) as Record<(typeof tables)[number], number>;
};

const sum = (lists: readonly (readonly unknown[])[]) =>
  lists.reduce((total, { length }) => total + length, 0);
const accepted = market.deals.filter(({ actions }) => actions.length > 0);
const offerMessages = [...market.deals.flatMap(({ rounds }) => rounds), ...accepted];
const wholeMarket = {
  posts: market.posts.length,
  comments: sum(Object.values(market.comments)),
  messages: sum(market.conversations.map(({ messages }) => messages)) + offerMessages.length,
  reviews: market.reviews.length,
  follows: sum(Object.values(market.follows)),
  likes: market.posts.length - 1,
  price_alerts: market.alerts.length,
  saved_searches: market.savedSearches.length,
  wanted_posts: market.wanted.length,
  offers: market.deals.length,
  deals: accepted.length,
};

describe('loading the demo market', () => {
  beforeEach(async () => {
    app = await startTestApp();
  });
  afterEach(() => app.close());

  test('gives both demo people a lively market and sends no emails', async () => {
    await load();
    expect(await countRows()).toEqual(wholeMarket);
    for (const role of ['farmer', 'merchant']) {
      const client = new TestClient(app.url);
      const body = { email: emailOfFirst(role), password: demoPassword };
      const { data: account } = await client.call('POST /api/v1/users/login', { body });
      const { users, unseenMessages } = await client.call('GET /api/v1/messages/users');
      expect(users.length).toBeGreaterThan(1);
      expect(Object.values(unseenMessages)).toContain(2);
      const { data: notifications } = await client.call('GET /api/v1/notifications');
      const kinds = new Set(notifications.map(({ kind }) => kind));
      expect([...kinds].toSorted()).toEqual(['comment', 'follow', 'like', 'offer', 'price-alert', 'review']);
      expect(new Set(notifications.map(({ isRead }) => isRead))).toEqual(new Set([true, false]));
      const params = { username: account.user?.username ?? '' };
      const { data: reviews } = await client.call('GET /api/v1/reviews/:username', { params });
      expect(reviews.length).toBeGreaterThan(0);
      expect(Date.now() - Date.parse(reviews[0]!.date)).toBeGreaterThan(24 * 60 * 60_000);
    }
    const images = app.database.db.selectFrom('messages').select(['images', 'post_id']).execute();
    expect((await images).filter(({ images: photos }) => (photos as unknown[]).length > 0)).toHaveLength(2);
    expect((await images).filter(({ post_id: post }) => post !== null).length).toBeGreaterThan(2);
    expect(existsSync(join(app.dataDir, 'mail'))).toBe(false);
    expect(await app.database.db.selectFrom('deliveries').selectAll().execute()).toEqual([]);
  });

  test('continues after an interrupted start and leaves a complete market alone', async () => {
    await load(3);
    expect((await countRows()).posts).toBeLessThan(market.posts.length);
    await load();
    expect(await countRows()).toEqual(wholeMarket);
    const last = market.posts.at(-1)!.title;
    await app.database.db.deleteFrom('posts').where('title', '=', last).execute();
    await load();
    expect(await countRows()).toEqual(wholeMarket);
    await app.database.db.deleteFrom('comments').execute();
    makeRates.mockClear();
    await load();
    expect(await countRows()).toEqual({ ...wholeMarket, comments: 0 });
    expect(makeRates).not.toHaveBeenCalled();
  });

  test('adds nothing once a real person has registered', async () => {
    await addPerson(app.url);
    expect(await load()).toBeUndefined();
    expect((await countRows()).posts).toBe(0);
  });
});

test('has nothing that the API would refuse', () => {
  expect(() => checkDemoData(all)).not.toThrow();
});

test('uses all photos, with less than 6 MB in total', () => {
  const folder = fileURLToPath(new URL('photos/', import.meta.url));
  const files = globSync('**/*.webp', { cwd: folder });
  expect(files.reduce((total, file) => total + statSync(join(folder, file)).size, 0)).toBeLessThan(6 * MB);
  const used = new Set([
    ...all.people.flatMap(({ username, cover }) => [`people/${username}`, cover]),
    ...all.posts.flatMap(({ photos }) => photos),
    ...all.conversations.flatMap(({ messages }) => messages.map(({ photo }) => photo)),
  ]);
  expect(files.filter((file) => !used.has(file.replace(/\.webp$/, '')))).toEqual([]);
});

test('stops the start with the file and position of an invalid value', () => {
  const schema = z.array(z.strictObject({ title: z.string(), summary: z.number() }));
  expect(() => readDemoFile('news', schema)).toThrow(
    /^The demo data in .*news\.json is wrong: 0\.summary: .* \(found "This is where/,
  );
  expect(() => readDemoFile('missing', schema)).toThrow(/^The demo data in .*missing\.json cannot be read/);
});
