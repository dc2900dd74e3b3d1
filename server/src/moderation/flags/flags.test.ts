import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { fileFlags } from '#src/moderation/cases/rows.ts';
import { decide, findCase, undo, workOn } from '#test/cases.ts';
import { insertDeal } from '#test/deal-rows.ts';
import {
  addPerson,
  addPost,
  goodPassword,
  postFields,
  registration,
  scene,
  toForm,
  type Person,
} from '#test/factories.ts';
import { appForTests } from '#test/hooks.ts';
import { daysAgo, rateRow } from '#test/market-rows.ts';
import { insertPeople } from '#test/rows.ts';
import { addStaff } from '#test/second-factor.ts';
import { storeEvents } from '#test/events.ts';

const edit = 'PATCH /api/v1/post/:postId';
const app = appForTests();
let moderator: Person;
beforeAll(async () => {
  moderator = await addStaff(app, 'moderator');
  await app.services.rates.ingest([rateRow({ arrivalDate: daysAgo(0), modalPrice: 2_500 })], {
    isSample: false,
  });
  await app.services.market.currentBoard();
});

const delivered = () => app.services.outbox.deliver();

async function openCase(person: Person, kind = 'post') {
  const { _id: caseId } = await findCase(moderator, person, kind);
  return (await moderator.client.call('GET /api/v1/moderation/cases/:caseId', { params: { caseId } })).data;
}

async function countOpen(person: Person): Promise<number> {
  await delivered();
  const cases = app.database.db.selectFrom('cases').select('id').where('status', '=', 'open');
  return (await cases.where('person_id', '=', person.account._id).execute()).length;
}

async function addPostWith(person: Person, image: Blob, changes: Record<string, string> = {}) {
  const form = toForm(postFields(changes), { images: [image] });
  const { data } = await person.client.call('POST /api/v1/post/create-post', { form });
  await delivered();
  return data;
}

const change = (person: Person, postId: string, changes: Record<string, string>) =>
  person.client.call(edit, { params: { postId }, form: toForm(postFields(changes)) });

test('a price far from the mandi’s opens a case that says so, once for each price', async () => {
  const farmer = await addPerson(app.url);
  const { _id: postId } = await addPost(farmer, { price: '350' });
  await delivered();
  const page = await openCase(farmer);
  expect(page).toMatchObject({
    post: { _id: postId },
    weight: 1,
    flagsCount: 1,
    reportsCount: 0,
    isHidden: false,
  });
  expect(page.flags).toMatchObject([
    { rule: 'price-above', times: 14, crop: 'wheat', district: 'Ludhiana', modalPrice: 2_500, related: [] },
  ]);
  await decide(moderator, page, 'dismiss', { reason: 'allowed', text: '' });
  await change(farmer, postId, { price: '350', quantity: '30 quintal' });
  expect(await countOpen(farmer)).toBe(0);
  await change(farmer, postId, { price: '2' });
  expect(await countOpen(farmer)).toBe(1);
  expect((await openCase(farmer)).flags).toMatchObject([{ rule: 'price-below', times: 13 }]);
});

test('a flag joins the case of reports, and an event that comes twice adds nothing', async () => {
  const farmer = await addPerson(app.url);
  const { _id: postId } = await addPost(farmer, { title: 'Wheat, call 98765 43210' });
  const reporter = await addPerson(app.url);
  await reporter.client.call('POST /api/v1/reports', {
    body: { kind: 'post', targetId: postId, reason: 'spam' },
  });
  await storeEvents(app.database.db, 'post.edited', { postId });
  await delivered();
  const page = await openCase(farmer);
  expect(page).toMatchObject({ flagsCount: 1, reportsCount: 1, weight: 0.5 });
  expect(page.flags).toMatchObject([{ rule: 'phone-in-title' }]);
});

test('words of the list are found as whole words', async () => {
  const farmer = await addPerson(app.url);
  await addPost(farmer, { description: 'Ganganagar wheat, best in Gujarat' });
  expect(await countOpen(farmer)).toBe(0);
  await addPost(farmer, { description: 'Wheat. Also GANJA, ask me.' });
  await delivered();
  expect((await openCase(farmer)).flags).toMatchObject([{ rule: 'words', words: ['ganja'] }]);
});

