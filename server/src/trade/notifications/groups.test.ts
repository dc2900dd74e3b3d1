import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { ageAccounts } from '#test/deal-calls.ts';
import { addComment, addPerson, addPost, type Person } from '#test/factories.ts';
import { insertMessages } from '#test/rows.ts';
import { connectSocket, nextEvent, openSocket } from '#test/socket.ts';

const like = 'POST /api/v1/like/like/:postId';
const unlike = 'DELETE /api/v1/like/unlike/:postId';
const follow = 'POST /api/v1/follow/follow/:username';

let app: TestApp;
let seller: Person;
let people: Person[];
beforeAll(async () => {
  app = await startTestApp();
  people = [];
  for (const fullName of ['Asha Rao', 'Ramesh Patil', 'Meena Devi'])
    people.push(await addPerson(app.url, { fullName }));
});
beforeEach(async () => {
  seller = await addPerson(app.url);
  await ageAccounts(app.database.db, people);
});
afterAll(() => app.close());

const nameOf = ({ account }: Person) => ({ username: account.username });
const findNotifications = async (person = seller) => {
  await app.services.outbox.deliver();
  return (await person.client.call('GET /api/v1/notifications')).data.map(({ kind, isRead, data }) => ({
    kind,
    isRead,
    ...data,
  }));
};
const unread = async () => {
  await app.services.outbox.deliver();
  return (await seller.client.call('GET /api/v1/notifications/unread')).data.count;
};
const rows = () =>
  app.database.db
    .selectFrom('notifications')
    .select('id')
    .where('user_id', '=', seller.account._id)
    .orderBy('id')
    .execute();
async function setRows(to: { is_read?: boolean; created_at?: Date }) {
  await app.database.db
    .updateTable('notifications')
    .set(to)
    .where('user_id', '=', seller.account._id)
    .execute();
}
async function readAll() {
  await app.services.outbox.deliver();
  const { data } = await seller.client.call('GET /api/v1/notifications');
  const params = { notificationId: data[0]?._id ?? '' };
  await seller.client.call('PUT /api/v1/notifications/:notificationId/read', { params });
}

test('groups likes of a post into one notification until it is read', async () => {
  const post = await addPost(seller, { title: 'Red onion' });
  const params = { postId: post._id };
  const socket = await connectSocket(openSocket(app.url, seller.client));
  const received = nextEvent(socket, 'notification');
  for (const { client } of people) await client.call(like, { params });
  expect(await received).toMatchObject({ kind: 'like', data: { title: 'Red onion' } });
  socket.disconnect();
  await seller.client.call(like, { params });
  await people[0]?.client.call(like, { params });
  const group = { kind: 'like', postId: post._id, title: 'Red onion', name: 'Meena Devi', count: 3 };
  expect(await findNotifications()).toMatchObject([{ ...group, isRead: false }]);
  await readAll();
  await people[1]?.client.call(unlike, { params });
  await people[1]?.client.call(like, { params });
  expect(await findNotifications()).toMatchObject([
    { isRead: false, name: 'Ramesh Patil', count: 1 },
    { isRead: true, name: 'Meena Devi', count: 2 },
  ]);
});

test('removes an unlike from the group, and the notification with the last like', async () => {
  const params = { postId: (await addPost(seller))._id };
  for (const { client } of people) await client.call(like, { params });
  await people[2]?.client.call(unlike, { params });
  expect(await findNotifications()).toMatchObject([{ name: 'Ramesh Patil', count: 2 }]);
  for (const { client } of people) await client.call(unlike, { params });
  expect([await findNotifications(), await unread()]).toEqual([[], 0]);
});

test('notifies once of repeated likes and follows while unread', async () => {
  const [asha] = people as [Person];
  const params = { postId: (await addPost(seller))._id };
  const give = async () => {
    await asha.client.call(like, { params });
    await asha.client.call(follow, { params: nameOf(seller) });
  };
  const takeBack = async () => {
    await asha.client.call(unlike, { params });
    await asha.client.call('DELETE /api/v1/follow/unfollow/:username', { params: nameOf(seller) });
  };
  await give();
  await app.services.outbox.deliver();
  const delivered = await rows();
  await takeBack();
  expect([await findNotifications(), await unread()]).toEqual([[], 0]);
  await give();
  expect(await rows()).toEqual(delivered);
  expect(await findNotifications()).toMatchObject([{ count: 1 }, { count: 1 }]);
  expect(await unread()).toBe(2);
});

test('does not notify of a like that is taken back at once, and notifies of the next one', async () => {
  const [asha, ramesh] = people as [Person, Person];
  const params = { postId: (await addPost(seller))._id };
  await app.database.db.transaction().execute(async (trx) => {
    const notification = { userId: seller.account._id, kind: 'like', data: {}, ...params } as const;
    await app.services.notifications.add(trx, [notification]);
  });
  expect([await findNotifications(), await rows()]).toEqual([[], []]);
  const socket = await connectSocket(openSocket(app.url, seller.client));
  const received = nextEvent(socket, 'notification');
  for (const { client } of [asha, ramesh]) await client.call(like, { params });
  expect(await received).toMatchObject({ kind: 'like', data: params });
  socket.disconnect();
});

