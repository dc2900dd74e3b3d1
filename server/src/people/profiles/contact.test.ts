import type { Updateable } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { DB } from '#src/platform/db/schema.ts';
import { appForTests } from '#test/hooks.ts';
import { addPerson, type Person } from '#test/factories.ts';
import { endAccount, endings, insertMembers, changeUser, insertBlock } from '#test/rows.ts';

const reveal = 'POST /api/v1/users/user/:username/contact';
const profile = 'GET /api/v1/users/user/:username';

const app = appForTests();
let farmer: Person;
let viewer: Person;
let third: Person;

beforeAll(async () => {
  farmer = await addPerson(app.url, { contact: '9815042716' });
  viewer = await addPerson(app.url);
  third = await addPerson(app.url);
  // The account is older than a day, because new accounts have a lower limit.
  await update(viewer, { created_at: new Date(Date.now() - 25 * 60 * 60_000) });
});

const paramsOf = ({ account: { username } }: Person) => ({ params: { username } });
const contactOf = async (person: Person, by: Person) =>
  (await by.client.call(profile, paramsOf(person))).data.contactInfo;
const reveals = () => app.database.db.selectFrom('contact_reveals').selectAll().execute();
const update = (person: Person, set: Updateable<DB['users']>) =>
  changeUser(app.database.db, person.account._id, set);

const nothing = { phone: null, whatsapp: null, email: null };

test('contact details show only to people who requested them, and the request is recorded', async () => {
  const shown = { phone: '9815042716', whatsapp: null, email: farmer.account.email, isHidden: false };
  expect(await contactOf(farmer, viewer)).toEqual({ ...nothing, isHidden: false });
  const params = { username: farmer.account.username.toUpperCase() };
  expect((await viewer.client.call(reveal, { params })).data).toEqual(shown);
  expect(await contactOf(farmer, viewer)).toEqual(shown);
  expect(await contactOf(farmer, third)).toEqual({ ...nothing, isHidden: false });
  const [row, ...rest] = await reveals();
  expect(rest).toEqual([]);
  expect(row).toMatchObject({ viewer_id: viewer.account._id, person_id: farmer.account._id });
  await update(farmer, { whatsapp: '9815042717' });
  expect((await viewer.client.call(reveal, { params })).data.whatsapp).toBe('9815042717');
  const again = await reveals();
  expect(again).toHaveLength(1);
  expect(again[0]?.revealed_at.getTime()).toBeGreaterThanOrEqual(row?.revealed_at.getTime() ?? Infinity);
});

test('one’s own details always show and are not recorded', async () => {
  const person = await addPerson(app.url);
  const before = (await reveals()).length;
  await update(person, { is_contact_hidden: true });
  const shown = { phone: '9876543210', email: person.account.email, isHidden: true };
  expect((await person.client.call(reveal, paramsOf(person))).data).toMatchObject(shown);
  expect(await contactOf(person, person)).toMatchObject(shown);
  expect(await reveals()).toHaveLength(before);
});

test('hidden details show to no one, not even after an earlier request', async () => {
  const person = await addPerson(app.url);
  await viewer.client.call(reveal, paramsOf(person));
  await update(person, { is_contact_hidden: true });
  const before = await reveals();
  for (const { client } of [viewer, third]) {
    expect(await client.fail(reveal, paramsOf(person))).toMatchObject({
      statusCode: 403,
      code: 'CONTACT_HIDDEN',
    });
  }
  expect(await contactOf(person, viewer)).toEqual({ ...nothing, isHidden: true });
  expect(await reveals()).toEqual(before);
});

describe('revealing is refused', () => {
  test('across a block, even after an earlier request', async () => {
    const [blocker, blocked] = [await addPerson(app.url), await addPerson(app.url)];
    await blocker.client.call(reveal, paramsOf(blocked));
    await insertBlock(app.database.db, blocker.account._id, blocked.account._id);
    for (const [by, of] of [
      [blocker, blocked],
      [blocked, blocker],
    ] as const)
      expect(await by.client.fail(reveal, paramsOf(of))).toMatchObject({ code: 'USER_NOT_FOUND' });
    expect(await contactOf(blocked, blocker)).toEqual({ ...nothing, isHidden: false });
    expect(await third.client.call(reveal, paramsOf(blocked))).toMatchObject({ success: true });
  });

  test.each(endings)('for an account that is %s', async (ending) => {
    const person = await addPerson(app.url);
    await endAccount[ending](app.database.db, person.account._id);
    expect(await viewer.client.fail(reveal, paramsOf(person))).toMatchObject({ code: 'USER_NOT_FOUND' });
  });

  test('for an unknown person', async () => {
    const params = { username: 'nobody' };
    expect(await viewer.client.fail(reveal, { params })).toMatchObject({ statusCode: 404 });
  });
});

test('limits reveals to five in the first day of an account and then to thirty a day, found or not, except one’s own', async () => {
  const [fresh, older] = await insertMembers(app.database.db, app.url, 2);
  const day = 24 * 60 * 60_000;
  await changeUser(app.database.db, fresh?.id ?? '', { created_at: new Date(Date.now() - 0.9 * day) });
  await changeUser(app.database.db, older?.id ?? '', { created_at: new Date(Date.now() - 1.1 * day) });
  const countAllowed = async (member: typeof fresh, requests: number) => {
    const responses = await Promise.all(
      Array.from({ length: requests }, (_, index) =>
        member?.client.send(reveal, {
          params: { username: index % 2 ? farmer.account.username : `nobody-${index}` },
        }),
      ),
    );
    return responses.filter((response) => response?.status !== 429).length;
  };
  expect(await countAllowed(fresh, 7)).toBe(5);
  expect(await countAllowed(older, 32)).toBe(30);
  const params = { username: farmer.account.username };
  const refused = await fresh?.client.send(reveal, { params });
  expect(refused?.headers.get('retry-after')).toMatch(/^\d+$/);
  expect((await fresh?.client.send(reveal, { params: { username: fresh.username } }))?.status).toBe(200);
});

test('limits reveals from one address to 200 a day, whoever makes them', async () => {
  const crowd = await insertMembers(app.database.db, app.url, 41);
  const headers = { 'x-forwarded-for': '203.0.113.91' };
  const send = ({ client }: (typeof crowd)[number]) => client.send(reveal, { ...paramsOf(farmer), headers });
  for (const member of crowd.slice(0, 40)) {
    const responses = await Promise.all(Array.from({ length: 5 }, () => send(member)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  }
  const [last] = crowd.slice(40);
  expect(last && (await send(last)).status).toBe(429);
  expect((await last?.client.send(reveal, paramsOf(farmer)))?.status).toBe(200);
});
