import type { Updateable } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { DB } from '#src/platform/db/schema.ts';
import { appForTests } from '#test/hooks.ts';
import { addPerson, type Person } from '#test/factories.ts';
import { changeUser, endAccount, endings, insertPeople } from '#test/rows.ts';

const people = 'GET /api/v1/people';

const app = appForTests();
let viewer: Person;
let farmer: Person;
let merchant: Person;
beforeAll(async () => {
  viewer = await addPerson(app.url, { fullName: 'Viewer Person' });
  farmer = await addPerson(app.url, { fullName: 'Gurpreet Singh' });
  merchant = await addPerson(app.url, { fullName: 'Anita Deshmukh', userType: 'merchant' });
  await change(farmer, { state: 'Punjab', district: 'Ludhiana', city: 'Khanna' });
  await change(merchant, { state: 'Maharashtra', district: 'Nashik', city: '100%_Lasalgaon' });
});

function change({ account }: Person, values: Updateable<DB['users']>) {
  return changeUser(app.database.db, account._id, values);
}

async function names(query: Record<string, string | number> = {}, by = viewer): Promise<string[]> {
  return (await by.client.call(people, { query })).data.map(({ fullName }) => fullName);
}

test('lists everyone except the viewer, newest first', async () => {
  expect(await names()).toEqual(['Anita Deshmukh', 'Gurpreet Singh']);
  expect(await names({}, farmer)).toEqual(['Anita Deshmukh', 'Viewer Person']);
});

test.each([
  [{ q: 'gurp' }, ['Gurpreet Singh']],
  [{ q: 'singh khanna' }, ['Gurpreet Singh']],
  [{ q: 'NASHIK' }, ['Anita Deshmukh']],
  [{ q: 'singh nashik' }, []],
  [{ q: '0%_l' }, ['Anita Deshmukh']],
  [{ q: 'gurp%singh' }, []],
  [{ q: '\\' }, []],
  [{ userType: 'merchant' }, ['Anita Deshmukh']],
  [{ state: 'Punjab' }, ['Gurpreet Singh']],
  [{ state: 'Punjab', district: 'Nashik' }, []],
  [{ state: 'Maharashtra', district: 'Nashik', userType: 'merchant', q: 'anita' }, ['Anita Deshmukh']],
  [{ district: 'Nashik' }, ['Anita Deshmukh', 'Gurpreet Singh']],
])('%j finds %j', async (query, expected) => {
  expect(await names(query as Record<string, string>)).toEqual(expected);
});

test('refuses invalid filters', async () => {
  for (const query of [{ userType: 'king' }, { cursor: 'x' }, { limit: 0 }, { q: 'x'.repeat(101) }]) {
    expect(await viewer.client.fail(people, { query: query as never })).toMatchObject({ statusCode: 422 });
  }
});

test('pages show everyone once', async () => {
  const seen: string[] = [];
  for (let cursor = ''; ;) {
    const { data, page } = await viewer.client.call(people, {
      query: { limit: 1, ...(cursor && { cursor }) },
    });
    seen.push(...data.map(({ fullName }) => fullName));
    if (!page.nextCursor) break;
    cursor = page.nextCursor;
  }
  expect(seen).toEqual(['Anita Deshmukh', 'Gurpreet Singh']);
});

test('shows the viewer’s own follows only', async () => {
  const follow = { follower_id: viewer.account._id, followed_id: farmer.account._id };
  await app.database.db.insertInto('follows').values(follow).execute();
  const isFollowed = async (by: Person) => {
    const { data } = await by.client.call(people, { query: { q: 'gurpreet' } });
    return data[0]?.isFollowing;
  };
  expect([await isFollowed(viewer), await isFollowed(merchant)]).toEqual([true, false]);
});

test.each(endings)('does not find an account that is %s', async (ending) => {
  const [id = ''] = await insertPeople(app.database.db, 1);
  await changeUser(app.database.db, id, { full_name: 'Sunita Pawar' });
  expect(await names({ q: 'sunita' })).toEqual(['Sunita Pawar']);
  await endAccount[ending](app.database.db, id);
  expect(await names({ q: 'sunita' })).toEqual([]);
});

test('a block hides both people from each other only', async () => {
  const block = { blocker_id: farmer.account._id, blocked_id: merchant.account._id };
  await app.database.db.insertInto('blocks').values(block).execute();
  expect(await names({}, farmer)).toEqual(['Viewer Person']);
  expect(await names({}, merchant)).toEqual(['Viewer Person']);
  expect(await names()).toEqual(['Anita Deshmukh', 'Gurpreet Singh']);
});