test('hides and does not count a group whose only member is blocked', async () => {
  const [asha, , meena] = people as [Person, Person, Person];
  const [shown, hidden] = [await addPost(seller), await addPost(seller)];
  await asha.client.call(like, { params: { postId: shown._id } });
  await meena.client.call(like, { params: { postId: hidden._id } });
  await app.services.outbox.deliver();
  await seller.client.call('POST /api/v1/blocks/:username', { params: nameOf(meena) });
  expect(await findNotifications()).toMatchObject([{ postId: shown._id, count: 1 }]);
  expect(await unread()).toBe(1);
  const { data } = await seller.client.call('GET /api/v1/notifications');
  const params = { notificationId: data[0]?._id ?? '' };
  const read = await seller.client.call('PUT /api/v1/notifications/:notificationId/read', { params });
  expect(read.data.count).toBe(0);
});

test('groups followers with the latest name and drops those who unfollow or are blocked', async () => {
  for (const { client } of people) await client.call(follow, { params: nameOf(seller) });
  const group = { kind: 'follow', owner: seller.account.username, isRead: false };
  const [asha, ramesh, meena] = people as [Person, Person, Person];
  expect(await findNotifications()).toMatchObject([
    { ...group, name: 'Meena Devi', count: 3, ...nameOf(meena) },
  ]);
  await meena.client.call('DELETE /api/v1/follow/unfollow/:username', { params: nameOf(seller) });
  expect(await findNotifications()).toMatchObject([{ ...group, name: 'Ramesh Patil', count: 2 }]);
  await seller.client.call('POST /api/v1/blocks/:username', { params: nameOf(ramesh) });
  expect(await findNotifications()).toMatchObject([{ ...group, name: 'Asha Rao', count: 1 }]);
  await asha.client.call('DELETE /api/v1/follow/unfollow/:username', { params: nameOf(seller) });
  expect([await findNotifications(), await unread()]).toEqual([[], 0]);
});

test('counts hundreds of concurrent likes and follows exactly, in one group each', async () => {
  const params = { postId: (await addPost(seller))._id };
  const crowd = await Promise.all(Array.from({ length: 8 }, () => addPerson(app.url)));
  await Promise.all(
    crowd.flatMap(({ client }) => [
      client.call(like, { params }),
      client.call(follow, { params: nameOf(seller) }),
    ]),
  );
  const found = await findNotifications();
  expect(found.toSorted((a, b) => a.kind.localeCompare(b.kind))).toMatchObject([
    { kind: 'follow', count: 8 },
    { kind: 'like', count: 8 },
  ]);
  expect(await unread()).toBe(2);
});

test('does not name a suspended person', async () => {
  const params = { postId: (await addPost(seller))._id };
  const suspended = await addPerson(app.url);
  await people[0]?.client.call(like, { params });
  await suspended.client.call(like, { params });
  await app.database.db
    .updateTable('users')
    .set({ suspended_at: new Date() })
    .where('id', '=', suspended.account._id)
    .execute();
  expect(await findNotifications()).toMatchObject([{ name: 'Asha Rao', count: 1 }]);
});

test('notifies once of a review, not of an edit, and removes the notification with the review', async () => {
  const [asha] = people as [Person];
  await insertMessages(app.database.db, asha.account._id, seller.account._id);
  const review = (rating: number) =>
    asha.client.call('POST /api/v1/reviews/:username', {
      params: nameOf(seller),
      body: { rating, comment: 'Clean grain, on time.' },
    });
  await review(4);
  expect(await findNotifications()).toMatchObject([
    { kind: 'review', name: 'Asha Rao', rating: 4, isRead: false },
  ]);
  await review(5);
  expect(await findNotifications()).toMatchObject([{ rating: 5 }]);
  await asha.client.call('DELETE /api/v1/reviews/:username', { params: nameOf(seller) });
  expect(await findNotifications()).toEqual([]);
});

test('does not notify again of a rewritten review while unread or within a day', async () => {
  const [asha] = people as [Person];
  await insertMessages(app.database.db, asha.account._id, seller.account._id);
  const params = nameOf(seller);
  const write = async (rating: number) => {
    const body = { rating, comment: 'Clean grain.' };
    await asha.client.call('POST /api/v1/reviews/:username', { params, body });
    await app.services.outbox.deliver();
  };
  const remove = () => asha.client.call('DELETE /api/v1/reviews/:username', { params });
  const rewrite = async (rating: number) => {
    await remove();
    await write(rating);
  };
  await write(4);
  await app.services.outbox.deliver();
  const delivered = await rows();
  await remove();
  expect([await findNotifications(), await unread()]).toEqual([[], 0]);
  await write(2);
  expect(await findNotifications()).toMatchObject([{ kind: 'review', rating: 2, isRead: false }]);
  expect((await findNotifications())[0]).not.toHaveProperty('reviewerId');
  const longAgo = new Date(Date.now() - 25 * 3_600_000);
  await setRows({ created_at: longAgo });
  await rewrite(3);
  await setRows({ created_at: new Date(), is_read: true });
  await rewrite(1);
  expect(await rows()).toEqual(delivered);
  await setRows({ created_at: longAgo });
  await rewrite(5);
  expect(await rows()).toHaveLength(2);
  expect(await findNotifications()).toMatchObject([{ rating: 5, isRead: false }]);
});

test('names the author and quotes the start of a comment', async () => {
  const [asha] = people as [Person];
  const post = await addPost(seller);
  await addComment(asha, post._id, `Is it still\navailable? ${'I would take all of it. '.repeat(10)}`);
  const [notification] = await findNotifications();
  expect(notification).toMatchObject({ kind: 'comment', name: 'Asha Rao' });
  expect((notification as { text: string }).text).toMatch(/^Is it still available\? I would .{50,80}…$/);
  await asha.client.call('POST /api/v1/blocks/:username', { params: nameOf(seller) });
  expect(await findNotifications()).toMatchObject([{ name: null, text: null }]);
});
