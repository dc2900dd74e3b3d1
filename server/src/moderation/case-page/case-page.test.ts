import { beforeAll, expect, test } from 'vitest';
import { addOldPerson, decide, findCase, report, undo, workOn } from '#test/cases.ts';
import { addPerson, addPost, photo, toForm, type Person } from '#test/factories.ts';
import { appForTests } from '#test/hooks.ts';
import { insertMessages } from '#test/rows.ts';
import { addStaff, codeOf, confirmCode, endTwelveHours, forgetCodes } from '#test/second-factor.ts';

const casePage = 'GET /api/v1/moderation/cases/:caseId';
const send = 'POST /api/v1/messages/send/:userId';

const app = appForTests();
let moderator: Person;
let farmer: Person;
let merchant: Person;
beforeAll(async () => {
  moderator = await addStaff(app, 'moderator');
  farmer = await addPerson(app.url);
  merchant = await addOldPerson(app);
});

async function open(kind: string, owner = farmer) {
  return workOn(moderator, await findCase(moderator, owner, kind));
}

async function write(from: Person, to: Person, text: string): Promise<string> {
  const params = { userId: to.account._id };
  return (await from.client.call(send, { params, body: { text } })).newMessage._id;
}

test('shows a post as its readers see it, who reported it and what is known of its author', async () => {
  const seller = await addPerson(app.url);
  const { _id: postId } = await addPost(seller, { title: 'Onion, red' });
  await report(merchant, 'post', postId, { details: 'He asks for money first' });
  const page = await open('post', seller);
  expect(page).toMatchObject({
    post: { _id: postId, title: 'Onion, red' },
    isHidden: false,
    messages: [],
    reports: [
      { reason: 'fraud', details: 'He asks for money first', weight: 1, username: merchant.account.username },
    ],
    record: { isVerified: false, isSuspended: false, posts: 1, dealsCompleted: 0, reports: 1, decisions: [] },
    decisions: [],
    appeal: null,
  });
});

test('of a chat, moderators read the reported and the attached messages only, and each look is recorded', async () => {
  const texts = ['Hello', 'Send ₹500 first', 'My secret address'];
  const [, asks = '', secret = ''] = [
    await write(farmer, merchant, texts[0] ?? ''),
    await write(farmer, merchant, texts[1] ?? ''),
    await write(merchant, farmer, texts[2] ?? ''),
  ];
  const answer = await write(merchant, farmer, 'No!');
  await report(merchant, 'message', asks, { messageIds: [answer] });
  const page = await open('message');
  expect(page.messages.map(({ text, isReported }) => [text, isReported])).toEqual([
    ['Send ₹500 first', true],
    ['No!', false],
  ]);
  expect(JSON.stringify(page)).not.toContain('My secret address');
  const looks = await app.database.db
    .selectFrom('audit')
    .selectAll()
    .where('case_id', '=', page._id)
    .where('action', '=', 'look')
    .execute();
  expect(looks).toMatchObject([
    { actor_id: moderator.account._id, person_id: farmer.account._id, target: `messages ${asks} ${answer}` },
  ]);
  expect(secret).not.toBe('');
});

test('a report of a person shows no message that was not attached', async () => {
  const seller = await addPerson(app.url);
  await write(seller, merchant, 'Nobody else reads this');
  await report(merchant, 'user', seller.account._id);
  expect((await open('user', seller)).messages).toEqual([]);
});

test('only messages of the own chat with that person can be attached', async () => {
  const third = await addPerson(app.url);
  const [others = ''] = await insertMessages(app.database.db, farmer.account._id, third.account._id);
  const own = await write(merchant, third, 'Hello');
  const { _id: postId } = await addPost(farmer);
  for (const [kind, targetId, messageIds] of [
    ['user', farmer.account._id, [others]],
    ['user', farmer.account._id, [own]],
    ['user', farmer.account._id, Array.from({ length: 11 }, () => own)],
    ['post', postId, [own]],
  ] as const) {
    const body = { kind, targetId, reason: 'fraud', messageIds };
    const failure = await merchant.client.fail('POST /api/v1/reports', { body });
    expect(failure).toMatchObject({ statusCode: 422, errors: [{ field: 'messageIds' }] });
  }
});