test('the same photo of another account is found, also compressed again; one’s own is not', async () => {
  const [owner, thief] = [await addPerson(app.url), await addPerson(app.url)];
  const image = await scene();
  const { _id: postId } = await addPostWith(owner, image);
  await addPostWith(owner, image);
  const smaller = await sharp(Buffer.from(await image.arrayBuffer()))
    .resize(200)
    .webp({ quality: 60 })
    .toBuffer();
  await addPostWith(thief, new Blob([new Uint8Array(smaller)], { type: 'image/webp' }));
  expect(await countOpen(owner)).toBe(0);
  const [flag] = (await openCase(thief)).flags;
  expect(flag).toMatchObject({ rule: 'same-photo', accounts: 1 });
  expect(flag?.related).toContainEqual({
    username: owner.account.username,
    postId,
    title: 'Sharbati wheat, this harvest',
  });
});

test('the same long text is found from the third account on', async () => {
  const description =
    'Pure organic honey, straight from the forest. Write to the manager for the best price today.';
  const people = [await addPerson(app.url), await addPerson(app.url), await addPerson(app.url)];
  for (const person of people) await addPost(person, { description });
  expect(await Promise.all(people.map(countOpen))).toEqual([0, 0, 1]);
  expect((await openCase(people[2]!)).flags).toMatchObject([{ rule: 'same-text', accounts: 2 }]);
});

test('a copy of a removed post is hidden at once; its author reads why, can appeal, and it can be undone', async () => {
  const [first, second] = [await addPerson(app.url), await addPerson(app.url)];
  const image = await scene();
  const text = { title: 'Wheat of the minister', price: '350' };
  const { _id: removedId } = await addPostWith(first, image, text);
  await decide(moderator, await findCase(moderator, first, 'post'), 'hide');
  await first.client.call('DELETE /api/v1/post/:postId', { params: { postId: removedId } });

  const other = await addPostWith(second, await scene(), text);
  const { _id: postId } = await addPostWith(second, image, text);
  const status = async (id: string) =>
    (await first.client.send('GET /api/v1/post/:postId', { params: { postId: id } })).status;
  expect([await status(other._id), await status(postId)]).toEqual([200, 404]);

  await delivered();
  const { data: notifications } = await second.client.call('GET /api/v1/notifications');
  expect(notifications[0]).toMatchObject({
    kind: 'moderation-decision',
    data: { action: 'hide', reason: 'copy', event: 'made' },
  });
  const decided = { query: { status: 'decided', kind: 'post' } };
  const { data: cases } = await moderator.client.call('GET /api/v1/moderation/cases', decided);
  const caseId = cases.find(({ person }) => person._id === second.account._id)?._id ?? '';
  const { data: page } = await moderator.client.call('GET /api/v1/moderation/cases/:caseId', {
    params: { caseId },
  });
  expect(page).toMatchObject({
    isHidden: true,
    decisions: [{ action: 'hide', reason: 'copy', isAutomatic: true, moderatorUsername: null }],
  });
  expect(page.flags[0]).toMatchObject({ rule: 'removed-copy' });

  const decisionId = page.decisions[0]?._id ?? '';
  const appeal = { body: { decisionId, text: 'It is my own wheat' } };
  await second.client.call('POST /api/v1/appeals', appeal);
  await undo(moderator, decisionId);
  expect(await status(postId)).toBe(200);
  await change(second, postId, { ...text, quantity: '10 quintal' });
  await delivered();
  expect(await status(postId)).toBe(200);
});

test('copies of a post whose removal was undone are not hidden', async () => {
  const [first, second] = [await addPerson(app.url), await addPerson(app.url)];
  const image = await scene();
  const text = { title: 'Wheat that was wrongly hidden', price: '350' };
  await addPostWith(first, image, text);
  const { _id: decisionId } = await decide(moderator, await findCase(moderator, first, 'post'), 'hide');
  await undo(moderator, decisionId);
  const { _id: postId } = await addPostWith(second, image, text);
  await first.client.call('GET /api/v1/post/:postId', { params: { postId } });
});

