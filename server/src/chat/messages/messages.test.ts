import { randomUUID } from 'node:crypto';
import type { Message } from '@upaj/contract/chat/messages';
import { beforeEach, expect, test } from 'vitest';
import { appForTests } from '#test/hooks.ts';
import { addPerson, addPost, photo, toForm, type Person } from '#test/factories.ts';

const send = 'POST /api/v1/messages/send/:userId';
const room = 'GET /api/v1/messages/:userId';
const list = 'GET /api/v1/messages/users';
const mark = 'PUT /api/v1/messages/mark/:messageId';

const app = appForTests();
let farmer: Person;
let merchant: Person;
let stranger: Person;
beforeEach(async () => {
  farmer = await addPerson(app.url, { fullName: 'Gurpreet Singh' });
  merchant = await addPerson(app.url, { fullName: 'Anita Deshmukh', userType: 'merchant' });
  stranger = await addPerson(app.url, { fullName: 'Third Person' });
});

const block = (blocker: Person, { account: { username } }: Person) =>
  blocker.client.call('POST /api/v1/blocks/:username', { params: { username } });
const to = ({ account }: Person) => ({ userId: account._id });
async function say(from: Person, receiver: Person, text: string): Promise<Message> {
  const { newMessage } = await from.client.call(send, { params: to(receiver), body: { text } });
  return newMessage;
}

test('a message is visible to both, in order, and to no one else', async () => {
  const first = await say(merchant, farmer, '  Is the wheat dry?  ');
  expect(first).toMatchObject({
    text: 'Is the wheat dry?',
    number: 1,
    isRead: false,
    images: [],
    post: null,
  });
  await say(farmer, merchant, 'Yes, 11%.');
  for (const [viewer, other] of [
    [farmer, merchant],
    [merchant, farmer],
  ] as const) {
    const { messages, user } = await viewer.client.call(room, { params: { userId: other.account.username } });
    expect(messages.map(({ text, number }) => [number, text])).toEqual([
      [1, 'Is the wheat dry?'],
      [2, 'Yes, 11%.'],
    ]);
    expect(user).toMatchObject({ _id: other.account._id, isReachable: true });
  }
  expect((await stranger.client.call(room, { params: to(farmer) })).messages).toEqual([]);
});

test('a client id is stored once, also with concurrent requests', async () => {
  const clientId = randomUUID();
  const body = { text: 'Once', clientId };
  const responses = await Promise.all(
    Array.from({ length: 8 }, () => merchant.client.call(send, { params: to(farmer), body })),
  );
  expect(new Set(responses.map(({ newMessage }) => newMessage._id)).size).toBe(1);
  await say(merchant, farmer, 'Twice');
  const { messages } = await farmer.client.call(room, { params: to(merchant), query: { markSeen: 'false' } });
  expect(messages.map(({ text, number }) => [number, text])).toEqual([
    [1, 'Once'],
    [2, 'Twice'],
  ]);
  expect((await farmer.client.call(list)).unseenMessages).toEqual({ [merchant.account._id]: 2 });
  await farmer.client.call(send, { params: to(merchant), body });
});

test('reading marks what came before, and only for the receiver', async () => {
  const first = await say(merchant, farmer, 'One');
  const second = await say(merchant, farmer, 'Two');
  await say(merchant, farmer, 'Three');
  const params = { messageId: second._id };
  for (const other of [merchant, stranger]) {
    expect(await other.client.fail(mark, { params })).toMatchObject({ code: 'MESSAGE_NOT_FOUND' });
  }
  expect((await farmer.client.call(mark, { params })).unseen).toBe(1);
  expect((await farmer.client.call(mark, { params })).unseen).toBe(1);
  expect((await farmer.client.call(mark, { params: { messageId: first._id } })).unseen).toBe(1);
  const { messages } = await merchant.client.call(room, { params: to(farmer) });
  expect(messages.map(({ isRead }) => isRead)).toEqual([true, true, false]);
});

