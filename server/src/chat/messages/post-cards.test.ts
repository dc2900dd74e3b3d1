import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { appForTests } from '#test/hooks.ts';
import { addPerson, addPost, photo, toForm, type Person } from '#test/factories.ts';
import { connectSocket, nextEvent, openSocket } from '#test/socket.ts';

const send = 'POST /api/v1/messages/send/:userId';
const room = 'GET /api/v1/messages/:userId';

const app = appForTests();
let author: Person;
let blocked: Person;
let third: Person;
beforeEach(async () => {
  author = await addPerson(app.url);
  blocked = await addPerson(app.url, { userType: 'merchant' });
  third = await addPerson(app.url, { userType: 'merchant' });
});

const to = ({ account }: Person) => ({ userId: account._id });
const blockOf = (person: Person) => ({ params: { username: person.account.username } });

async function attach(from: Person, receiver: Person, postId: string) {
  const sent = { params: to(receiver), body: { text: 'This one', postId } };
  return (await from.client.call(send, sent)).newMessage.post;
}

async function cardFor(viewer: Person, other: Person) {
  return (await viewer.client.call(room, { params: to(other) })).messages[0]?.post;
}

test.each(['was blocked by', 'has blocked'])(
  'a user who %s the author cannot attach the post, nor read it in a message',
  async (side) => {
    const { _id: postId, title } = await addPost(author);
    expect(await attach(third, blocked, postId)).toMatchObject({ title });
    expect(await cardFor(blocked, third)).toMatchObject({ title });
    const [blocker, other] = side === 'has blocked' ? [blocked, author] : [author, blocked];
    await blocker.client.call('POST /api/v1/blocks/:username', blockOf(other));
    expect(await cardFor(blocked, third)).toBeNull();
    expect(await cardFor(third, blocked)).toMatchObject({ title });
    const refusal = { statusCode: 404, code: 'POST_NOT_FOUND' };
    const body = { text: 'Look', postId };
    expect(await blocked.client.fail(send, { params: to(third), body })).toMatchObject(refusal);
    const form = toForm(body, { images: [await photo()] });
    const withPhoto = { params: to(third), form };
    expect(await blocked.client.fail('POST /api/v1/messages/send-pictures/:userId', withPhoto)).toMatchObject(
      refusal,
    );
    expect((await third.client.call(room, { params: to(blocked) })).messages).toHaveLength(1);
  },
);

test('a live message has the post’s card only for those who may see the post', async () => {
  const { _id: postId } = await addPost(author);
  await author.client.call('POST /api/v1/blocks/:username', blockOf(blocked));
  const inbox = await connectSocket(openSocket(app.url, blocked.client));
  const ownTab = await connectSocket(openSocket(app.url, third.client));
  const [received, own] = [nextEvent(inbox, 'newMessage'), nextEvent(ownTab, 'ownMessage')];
  expect(await attach(third, blocked, postId)).toMatchObject({ _id: postId });
  expect([(await received).post, (await own).post?._id]).toEqual([null, postId]);
  inbox.disconnect();
  ownTab.disconnect();
});

test('a hidden post shows its card to its author only', async () => {
  const { _id: postId } = await addPost(author);
  await attach(author, third, postId);
  await attach(third, blocked, postId);
  await app.database.db
    .updateTable('posts')
    .set({ is_author_suspended: true })
    .where('id', '=', postId)
    .execute();
  expect(await cardFor(third, author)).toBeNull();
  expect(await cardFor(third, blocked)).toBeNull();
  expect(await cardFor(author, third)).toMatchObject({ _id: postId });
  const body = { text: 'x', postId };
  expect(await third.client.fail(send, { params: to(blocked), body })).toMatchObject({
    code: 'POST_NOT_FOUND',
  });
});

test('a message that was stored is found by its client id after its post was deleted', async () => {
  const { _id: postId } = await addPost(author);
  const sent = { params: to(third), body: { text: 'Still there?', postId, clientId: randomUUID() } };
  const { newMessage } = await blocked.client.call(send, sent);
  await author.client.call('DELETE /api/v1/post/:postId', { params: { postId } });
  const again = await blocked.client.call(send, sent);
  expect(again.newMessage).toEqual({ ...newMessage, post: null });
  const other = { ...sent, body: { ...sent.body, clientId: randomUUID() } };
  expect(await blocked.client.fail(send, other)).toMatchObject({ code: 'POST_NOT_FOUND' });
});
