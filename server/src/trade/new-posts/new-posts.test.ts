import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { addPerson, addPost, type Person } from '#test/factories.ts';
import { insertPosts } from '#test/rows.ts';
import type { PostFacts } from '#src/trade/saved-searches/is-match.ts';
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
  return newPostsService(newPostsStore(app.database.db), matchers, log);
}

async function insertAt(at: Date): Promise<string> {
  const id = uuidv7({ msecs: at.getTime() });
  await insertPosts(app.database.db, seller.account._id, 1, () => ({ id }));
  return id;
}

test('matches the posts since the last run and 20 minutes before, not older or hidden ones', async () => {
  await insertAt(minutes(30));
  const { seen, matcher } = collect();
  const newPosts = open(matcher);
  const late = await insertAt(minutes(15));
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
  await app.database.db
    .updateTable('job_runs')
    .set({ began_at: minutes(40) })
    .execute();
  const other = collect();
  await open(other.matcher).match();
  expect(other.seen).toHaveLength(3);
});

test('a post that is stored after a run, with an earlier id, is matched; each once per process', async () => {
  const { seen, matcher } = collect();
  const newPosts = open(matcher);
  const early = await insertAt(minutes(15));
  await newPosts.match();
  const late = await insertAt(minutes(10));
  await newPosts.match();
  await newPosts.match();
  expect(seen.map(({ id }) => id)).toEqual([early, late]);
});

test('posts stored during a long run are matched after it', async () => {
  const began = minutes(60);
  vi.useFakeTimers({ toFake: ['Date'], now: began });
  onTestFinished(() => void vi.useRealTimers());
  await insertAt(began);
  const newPosts = open(async () => void vi.useRealTimers());
  await newPosts.match();
  const during = await insertAt(minutes(59));
  const { seen, matcher } = collect();
  await open(matcher).match();
  expect(seen.map(({ id }) => id)).toContain(during);
});

test('a process matches once at a time, and then what was stored meanwhile', async () => {
  const seen: string[] = [];
  let isRunning = false;
  let later: Promise<unknown> | undefined;
  const newPosts = open(async (posts) => {
    expect(isRunning).toBe(false);
    isRunning = true;
    seen.push(...posts.map(({ id }) => id));
    if (!later) {
      later = Promise.all([newPosts.match(), newPosts.match()]);
      await addPost(seller);
    }
    isRunning = false;
  });
  await addPost(seller);
  await newPosts.match();
  await later;
  expect(new Set(seen).size).toBe(2);
});

test('a matcher that fails does not stop the others, and all get the posts again', async () => {
  const { seen, matcher } = collect();
  let fails = true;
  const failing: NewPostMatcher = async () => {
    if (fails) throw new Error('The matcher is away');
  };
  const newPosts = open(failing, matcher);
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
  const newPosts = open(matcher, async (posts) => void sizes.push(posts.length));
  await newPosts.match();
  expect(sizes).toEqual([500, 500, 100]);
  expect(new Set(seen.map(({ id }) => id)).size).toBe(1_100);
});

test('a new post is matched within 20 seconds, and the run is recorded', async () => {
  const { seen, matcher } = collect();
  const newPosts = open(matcher);
  await addPost(seller);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  newPosts.matchSoon();
  newPosts.matchSoon();
  vi.advanceTimersByTime(20_000);
  vi.useRealTimers();
  await newPosts.close();
  expect(seen).toHaveLength(1);
  const runs = await app.database.db.selectFrom('job_runs').selectAll().execute();
  expect(runs).toMatchObject([
    { job: matchJob, last_success_at: expect.any(Date), began_at: expect.any(Date) },
  ]);
});