test('the newest page of a conversation marks it as seen, unless the client marks it itself', async () => {
  for (const text of ['One', 'Two', 'Three']) await say(merchant, farmer, text);
  await say(stranger, farmer, 'Hello');
  const params = to(merchant);
  const unseen = async () => (await farmer.client.call(list)).unseenMessages;
  const both = { [merchant.account._id]: 3, [stranger.account._id]: 1 };
  await farmer.client.call(room, { params, query: { markSeen: 'false' } });
  await farmer.client.call(room, { params, query: { after: 1 } });
  await farmer.client.call(room, { params, query: { cursor: '3' } });
  // The sender of the messages, and someone without messages, mark nothing as seen.
  await merchant.client.call(room, { params: to(farmer) });
  await stranger.client.call(room, { params: to(merchant) });
  expect(await unseen()).toEqual(both);
  await say(farmer, merchant, 'I am in the field');
  const { messages } = await farmer.client.call(room, { params });
  expect(messages).toHaveLength(4);
  expect(await unseen()).toEqual({ [stranger.account._id]: 1 });
  const { messages: sent } = await merchant.client.call(room, { params: to(farmer) });
  expect(sent.map(({ isRead }) => isRead)).toEqual([true, true, true, false]);
  expect(await farmer.client.fail(room, { params, query: { markSeen: 'no' } as never })).toMatchObject({
    statusCode: 422,
    errors: [{ field: 'markSeen' }],
  });
});

