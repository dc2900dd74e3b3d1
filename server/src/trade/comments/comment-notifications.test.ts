import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { addComment, addPerson, addPost, type Person } from '#test/factories.ts';
import { connectSocket, nextEvent, openSocket } from '#test/socket.ts';

let app: TestApp;
let merchant: Person;
let other: Person;
beforeAll(async () => {
  app = await startTestApp();
  merchant = await addPerson(app.url, { userType: 'merchant' });
  other = await addPerson(app.url, { userType: 'merchant' });
});
afterAll(() => app.close());

const notificationsOf = async (person: Person, of?: string) => {
  await app.services.outbox.deliver();
  const { data } = await person.client.call('GET /api/v1/notifications');
  return data.filter(
    (notification) => !of || (notification.kind === 'comment' && notification.data.postId === of),
  );
};

test('notifies the seller of a comment, immediately when connected; of more once the first is read', async () => {
  const seller = await addPerson(app.url);
  const post = await addPost(seller, { title: 'Washed ginger' });
  const socket = await connectSocket(openSocket(app.url, seller.client));
  const received = nextEvent(socket, 'notification', () => true);
  const comment = await addComment(merchant, post._id, 'How fresh?');
  const data = { postId: post._id, commentId: comment._id, title: 'Washed ginger', isAnswer: false };
  expect(await received).toMatchObject({ kind: 'comment', data, isRead: false });
  socket.close();
  await addComment(other, post._id, 'And the rate?');
  const found = await notificationsOf(seller);
  expect(found).toMatchObject([{ kind: 'comment', data }]);
  const params = { notificationId: found[0]?._id ?? '' };
  await seller.client.call('PUT /api/v1/notifications/:notificationId/read', { params });
  const later = await addComment(other, post._id, 'Hello?');
  expect(await notificationsOf(seller)).toMatchObject([{ data: { commentId: later._id } }, { data }]);
  expect(await notificationsOf(merchant, post._id)).toEqual([]);
});

test('does not notify of one’s own comment, nor twice of a repeated one', async () => {
  const seller = await addPerson(app.url);
  const { _id: mine } = await addPost(seller);
  await addComment(seller, mine, 'Lifting from Monday on');
  expect(await notificationsOf(seller)).toEqual([]);
  const body = { text: 'Rate?', clientId: randomUUID() };
  const send = () =>
    merchant.client.call('POST /api/v1/post/:postId/comments', { params: { postId: mine }, body });
  await Promise.all([send(), send(), send()]);
  expect(await notificationsOf(seller)).toHaveLength(1);
});

test('notifies the seller again after they read the comments or replied, without opening the notifications', async () => {
  const seller = await addPerson(app.url);
  const { _id: mine } = await addPost(seller);
  const unread = async () => {
    await app.services.outbox.deliver();
    return (await seller.client.call('GET /api/v1/notifications/unread')).data.count;
  };
  await addComment(merchant, mine, 'First');
  expect(await unread()).toBe(1);
  await seller.client.call('GET /api/v1/post/:postId/comments', { params: { postId: mine } });
  expect(await unread()).toBe(0);
  await addComment(merchant, mine, 'Second');
  expect(await unread()).toBe(1);
  await addComment(seller, mine, 'Answer');
  expect(await unread()).toBe(0);
});

test('removes notifications of a deleted comment or post', async () => {
  const seller = await addPerson(app.url);
  const { _id: mine } = await addPost(seller);
  const gone = await addComment(merchant, mine, 'Buy my tractor');
  await merchant.client.call('DELETE /api/v1/post/:postId/comments/:commentId', {
    params: { postId: mine, commentId: gone._id },
  });
  expect(await notificationsOf(seller)).toEqual([]);
  await addComment(merchant, mine, 'Is it dry?');
  await addComment(seller, mine, 'Yes');
  expect(await notificationsOf(merchant, mine)).toMatchObject([{ data: { isAnswer: true } }]);
  await seller.client.call('DELETE /api/v1/post/:postId', { params: { postId: mine } });
  expect([await notificationsOf(seller), await notificationsOf(merchant, mine)]).toEqual([[], []]);
});

test('notifies commenters of the seller’s reply, but not of other buyers’ comments', async () => {
  const [seller, buyer, blocked] = [
    await addPerson(app.url),
    await addPerson(app.url),
    await addPerson(app.url),
  ];
  const { _id: theirs } = await addPost(seller, { title: 'Red onion' });
  await addComment(buyer, theirs, 'Rate?');
  await addComment(blocked, theirs, 'Rate?');
  await addComment(buyer, theirs, 'Please?');
  const { username } = blocked.account;
  await seller.client.call('POST /api/v1/blocks/:username', { params: { username } });
  await addComment(other, theirs, 'Good onions');
  const answered = await addComment(seller, theirs, '22 rupees');
  const data = { postId: theirs, commentId: answered._id, title: 'Red onion', isAnswer: true };
  expect(await notificationsOf(buyer)).toMatchObject([{ kind: 'comment', data }]);
  expect(await notificationsOf(blocked)).toEqual([]);
});