test('the fifth account of a browser is flagged, the fourth is not', async () => {
  const { client, account } = await addPerson(app.url);
  const usernames = [account.username];
  for (let count = 2; count <= 5; count += 1) {
    const { data } = await client.call('POST /api/v1/users/register', {
      form: toForm(registration({ password: goodPassword })),
      headers: { 'x-forwarded-for': `10.9.9.${count}` },
    });
    usernames.push(data.user.username);
    const person = { client, account: data.user };
    expect(await countOpen(person)).toBe(count < 5 ? 0 : 1);
    if (count === 5) {
      const [flag] = (await openCase(person, 'user')).flags;
      expect(flag).toMatchObject({ rule: 'same-device', accounts: 4 });
      expect(flag?.related.map(({ username }) => username).toSorted()).toEqual(
        usernames.slice(0, 4).toSorted(),
      );
    }
  }
});

test('the twentieth account from an address in a day is flagged; older ones do not count', async () => {
  const { db } = app.database;
  const ids = await insertPeople(db, 21);
  const register = async (index: number) => {
    await storeEvents(db, 'account.registered', { userId: ids[index] ?? '', address: 'a hash', others: [] });
    await delivered();
  };
  await register(0);
  await db
    .updateTable('registration_addresses')
    .set({ registered_at: new Date(Date.now() - 25 * 60 * 60_000) })
    .execute();
  for (let index = 1; index <= 20; index += 1) await register(index);
  const flags = await db.selectFrom('flags').select('thing_id').where('rule', '=', 'same-address').execute();
  expect(flags).toEqual([{ thing_id: ids[20] }]);
});

test('accounts of one device or address are linked on the case pages of all of them, without the deleted ones', async () => {
  const { db } = app.database;
  const [first = '', second = '', third = '', gone = '', other = ''] = await insertPeople(db, 5);
  const link = async (userId: string, rule: string, userIds: string[], hours?: number) => {
    const details = { rule, accounts: userIds.length, hours, deals: 5, days: 7 };
    const data = JSON.stringify({ details, postIds: [], userIds });
    const row = { rule, thing_id: userId, found_in: userIds.join(' '), weight: 1, data };
    await db.transaction().execute((trx) => fileFlags(trx, { personId: userId, postId: null }, [row]));
  };
  await link(first, 'same-address', [second, third], 24);
  await link(third, 'same-device', [first, gone]);
  await link(other, 'closed-circle', [first]);
  await db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', gone).execute();
  const cases = await db.selectFrom('cases').select(['id', 'person_id']).execute();
  const read = async (personId: string) => {
    const caseId = cases.find((one) => one.person_id === personId)?.id ?? '';
    const { record } = await workOn(moderator, { _id: caseId });
    return { caseId, linked: record.linkedAccounts };
  };
  const ofFirst = await read(first);
  expect(ofFirst.linked).toMatchObject([
    { _id: third, rule: 'same-device', hours: null },
    { _id: second, rule: 'same-address', hours: 24 },
  ]);
  expect((await read(third)).linked.map(({ _id }) => _id)).toEqual([first, second]);
  expect((await read(other)).linked).toEqual([]);
  const looks = db.selectFrom('audit').select(['action', 'person_id', 'target']);
  expect(await looks.where('case_id', '=', ofFirst.caseId).where('action', '=', 'look').execute()).toEqual([
    { action: 'look', person_id: first, target: `linked accounts ${third} ${second}` },
  ]);
});

test('a seller with five quick deals with one buyer is flagged', async () => {
  const { db } = app.database;
  const [seller, buyer] = [await addPerson(app.url), await addPerson(app.url)];
  const at = new Date();
  const times = { buyer_delivered_at: at, seller_delivered_at: at, buyer_paid_at: at, seller_paid_at: at };
  for (let count = 1; count <= 5; count += 1) {
    expect(await countOpen(seller)).toBe(0);
    const dealId = await insertDeal(db, { seller, buyer }, { status: 'completed', ended_at: at, ...times });
    await storeEvents(db, 'deal.changed', { dealId, event: 'completed', side: 'seller', at: at.toJSON() });
  }
  await delivered();
  const page = await openCase(seller, 'user');
  expect(page).toMatchObject({ weight: 2 });
  expect(page.flags).toMatchObject([
    {
      rule: 'closed-circle',
      deals: 5,
      days: 7,
      accounts: 1,
      related: [{ username: buyer.account.username }],
    },
  ]);
});
