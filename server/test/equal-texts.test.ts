import { searchBursts } from '@upaj/contract/rate-limits';
import { limits } from '@upaj/contract/limits';
import { beforeAll, expect, test } from 'vitest';
import type { TestClient } from './client.ts';
import { equalTexts } from './equal-texts.ts';
import { addPerson, addPost } from './factories.ts';
import { appForTests } from './hooks.ts';
import { changeUser, insertMembers, insertPeople, type Member } from './rows.ts';
import { addWanted } from './wanted.ts';

/** Matches of saved searches wait for more, so that they can be read. */
const app = appForTests({ feed: { gatherFor: 60 * 60_000 } });

/** Each spelling with the one that is searched for, in both directions. */
const searches = equalTexts.flatMap(([script, one, other]) => [
  { script, stored: one, sought: other, is: 'one' as const },
  { script, stored: other, sought: one, is: 'other' as const },
]);
const wordsOfPost = 8;
/** Written as tags by the post that has the words before them in its title. */
const groupOf = (index: number) => Math.floor(index / wordsOfPost);
const groups = groupOf(equalTexts.length - 1) + 1;

let members: Member[];
let requests = 0;
/** A member makes few searches a second, so each makes as many as that and no more. */
function reader(): TestClient {
  const member = members[Math.floor(requests++ / searchBursts.points)];
  return member!.client;
}

const people = new Map<string, string>();
const savedSearches = new Map<string, string>();
const posts = new Map<string, string>();
const wantedPosts = new Map<string, string>();
let follower: Member;

async function addPeople(): Promise<void> {
  const { db } = app.database;
  const ids = await insertPeople(db, searches.length);
  for (const [index, { stored }] of searches.entries()) {
    const id = ids[index]!;
    people.set(stored, id);
    await changeUser(db, id, { full_name: stored, major_product: stored });
  }
  [follower] = (await insertMembers(db, app.url, 1)) as [Member];
  const follows = ids.map((followed_id) => ({ follower_id: follower.id, followed_id }));
  await db.insertInto('follows').values(follows).execute();
}

async function saveSearches(): Promise<void> {
  const savers = await insertMembers(app.database.db, app.url, searches.length / limits.savedSearches + 1);
  for (const [index, { stored }] of searches.entries()) {
    const { client } = savers[Math.floor(index / limits.savedSearches)]!;
    const { data } = await client.call('POST /api/v1/saved-searches', {
      body: { q: stored, verbatim: 'true' },
    });
    savedSearches.set(stored, data._id);
  }
}

async function addPosts(): Promise<void> {
  const farmer = await addPerson(app.url);
  for (const is of ['one', 'other'] as const)
    for (let group = 0; group < groups; group += 1) {
      const wordsIn = (wanted: number) =>
        searches
          .filter((each) => each.is === is)
          .filter((_, index) => groupOf(index) === wanted)
          .map(({ stored }) => stored);
      const tags = wordsIn((group + 1) % groups).join(',');
      const { _id } = await addPost(farmer, { title: wordsIn(group).join(' '), tags, variety: '' });
      posts.set(`${is} ${group}`, _id);
    }
}

async function addWantedPosts(): Promise<void> {
  for (const is of ['one', 'other'] as const) {
    const wanted = searches.filter((each) => each.is === is);
    for (let start = 0; start < wanted.length; start += limits.wanted.open) {
      const merchant = await addPerson(app.url, { userType: 'merchant' });
      for (const { stored } of wanted.slice(start, start + limits.wanted.open))
        wantedPosts.set(stored, (await addWanted(merchant, { cropType: stored }))._id);
    }
  }
}

beforeAll(async () => {
  members = await insertMembers(app.database.db, app.url, searches.length);
  await addPeople();
  await saveSearches();
  await addPosts();
  await addWantedPosts();
  await app.services.outbox.deliver();
});

/** Runs all searches and expects that each finds what is stored. */
async function expectAll(find: (search: (typeof searches)[number], index: number) => Promise<boolean>) {
  const missed: string[] = [];
  for (const [index, search] of searches.entries())
    if (!(await find(search, index)))
      missed.push(`${search.script}: ${search.sought} does not find ${search.stored}`);
  expect(missed).toEqual([]);
}

const findPosts = async (sought: string) => {
  const query = { q: sought, verbatim: 'true', limit: 50 } as const;
  return (await reader().call('GET /api/v1/post/feed', { query })).data.map(({ _id }) => _id);
};

test('the table has at least 60 pairs in nine scripts', () => {
  expect(equalTexts.length).toBeGreaterThanOrEqual(60);
  expect(new Set(equalTexts.map(([script]) => script)).size).toBe(9);
});

test('titles of posts', () =>
  expectAll(async ({ is, sought }, index) =>
    (await findPosts(sought)).includes(posts.get(`${is} ${groupOf(Math.floor(index / 2))}`) ?? ''),
  ));

test('tags of posts', () =>
  expectAll(async ({ is, sought }, index) => {
    const before = (groupOf(Math.floor(index / 2)) + groups - 1) % groups;
    return (await findPosts(sought)).includes(posts.get(`${is} ${before}`) ?? '');
  }));

test('wanted posts', () =>
  expectAll(async ({ stored, sought }) => {
    const query = { q: sought, verbatim: 'true', limit: 50 } as const;
    const { data } = await reader().call('GET /api/v1/wanted', { query });
    return data.some(({ _id }) => _id === wantedPosts.get(stored));
  }));

test('people', () =>
  expectAll(async ({ stored, sought }) => {
    const query = { q: sought, limit: 50 };
    const { data } = await reader().call('GET /api/v1/people', { query });
    return data.some(({ _id }) => _id === people.get(stored));
  }));

test('conversations by name', () =>
  expectAll(async ({ stored, sought }) => {
    const query = { q: sought, limit: 50 };
    const { users } = await follower.client.call('GET /api/v1/messages/users', { query });
    return users.some(({ _id }) => _id === people.get(stored));
  }));

test('saved searches', () =>
  expectAll(async ({ is, sought }, index) => {
    const matches = await app.database.db
      .selectFrom('saved_search_matches')
      .select('post_id')
      .where('search_id', '=', savedSearches.get(sought) ?? '')
      .execute();
    const post = posts.get(`${is} ${groupOf(Math.floor(index / 2))}`);
    return matches.some(({ post_id }) => post_id === post);
  }));

test('main products, for notifications of wanted posts', () =>
  expectAll(async ({ stored, sought }) => {
    const notifications = await app.database.db
      .selectFrom('notifications')
      .select('data')
      .where('user_id', '=', people.get(stored) ?? '')
      .where('kind', '=', 'wanted')
      .execute();
    return notifications.some(({ data }) =>
      (data as { ids: string[] }).ids.includes(wantedPosts.get(sought) ?? ''),
    );
  }));

test('crops and places: both spellings mean the same', () =>
  expectAll(async ({ stored, sought }) => {
    const [one, other] = await Promise.all(
      [stored, sought].map(async (q) => {
        const [found, suggested] = await Promise.all([
          reader().call('GET /api/v1/crops', { query: { q } }),
          reader().call('GET /api/v1/search', { query: { q } }),
        ]);
        return JSON.stringify([found.data, suggested.data.crops, suggested.data.places]);
      }),
    );
    return one === other;
  }));
