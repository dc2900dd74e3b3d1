import type { FeedQuery } from '@upaj/contract/trade/feed';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { addPerson, type Person } from '#test/factories.ts';
import { insertCropPosts, type CropPost } from '#test/crop-posts.ts';

const feed = 'GET /api/v1/post/feed';

let app: TestApp;
let farmer: Person;
let merchant: Person;
beforeAll(async () => {
  app = await startTestApp();
  farmer = await addPerson(app.url, { fullName: 'Harjinder Dhillon' });
  merchant = await addPerson(app.url, { fullName: 'Anita Deshmukh', userType: 'merchant' });
});
afterAll(() => app.close());

const add = (posts: readonly CropPost[], { account } = farmer) =>
  insertCropPosts(app.database.db, account._id, posts);

const find = async (query: Partial<FeedQuery>, by = merchant) => by.client.call(feed, { query });

async function list(query: Partial<FeedQuery>, by = merchant): Promise<string[]> {
  return (await find(query, by)).data.map(({ title }) => title);
}

async function setPlace({ account }: Person, state: string, district: string): Promise<void> {
  await app.database.db.updateTable('users').set({ state, district }).where('id', '=', account._id).execute();
  app.services.sessions.refreshUser(account._id);
}

describe('near a district', () => {
  beforeAll(() =>
    add([
      { title: 'Ludhiana', crop: 'wheat' },
      { title: 'Nashik', crop: 'wheat', place: ['Maharashtra', 'Nashik'] },
      { title: 'Karnal', crop: 'wheat', place: ['Haryana', 'Karnal'] },
      { title: 'Patiala', crop: 'maize', place: ['Punjab', 'Patiala'] },
      { title: 'Patiala, sold out', crop: 'wheat', place: ['Punjab', 'Patiala'], isAvailable: false },
      { title: 'Ludhiana, newer', crop: 'wheat' },
    ]),
  );
  afterAll(() => app.database.db.deleteFrom('posts').execute());

  const near = 'Ludhiana, Punjab';
  const all = ['Ludhiana, newer', 'Ludhiana', 'Patiala', 'Karnal', 'Nashik', 'Patiala, sold out'];

  test('the nearest come first, and within a district the newest, on pages of any size', async () => {
    for (const limit of [1, 2, 3, 5, 20]) {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const { data, page } = await find({ near, sort: 'nearest', limit, cursor });
        seen.push(...data.map(({ title }) => title));
        cursor = page.nextCursor ?? undefined;
      } while (cursor && seen.length < 9);
      expect(seen, `${limit}`).toEqual(all);
    }
  });

  test.each<[Partial<FeedQuery>, string[]]>([
    [{ sort: 'nearest', cropType: 'Wheat' }, all.filter((title) => title !== 'Patiala')],
    [{ sort: 'nearest', q: 'gehu' }, all.filter((title) => title !== 'Patiala')],
    [
      { sort: 'nearest', within: 130 as never },
      ['Ludhiana, newer', 'Ludhiana', 'Patiala', 'Patiala, sold out'],
    ],
    [{ within: 130 as never }, ['Ludhiana, newer', 'Patiala', 'Ludhiana', 'Patiala, sold out']],
    [{ within: 130 as never, q: 'wheat' }, ['Ludhiana, newer', 'Ludhiana', 'Patiala, sold out']],
    [{ within: 1 as never, sort: 'price-low' }, ['Ludhiana', 'Ludhiana, newer']],
    [
      { within: 3000 as never, sort: 'nearest', q: 'patiala', verbatim: 'true' },
      ['Patiala', 'Patiala, sold out'],
    ],
  ])('%j', async (query, expected) => {
    const { data, page } = await find({ near, ...query });
    expect(data.map(({ title }) => title)).toEqual(expected);
    expect(page.total).toBe(expected.length);
  });

  test('distances are from the given district, or from the viewer’s own', async () => {
    const distances = async (query: Partial<FeedQuery>, by = merchant) =>
      Object.fromEntries((await find(query, by)).data.map(({ title, distanceKm }) => [title, distanceKm]));
    expect(await distances({ near })).toMatchObject({ Ludhiana: 0, Patiala: 106, Karnal: 226 });
    expect(await distances({})).toMatchObject({ Ludhiana: null });
    const own = await addPerson(app.url);
    await setPlace(own, 'Haryana', 'Karnal');
    expect(await distances({}, own)).toMatchObject({ Karnal: 0, Ludhiana: 226 });
    expect((await list({ sort: 'nearest' }, own))[0]).toBe('Karnal');
    expect(await list({ within: 10 as never }, own)).toEqual(['Karnal']);
  });

  test('the own district follows a new address', async () => {
    const person = await addPerson(app.url);
    const move = (state: string, district: string) =>
      person.client.call('PATCH /api/v1/address/update-address', {
        body: { state, district, city: 'City', village: 'Village', pincode: '141401' },
      });
    const first = async () => (await list({ sort: 'nearest' }, person))[0];
    await move('Haryana', 'Karnal');
    expect(await first()).toBe('Karnal');
    await move('Maharashtra', 'Nashik');
    expect(await first()).toBe('Nashik');
  });

  test('refuses unknown districts and distances, and a viewer without a district', async () => {
    const codeOf = async (query: Record<string, string | number>) =>
      (await merchant.client.fail(feed, { query: query as never })).errors.map(({ field }) => field);
    expect(await codeOf({ sort: 'nearest' })).toEqual(['near']);
    expect(await codeOf({ within: 50 })).toEqual(['near']);
    expect(await codeOf({ near: 'Atlantis' })).toEqual(['near']);
    // Himachal Pradesh and Uttar Pradesh each have a district Hamirpur.
    expect(await codeOf({ near: 'Hamirpur' })).toEqual(['near']);
    for (const within of [0, -1, 3_001, 1.5, 'far'])
      expect(await codeOf({ near, within })).toEqual(['within']);
  });
});
