import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { addPerson, addPost, type Person } from '#test/factories.ts';
import { insertPosts } from '#test/rows.ts';
import type { PostFacts } from '#src/trade/feed/changes.ts';
import { newPostsService, type NewPostMatcher } from './service.ts';
import { matchJob, newPostsStore } from './store.ts';

let app: TestApp;
let seller: Person;
beforeAll(async () => {
  app = await startTestApp();
  seller = await addPerson(app.url);
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.database.db.deleteFrom('posts').execute();
  await app.database.db.deleteFrom('job_runs').execute();
});

const log = { warn: vi.fn() };
const minutes = (count: number) => new Date(Date.now() - count * 60_000);

function collect() {
  const seen: PostFacts[] = [];
  const matcher: NewPostMatcher = async (posts) => void seen.push(...posts);
  return { seen, matcher };
}

function open(...matchers: NewPostMatcher[]) {
  const store = newPostsStore(app.database.db);
  return { store, newPosts: newPostsService(store, matchers, log) };
}

async function insertAt(at: Date): Promise<string> {
  const id = uuidv7({ msecs: at.getTime() });
  await insertPosts(app.database.db, seller.account._id, 1, () => ({ id }));
  return id;
}

test('matches the posts since the last run and two minutes before, not older or hidden ones', async () => {
  await insertAt(minutes(30));
  const { seen, matcher } = collect();
  const { store, newPosts } = open(matcher);
  const late = await insertAt(minutes(1.5));
  const post = await addPost(seller, { title: 'Red onion', cropType: 'Onion' });
  const hidden = await addPost(seller);
  await app.database.db
    .updateTable('posts')
    .set({ is_hidden_by_moderation: true })
    .where('id', '=', hidden._id)
    .execute();
  await newPosts.match();
  expect(seen.map(({ id }) => id)).toEqual([late, post._id]);
  expect(seen[1]).toMatchObject({ cropKey: 'onion', authorId: seller.account._id, isAvailable: true });
  await store.saveRun();
  await newPosts.match();
  expect(seen).toHaveLength(4);
  await app.database.db
    .updateTable('job_runs')
    .set({ last_success_at: minutes(40) })
    .execute();
  await newPosts.match();
  expect(seen).toHaveLength(7);
});

test('a matcher that fails does not stop the others, and all get the posts again', async () => {
  const { seen, matcher } = collect();
  let fails = true;
  const failing: NewPostMatcher = async () => {
    if (fails) throw new Error('The matcher is away');
  };
  const { newPosts } = open(failing, matcher);
  await addPost(seller);
  await expect(newPosts.match()).rejects.toThrow('The matcher is away');
  expect(seen).toHaveLength(1);
  fails = false;
  await newPosts.match();
  expect(seen).toHaveLength(2);
});

test('reads many posts in batches, each once', async () => {
  await insertPosts(app.database.db, seller.account._id, 1_100);
  const sizes: number[] = [];
  const { seen, matcher } = collect();
  const { newPosts } = open(matcher, async (posts) => void sizes.push(posts.length));
  await newPosts.match();
  expect(sizes).toEqual([500, 500, 100]);
  expect(new Set(seen.map(({ id }) => id)).size).toBe(1_100);
});

test('a new post is matched within 20 seconds, and the run is recorded', async () => {
  const { seen, matcher } = collect();
  const { newPosts } = open(matcher);
  await addPost(seller);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  newPosts.matchSoon();
  newPosts.matchSoon();
  vi.advanceTimersByTime(20_000);
  vi.useRealTimers();
  await newPosts.close();
  expect(seen).toHaveLength(1);
  const runs = await app.database.db.selectFrom('job_runs').selectAll().execute();
  expect(runs).toMatchObject([{ job: matchJob, last_success_at: expect.any(Date) }]);
});
