import type { Updateable } from 'kysely';
import type { ProfileEdit } from '@upaj/contract/people/profiles';
import { beforeAll, describe, expect, test } from 'vitest';
import type { DB } from '#src/platform/db/schema.ts';
import { appForTests } from '#test/hooks.ts';
import { addPerson, addPost, type Person } from '#test/factories.ts';
import { endAccount, endings, insertMembers, changeUser, insertBlock } from '#test/rows.ts';
import { connectSocket, openSocket } from '#test/socket.ts';

const own = 'GET /api/v1/users/profile';
const profile = 'GET /api/v1/users/user/:username';
const edit = 'PATCH /api/v1/users/profile';
const editAddress = 'PATCH /api/v1/address/update-address';

const app = appForTests();
let farmer: Person;
let merchant: Person;

beforeAll(async () => {
  farmer = await addPerson(app.url);
  merchant = await addPerson(app.url, { userType: 'merchant', fullName: 'Anita Deshmukh' });
});

const paramsOf = ({ account: { username } }: Person) => ({ params: { username } });

const changes = {
  fullName: 'Gurpreet Kaur',
  majorProduct: 'Basmati',
  bio: 'धान और गेहूं, 14 acres near Khanna',
  contactInfo: { phone: '98765 00001', whatsapp: '9876500002' },
  businessDetails: { businessName: 'Kaur Farm', specialization: 'Basmati 1121', experience: '12 years' },
  farmDetails: { farmSize: '14 acres', certifications: ['FSSAI', 'PGS-India Green'] },
} satisfies ProfileEdit;

const address = {
  state: 'Punjab',
  district: 'Ludhiana',
  city: 'Khanna',
  village: 'Rohno Khurd',
  pincode: '141401',
};

const update = (person: Person, set: Updateable<DB['users']>) =>
  changeUser(app.database.db, person.account._id, set);

describe('editing the profile', () => {
  test('changes all fields of the form, visible to others', async () => {
    const person = await addPerson(app.url);
    const before = (await merchant.client.call(own)).data;
    const { message, data } = await person.client.call(edit, { body: changes });
    expect(message).toBe('Profile updated');
    const shown = {
      fullName: 'Gurpreet Kaur',
      majorProduct: 'Basmati',
      bio: changes.bio,
      farmDetails: {
        farmSize: '14 acres',
        experience: '12 years',
        certifications: ['FSSAI', 'PGS-India Green'],
      },
      businessDetails: changes.businessDetails,
    };
    expect(data).toMatchObject({
      ...shown,
      contact: '9876500001',
      contactInfo: { phone: '9876500001', whatsapp: '9876500002', email: person.account.email },
    });
    expect((await person.client.call(own)).data).toEqual(data);
    const seen = (await merchant.client.call(profile, paramsOf(person))).data;
    expect(seen).toMatchObject(shown);
    expect(JSON.stringify(seen)).not.toMatch(/98765/);
    const { data: unchanged } = await merchant.client.call(own);
    expect(unchanged).toEqual({ ...before, lastSeen: unchanged.lastSeen });
  });

  test('does not change fields that are not in the form', async () => {
    const person = await addPerson(app.url, { userType: 'merchant' });
    await person.client.call(edit, { body: changes });
    const before = (await person.client.call(own)).data;
    const { farmDetails: _, ...rest } = changes;
    const body = {
      ...rest,
      username: 'taken.over',
      email: 'x@y.in',
      isVerified: true,
      rating: 5,
      userType: 'farmer',
    };
    const { data } = await person.client.call(edit, { body });
    expect(data).toEqual({ ...before, lastSeen: data.lastSeen });
    expect(data.farmDetails.farmSize).toBe('14 acres');
    const emptied = {
      ...rest,
      bio: '',
      majorProduct: ' ',
      contactInfo: { phone: '9876500001', whatsapp: '' },
      farmDetails: { farmSize: '', certifications: [] },
    };
    expect((await person.client.call(edit, { body: emptied })).data).toMatchObject({
      bio: '',
      majorProduct: '',
      contactInfo: { whatsapp: null },
      farmDetails: { farmSize: '', certifications: [] },
    });
  });

  test('shows a new name on posts in cached feeds', async () => {
    const person = await addPerson(app.url, { fullName: 'Old Name' });
    await addPost(person, { state: 'Sikkim', district: 'Gangtok' });
    const names = async () =>
      (await merchant.client.call('GET /api/v1/post/feed', { query: { state: 'Sikkim' } })).data.map(
        ({ author }) => author.fullName,
      );
    expect(await names()).toEqual(['Old Name']);
    await person.client.call(edit, { body: { ...changes, fullName: 'New Name' } });
    expect(await names()).toEqual(['New Name']);
  });

  test('reading one takes one query', async () => {
    await farmer.client.call(own);
    const counted = async (work: () => Promise<unknown>) => {
      app.database.queries.length = 0;
      await work();
      return app.database.queries.length;
    };
    expect(await counted(() => farmer.client.call(own))).toBe(1);
    expect(await counted(() => farmer.client.call(profile, paramsOf(merchant)))).toBe(1);
  });
});

