import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { appForTests } from '#test/hooks.ts';
import { addPerson, type Person } from '#test/factories.ts';
import { connectSocket, nextEvent, openSocket } from '#test/socket.ts';
import { addWanted } from '#test/wanted.ts';

const send = 'POST /api/v1/messages/send/:userId';

const app = appForTests();
let merchant: Person;
let farmer: Person;
let third: Person;
beforeAll(async () => {
  merchant = await addPerson(app.url, { userType: 'merchant' });
  farmer = await addPerson(app.url);
  third = await addPerson(app.url);
});

const messagesOf = async (viewer: Person, { account }: Person) =>
  (await viewer.client.call('GET /api/v1/messages/:userId', { params: { userId: account._id } })).messages;
const attach = (wantedId: string, clientId: string = randomUUID()) => ({
  params: { userId: merchant.account._id },
  body: { text: 'I can supply this', wantedId, clientId },
});

test('an answer to a wanted post shows its card to both, also live and in a later message', async () => {
  const { _id: wantedId } = await addWanted(merchant);
  const card = { _id: wantedId, cropType: 'Wheat', quantity: 20.5, unit: 'tonne', maxPrice: 2700 };
  const inbox = await connectSocket(openSocket(app.url, merchant.client));
  const received = nextEvent(inbox, 'newMessage');
  const sent = await farmer.client.call(send, attach(wantedId));
  expect(sent.newMessage).toMatchObject({ post: null, wanted: { ...card, isOpen: true, isEnded: false } });
  expect((await received).wanted).toMatchObject(card);
  inbox.disconnect();
  const params = { userId: farmer.account._id };
  await merchant.client.call(send, { params, body: { text: 'How much?' } });
  // Both have written now, so the server stores further messages on its fast path.
  const bare = await farmer.client.call(send, { ...attach(wantedId), body: { text: 'Ten tonnes' } });
  expect(bare.newMessage.wanted).toBeNull();
  const again = await farmer.client.call(send, attach(wantedId));
  expect(again.newMessage.wanted).toMatchObject(card);
  const all = await messagesOf(merchant, farmer);
  expect(all.map(({ wanted }) => wanted?._id)).toEqual([wantedId, undefined, undefined, wantedId]);
  await merchant.client.call('PATCH /api/v1/wanted/:wantedId', {
    params: { wantedId },
    body: { isOpen: false },
  });
  expect((await messagesOf(farmer, merchant)).at(-1)?.wanted).toMatchObject({ isOpen: false });
});

test('the card is null once the wanted post is deleted, and a repeated message is the same', async () => {
  const { _id: wantedId } = await addWanted(merchant);
  const request = attach(wantedId);
  const { newMessage } = await farmer.client.call(send, request);
  await merchant.client.call('DELETE /api/v1/wanted/:wantedId', { params: { wantedId } });
  expect((await messagesOf(farmer, merchant)).at(-1)).toEqual({ ...newMessage, wanted: null });
  expect((await farmer.client.call(send, request)).newMessage).toEqual({ ...newMessage, wanted: null });
  expect(await farmer.client.fail(send, attach(wantedId))).toMatchObject({
    statusCode: 404,
    code: 'WANTED_NOT_FOUND',
  });
});

test('a wanted post is shown only to those who may see it', async () => {
  const { _id: wantedId } = await addWanted(merchant);
  const { username } = merchant.account;
  const toThird = { params: { userId: third.account._id }, body: { text: 'Look', wantedId } };
  const toFarmer = { ...toThird, params: { userId: farmer.account._id } };
  await third.client.call('POST /api/v1/blocks/:username', { params: { username } });
  const ownTab = await connectSocket(openSocket(app.url, farmer.client));
  const inbox = await connectSocket(openSocket(app.url, third.client));
  const [own, received] = [nextEvent(ownTab, 'ownMessage'), nextEvent(inbox, 'newMessage')];
  await farmer.client.call(send, toThird);
  expect([(await own).wanted?._id, (await received).wanted]).toEqual([wantedId, null]);
  for (const socket of [ownTab, inbox]) socket.disconnect();
  expect((await messagesOf(third, farmer)).at(-1)?.wanted).toBeNull();
  expect(await third.client.fail(send, toFarmer)).toMatchObject({ code: 'WANTED_NOT_FOUND' });
  await app.database.db
    .updateTable('users')
    .set({ suspended_at: new Date() })
    .where('id', '=', merchant.account._id)
    .execute();
  expect((await messagesOf(farmer, third)).at(-1)?.wanted).toBeNull();
  expect(await farmer.client.fail(send, toThird)).toMatchObject({ code: 'WANTED_NOT_FOUND' });
});