test('a moderator who works on a case sees the photos of its hidden post and messages; others do not', async () => {
  const seller = await addPerson(app.url);
  const { _id: postId, images } = await addPost(seller);
  await report(merchant, 'post', postId);
  const found = await findCase(moderator, seller, 'post');
  await app.database.db.transaction().execute((trx) => app.services.takedown.hidePost(postId, trx));
  const status = async ({ client }: Person) => (await client.fetch(images[0] ?? '')).status;
  await moderator.client.call(casePage, { params: { caseId: found._id } });
  expect([await status(seller), await status(moderator), await status(merchant)]).toEqual([200, 404, 404]);
  await workOn(moderator, found);
  expect([await status(seller), await status(moderator), await status(merchant)]).toEqual([200, 200, 404]);

  const form = toForm({ text: 'Look' }, { images: [await photo()] });
  const params = { userId: merchant.account._id };
  const { newMessage } = await seller.client.call('POST /api/v1/messages/send-pictures/:userId', {
    params,
    form,
  });
  const picture = newMessage.images[0] ?? '';
  expect((await moderator.client.fetch(picture)).status).toBe(404);
  await report(merchant, 'message', newMessage._id);
  await open('message', seller);
  expect((await moderator.client.fetch(picture)).status).toBe(200);
});

test('photos of a case are closed to a moderator whose role was taken away, or whose 12 hours are over', async () => {
  const [seller, looker] = [await addPerson(app.url), await addStaff(app, 'moderator')];
  const { _id: postId, images } = await addPost(seller);
  await report(merchant, 'post', postId);
  const params = { userId: merchant.account._id };
  const { newMessage } = await seller.client.call('POST /api/v1/messages/send-pictures/:userId', {
    params,
    form: toForm({ text: 'Look' }, { images: [await photo()] }),
  });
  await report(merchant, 'message', newMessage._id);
  await app.database.db.transaction().execute((trx) => app.services.takedown.hidePost(postId, trx));
  for (const kind of ['post', 'message']) await workOn(looker, await findCase(moderator, seller, kind));
  const photos = [newMessage.images[0] ?? '', images[0] ?? ''];
  const statuses = () => Promise.all(photos.map(async (url) => (await looker.client.fetch(url)).status));
  expect(await statuses()).toEqual([200, 200]);
  await endTwelveHours(app, looker);
  expect(await statuses()).toEqual([404, 404]);
  await forgetCodes(app, looker);
  await confirmCode(looker.client, await codeOf(looker.secret));
  expect(await statuses()).toEqual([200, 200]);
  await app.services.staff.setRole(looker.account.username, 'none', null);
  expect(await statuses()).toEqual([404, 404]);
  const again = { headers: { 'if-none-match': `"${photos[0]?.split('/').at(-1)}"` } };
  expect((await looker.client.fetch(photos[0] ?? '', again)).status).toBe(404);
});

test('removed photos of a post come back when that is undone', async () => {
  const seller = await addPerson(app.url);
  const { _id: postId, images } = await addPost(seller, {}, 2);
  await report(merchant, 'post', postId);
  const found = await findCase(moderator, seller, 'post');
  const read = async () =>
    (await merchant.client.call('GET /api/v1/post/:postId', { params: { postId } })).data.images;
  const decision = await decide(moderator, found, 'remove-photo', { photos: [images[0]] });
  expect(await read()).toEqual([images[1]]);
  expect((await merchant.client.fetch(images[0] ?? '')).status).toBe(404);
  await undo(moderator, decision._id);
  expect(await read()).toEqual([images[1], images[0]]);
  expect((await merchant.client.fetch(images[0] ?? '')).status).toBe(200);
});

test('what was decided about a thing and a person is on their next case', async () => {
  const seller = await addPerson(app.url);
  const { _id: postId } = await addPost(seller);
  await report(merchant, 'post', postId);
  const { _id: first } = await decide(moderator, await findCase(moderator, seller, 'post'), 'warn');
  await report(await addOldPerson(app), 'post', postId);
  const page = await open('post', seller);
  expect(page.decisions.map(({ _id }) => _id)).toEqual([first]);
  expect(page.record.decisions.map(({ _id }) => _id)).toEqual([first]);
  expect(page).toMatchObject({ reportsCount: 1, record: { reports: 2 } });
});