test('replaces the whole address of this person only', async () => {
  const person = await addPerson(app.url);
  expect((await person.client.call(own)).data.address).toEqual({
    state: '',
    district: '',
    city: '',
    village: '',
    pincode: '',
  });
  const body = { ...address, city: '  Khanna ', pincode: '141 401' };
  expect(await person.client.call(editAddress, { body })).toMatchObject({
    message: 'Address updated',
    data: address,
  });
  expect((await person.client.call(own)).data.address).toEqual(address);
  expect((await merchant.client.call(profile, paramsOf(person))).data.address).toEqual(address);
  expect((await merchant.client.call(own)).data.address.state).toBe('');
});

test('an address in a city has no village, and may lack the pincode', async () => {
  const person = await addPerson(app.url, { userType: 'merchant' });
  await person.client.call(editAddress, { body: address });
  const inCity = { state: 'Maharashtra', district: 'Nagpur', city: 'Nagpur' };
  const saved = { ...inCity, village: '', pincode: '' };
  for (const body of [{ ...saved, pincode: ' ' }, inCity]) {
    expect((await person.client.call(editAddress, { body })).data).toEqual(saved);
    expect((await person.client.call(own)).data.address).toEqual(saved);
  }
});

describe('the place of a member without an address', () => {
  const givePlace = 'PUT /api/v1/address/place';
  const pune = { state: 'Maharashtra', district: 'Pune', pincode: '411001' };

  test('becomes the address of this member only, and where lists start', async () => {
    const [person, other] = [await addPerson(app.url), await addPerson(app.url)];
    const nearest = { query: { sort: 'nearest' } } as const;
    expect(await person.client.fail('GET /api/v1/post/feed', nearest)).toMatchObject({ statusCode: 422 });
    const { data } = await person.client.call(givePlace, { body: pune });
    expect(data).toEqual({ ...pune, city: '', village: '' });
    expect((await person.client.call(own)).data.address).toEqual(data);
    expect((await other.client.call(own)).data.address.state).toBe('');
    await person.client.call('GET /api/v1/post/feed', nearest);
  });

  test('does not replace an address, and can be sent again', async () => {
    const person = await addPerson(app.url);
    await person.client.call(editAddress, { body: address });
    expect((await person.client.call(givePlace, { body: pune })).data).toEqual(address);
    expect((await person.client.call(own)).data.address).toEqual(address);
  });

  test.each([
    ['state', { ...pune, state: '' }],
    ['state', { ...pune, state: 'Nowhere' }],
    ['district', { ...pune, district: 'Moga' }],
    ['pincode', { ...pune, pincode: '4110' }],
  ])('needs a %s: %j', async (field, body) => {
    const person = await addPerson(app.url);
    const { errors } = await person.client.fail(givePlace, { body });
    expect(errors.map((error) => error.field)).toEqual([field]);
    expect((await person.client.call(own)).data.address.state).toBe('');
  });
});