test('unseen counts stay exact under concurrent writes and reads', async () => {
  const work = Array.from({ length: 20 }, async (_, index) => {
    const message = await say(merchant, farmer, `m${index}`);
    await say(farmer, merchant, `f${index}`);
    if (index % 3 === 0) await farmer.client.call(mark, { params: { messageId: message._id } });
  });
  await Promise.all(work);
  const { messages } = await farmer.client.call(room, {
    params: to(merchant),
    query: { limit: 50, markSeen: 'false' },
  });
  const unread = messages.filter(({ senderId, isRead }) => senderId === merchant.account._id && !isRead);
  const { unseenMessages } = await farmer.client.call('GET /api/v1/messages/unseen');
  expect(unseenMessages[merchant.account._id] ?? 0).toBe(unread.length);
  expect(messages.map(({ number }) => number)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
});

test('many concurrent messages are stored once and in order, and an invalid one fails alone', async () => {
  for (const other of [merchant, stranger]) {
    await say(farmer, other, 'Hello');
    await say(other, farmer, 'Hello');
    await say(farmer, other, 'So?');
  }
  await block(stranger, farmer);
  const clientId = randomUUID();
  const sending = Array.from({ length: 40 }, (_, index) => {
    const body = { text: `m${index}`, ...(index % 10 === 0 && { clientId }) };
    const isRefused = index % 8 === 7;
    return farmer.client.send(send, { params: to(isRefused ? stranger : merchant), body });
  });
  const responses = await Promise.all(sending);
  const refused = responses.filter(({ status }) => status !== 200);
  expect(refused.map(({ body }) => (body as { code: string }).code)).toEqual(Array(5).fill('BLOCKED'));
  const { messages } = await merchant.client.call(room, {
    params: to(farmer),
    query: { limit: 50, markSeen: 'false' },
  });
  expect(messages.map(({ number }) => number)).toEqual(
    Array.from({ length: 3 + 32 }, (_, index) => index + 1),
  );
  expect(messages.filter((message) => message.clientId === clientId)).toHaveLength(1);
  expect((await merchant.client.call(list)).unseenMessages).toEqual({ [farmer.account._id]: 34 });
});

test('pages go back in time, and `after` returns what was missed', async () => {
  for (let index = 1; index <= 7; index += 1) await say(merchant, farmer, `m${index}`);
  const numbers = async (query: Record<string, string | number>) => {
    const { messages, page } = await farmer.client.call(room, { params: to(merchant), query });
    return { numbers: messages.map(({ number }) => number), next: page.nextCursor };
  };
  expect(await numbers({ limit: 3 })).toEqual({ numbers: [5, 6, 7], next: '5' });
  expect(await numbers({ limit: 3, cursor: '5' })).toEqual({ numbers: [2, 3, 4], next: '2' });
  expect(await numbers({ limit: 3, cursor: '2' })).toEqual({ numbers: [1], next: null });
  expect(await numbers({ limit: 2, after: 4 })).toEqual({ numbers: [5, 6], next: '6' });
  expect(await numbers({ limit: 2, after: 6 })).toEqual({ numbers: [7], next: null });
  expect(await farmer.client.fail(room, { params: to(merchant), query: { cursor: 'x' } })).toMatchObject({
    statusCode: 422,
  });
});

test('the list has the latest conversation first, then people followed', async () => {
  await farmer.client.call(send, { params: to(merchant), body: { text: 'Hello' } });
  await say(stranger, farmer, 'Hi');
  const followed = await addPerson(app.url, { fullName: 'Followed Only' });
  await app.database.db
    .insertInto('follows')
    .values([
      { follower_id: farmer.account._id, followed_id: followed.account._id },
      { follower_id: farmer.account._id, followed_id: merchant.account._id },
    ])
    .execute();
  const names = async (query: Record<string, string | number> = {}) => {
    const { users, page } = await farmer.client.call(list, { query });
    return { names: users.map(({ fullName }) => fullName), next: page.nextCursor };
  };
  expect((await names()).names).toEqual(['Third Person', 'Anita Deshmukh', 'Followed Only']);
  const seen: string[] = [];
  for (let cursor = ''; ;) {
    const page = await names({ limit: 1, ...(cursor && { cursor }) });
    seen.push(...page.names);
    if (!page.next) break;
    cursor = page.next;
  }
  expect(seen).toEqual(['Third Person', 'Anita Deshmukh', 'Followed Only']);
  expect((await names({ q: 'anita' })).names).toEqual(['Anita Deshmukh']);
  const { users } = await farmer.client.call(list);
  expect(users[0]?.lastMessage).toMatchObject({ text: 'Hi', isOwn: false });
  expect(users[2]?.lastMessage).toBeNull();
});

test('a message can have photos and a post', async () => {
  const post = await addPost(farmer);
  const form = toForm({ text: '', postId: post._id }, { images: [await photo(), await photo()] });
  const { newMessage } = await merchant.client.call('POST /api/v1/messages/send-pictures/:userId', {
    params: to(farmer),
    form,
  });
  expect(newMessage.images).toHaveLength(2);
  expect(newMessage.post).toMatchObject({ _id: post._id, title: post.title, image: post.images[0] });
  await farmer.client.call('DELETE /api/v1/post/:postId', { params: { postId: post._id } });
  const { messages } = await merchant.client.call(room, { params: to(farmer) });
  expect(messages[0]?.post).toBeNull();
});

test.each([
  ['', 'Please write a message'],
  ['   ', 'Please write a message'],
  ['x'.repeat(2001), 'This is too long. Please shorten it.'],
])('%j is refused at its field', async (text, message) => {
  const failure = await merchant.client.fail(send, { params: to(farmer), body: { text } });
  expect(failure).toMatchObject({ statusCode: 422, errors: [{ field: 'text', message }] });
});

test('across a block, no messages can be sent in either direction', async () => {
  await say(merchant, farmer, 'Before');
  await block(farmer, merchant);
  for (const [from, receiver] of [
    [merchant, farmer],
    [farmer, merchant],
  ] as const) {
    expect(await from.client.fail(send, { params: to(receiver), body: { text: 'x' } })).toMatchObject({
      code: 'BLOCKED',
    });
    const { user } = await from.client.call(room, { params: to(receiver) });
    expect(user).toMatchObject({ isReachable: false, isBlocked: from === farmer });
  }
  const { username } = merchant.account;
  await farmer.client.call('DELETE /api/v1/blocks/:username', { params: { username } });
  await say(merchant, farmer, 'After');
});

test('without messages, the blocker sees the block and the blocked user gets 404', async () => {
  const [blocker, blocked] = [await addPerson(app.url), await addPerson(app.url)];
  await block(blocker, blocked);
  const { user } = await blocker.client.call(room, { params: to(blocked) });
  expect(user).toMatchObject({ isReachable: false, isBlocked: true });
  expect(await blocked.client.fail(room, { params: to(blocker) })).toMatchObject({ code: 'USER_NOT_FOUND' });
});

test('refuses messages to oneself, to unknown users, and too many to strangers', async () => {
  const body = { text: 'x' };
  expect(await farmer.client.fail(send, { params: to(farmer), body })).toMatchObject({ statusCode: 404 });
  expect(await farmer.client.fail(send, { params: { userId: 'nobody' }, body })).toMatchObject({
    statusCode: 404,
  });
  for (let count = 0; count < 30; count += 1) await say(farmer, stranger, 'Buy!');
  expect(await farmer.client.fail(send, { params: to(merchant), body })).toMatchObject({ statusCode: 429 });
  await say(stranger, farmer, 'Yes?');
  await say(farmer, stranger, 'Good.');
});