describe('a profile', () => {
  test.each(endings)('is not found when the account is %s', async (ending) => {
    const person = await addPerson(app.url);
    await endAccount[ending](app.database.db, person.account._id);
    expect(await merchant.client.fail(profile, paramsOf(person))).toMatchObject({
      statusCode: 404,
      message: 'User profile not found.',
    });
  });

  test('is hidden from people blocked by its owner, and visible to those who blocked the owner', async () => {
    const [blocker, blocked] = [await addPerson(app.url), await addPerson(app.url)];
    await insertBlock(app.database.db, blocker.account._id, blocked.account._id);
    expect(await blocked.client.fail(profile, paramsOf(blocker))).toMatchObject({ code: 'USER_NOT_FOUND' });
    expect((await blocker.client.call(profile, paramsOf(blocked))).data.isBlocked).toBe(true);
    expect((await merchant.client.call(profile, paramsOf(blocker))).data.isBlocked).toBe(false);
  });
});

describe('presence', () => {
  test('is online while a device is connected, and otherwise shows the last time', async () => {
    const person = await addPerson(app.url);
    const seen = async () => (await merchant.client.call(profile, paramsOf(person))).data;
    expect(await seen()).toMatchObject({ isOnline: false, lastSeen: null });
    await person.client.call(own);
    await app.services.lastSeen.write();
    const before = await seen();
    expect(before.isOnline).toBe(false);
    expect(Math.abs(Date.now() - Date.parse(before.lastSeen ?? ''))).toBeLessThan(60_000);
    const socket = await connectSocket(openSocket(app.url, person.client));
    expect((await seen()).isOnline).toBe(true);
    socket.disconnect();
    await expect.poll(async () => (await seen()).isOnline).toBe(false);
  });
});

describe('achievements', () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60_000);
  const icons = async (person: Person) =>
    (await merchant.client.call(profile, paramsOf(person))).data.achievements.map(({ icon }) => icon);

  test.each([
    ['nine posts', { total_posts: 9 }, ['first-post']],
    ['ten posts', { total_posts: 10 }, ['first-post', 'ten-posts']],
    ['being verified', { is_verified: true }, ['verified']],
    ['four reviews of five stars', { total_reviews: 4, rating_sum: 20 }, []],
    ['ten reviews of 4.4 stars', { total_reviews: 10, rating_sum: 44 }, []],
    ['ten reviews of 4.5 stars', { total_reviews: 10, rating_sum: 45 }, ['well-rated']],
    ['24 followers', { followers_count: 24 }, []],
    ['364 days', { created_at: daysAgo(364) }, []],
    ['367 days', { created_at: daysAgo(367) }, ['one-year']],
  ])('%s', async (_, facts, expected) => {
    const person = await addPerson(app.url);
    await update(person, facts);
    expect(await icons(person)).toEqual(expected);
    expect((await person.client.call(own)).data.achievements.map(({ icon }) => icon)).toEqual(expected);
  });

  test('come with the first post and the twenty-fifth follower, and disappear with them', async () => {
    const person = await addPerson(app.url);
    expect(await icons(person)).toEqual([]);
    const { _id: postId } = await addPost(person);
    const fans = await insertMembers(app.database.db, app.url, 25);
    for (const { client } of fans)
      await client.call('POST /api/v1/follow/follow/:username', paramsOf(person));
    expect(await icons(person)).toEqual(['first-post', 'followed']);
    // One of them was new when it followed, which counts for a follower and not for the badge.
    await changeUser(app.database.db, fans[1]?.id ?? '', { created_at: daysAgo(6) });
    expect(await icons(person)).toEqual(['first-post']);
    await changeUser(app.database.db, fans[1]?.id ?? '', { is_verified: true });
    expect(await icons(person)).toEqual(['first-post', 'followed']);
    await person.client.call('DELETE /api/v1/post/:postId', { params: { postId } });
    await fans[0]?.client.call('DELETE /api/v1/follow/unfollow/:username', paramsOf(person));
    expect(await icons(person)).toEqual([]);
  });
});
