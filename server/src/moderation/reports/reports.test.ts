import type { ReportForm } from '@upaj/contract/moderation/reports';
import { beforeAll, expect, test } from 'vitest';
import { TestClient } from '#test/client.ts';
import { appForTests } from '#test/hooks.ts';
import { addPerson, addPost, fromOwnAddress, type Person } from '#test/factories.ts';
import { insertMessages } from '#test/rows.ts';

const send = 'POST /api/v1/reports';
const day = 24 * 60 * 60_000;
const unknown = '01900000-0000-7000-8000-000000000000';

const app = appForTests({ env: { contactEmail: 'help@upaj.example' } });
let farmer: Person;
let merchant: Person;
let third: Person;
beforeAll(async () => {
  farmer = await addPerson(app.url);
  merchant = await addPerson(app.url, { userType: 'merchant' });
  third = await addPerson(app.url);
});

const idOf = ({ account }: Person) => account._id;

function report(person: Person, kind: string, targetId: string, changes: object = {}) {
  return person.client.send(send, {
    body: { kind, targetId, reason: 'fraud', ...changes },
    headers: fromOwnAddress(),
  });
}

async function rowsOf(targetId: string) {
  const rows = await app.database.db.selectFrom('reports').selectAll().execute();
  return rows.filter((row) => [row.post_id, row.user_id, row.message_id].includes(targetId));
}

async function age(person: Person, days: number, isVerified = false): Promise<void> {
  await app.database.db
    .updateTable('users')
    .set({ created_at: new Date(Date.now() - days * day), is_verified: isVerified })
    .where('id', '=', idOf(person))
    .execute();
}

async function addAged(days: number, isVerified = false): Promise<Person> {
  const person = await addPerson(app.url);
  await age(person, days, isVerified);
  return person;
}

async function isShown(postId: string): Promise<boolean> {
  const { data } = await third.client.call('GET /api/v1/post/feed');
  return data.some(({ _id }) => _id === postId);
}

test('anyone can read how to reach the people who run the server', async () => {
  const { data } = await new TestClient(app.url).call('GET /api/v1/contact');
  expect(data).toEqual({ email: 'help@upaj.example' });
});

test('stores reports of a post, a person and a message with reason and details', async () => {
  const { _id: postId } = await addPost(farmer);
  const [messageId = ''] = await insertMessages(app.database.db, idOf(farmer), idOf(merchant));
  const targets = { post: postId, user: idOf(farmer), message: messageId };
  for (const [kind, targetId] of Object.entries(targets)) {
    const response = await report(merchant, kind, targetId, { details: ' Asks for money first ' });
    expect(response.body).toMatchObject({
      message: 'Thank you. Our moderators will review your report.',
      data: null,
    });
    expect(await rowsOf(targetId)).toMatchObject([
      {
        kind,
        reporter_id: idOf(merchant),
        reason: 'fraud',
        details: 'Asks for money first',
        resolved_at: null,
      },
    ]);
  }
});

test('repeated reports, also concurrent ones, are one report with the latest text', async () => {
  const { _id: postId } = await addPost(farmer);
  const responses = await Promise.all(Array.from({ length: 10 }, () => report(merchant, 'post', postId)));
  expect(responses.map(({ status }) => status)).toEqual(Array<number>(10).fill(200));
  await report(merchant, 'post', postId, { reason: 'spam', details: 'Ten times the same' });
  expect(await rowsOf(postId)).toMatchObject([{ reason: 'spam', details: 'Ten times the same' }]);
  await report(third, 'post', postId);
  expect(await rowsOf(postId)).toHaveLength(2);
});

test('own content cannot be reported', async () => {
  const { _id: postId } = await addPost(farmer);
  const [messageId = ''] = await insertMessages(app.database.db, idOf(farmer), idOf(merchant));
  for (const [kind, targetId] of Object.entries({ post: postId, user: idOf(farmer), message: messageId }))
    expect((await report(farmer, kind, targetId)).body).toMatchObject({
      statusCode: 409,
      code: 'NOT_YOURSELF',
    });
});

test('refuses reports of missing content, and of a message by a third person', async () => {
  const [messageId = ''] = await insertMessages(app.database.db, idOf(farmer), idOf(merchant));
  const { _id: postId } = await addPost(farmer);
  const missing = [
    ['post', unknown],
    ['user', unknown],
    ['message', unknown],
    ['user', postId],
    ['message', messageId],
  ] as const;
  for (const [kind, targetId] of missing)
    expect((await report(third, kind, targetId)).body).toMatchObject({ statusCode: 404, code: 'NOT_FOUND' });
  expect(await rowsOf(messageId)).toEqual([]);
});

test.each([
  [{ kind: 'house' }, 'kind', 'This value is not valid'],
  [{ targetId: 'x' }, 'targetId', 'This value is not valid'],
  [{ targetId: undefined }, 'targetId', 'This value is not valid'],
  [{ reason: undefined }, 'reason', 'Please choose a reason'],
  [{ reason: 'boring' }, 'reason', 'Please choose a reason'],
  [{ details: 'x'.repeat(1001) }, 'details', 'This is too long. Please shorten it.'],
])('a report with %j is refused', async (change, field, message) => {
  const good: ReportForm = { kind: 'post', targetId: unknown, reason: 'fraud', details: '' };
  const failure = await merchant.client.fail(send, { body: { ...good, ...change } });
  expect(failure).toMatchObject({ statusCode: 422, message, errors: [{ field, message }] });
});

test.each([
  [6, false, 0],
  [6, true, 0],
  [8, false, 0.5],
  [29, false, 0.5],
  [31, false, 1],
  [8, true, 2],
  [400, true, 2],
])('after %i days, verified: %s, a report weighs %d', async (days, isVerified, weight) => {
  const person = await addAged(days, isVerified);
  await report(person, 'user', idOf(farmer));
  const rows = await rowsOf(idOf(farmer));
  expect(Number(rows.find((row) => row.reporter_id === idOf(person))?.weight)).toBe(weight);
});

test('reports of three old verified users hide a post at once; its owner still sees it', async () => {
  const { _id: postId } = await addPost(farmer);
  const people = await Promise.all([60, 70, 80].map((days) => addAged(days, true)));
  for (const person of people.slice(0, 2)) await report(person, 'post', postId);
  expect(await isShown(postId)).toBe(true);
  for (const person of people.slice(0, 2)) await report(person, 'post', postId, { reason: 'abuse' });
  expect(await isShown(postId)).toBe(true);
  await Promise.all(people.map((person) => report(person, 'post', postId)));
  expect(await isShown(postId)).toBe(false);
  expect((await report(people[2] ?? third, 'post', postId)).status).toBe(200);
  const detail = 'GET /api/v1/post/:postId';
  expect((await third.client.fail(detail, { params: { postId } })).code).toBe('POST_NOT_FOUND');
  await farmer.client.call(detail, { params: { postId } });
  const own = await farmer.client.call('GET /api/v1/post/current-posts');
  expect(own.data.map(({ _id }) => _id)).toContain(postId);
});

test('only those who reported a post before it was hidden report it again', async () => {
  const { _id: postId } = await addPost(farmer);
  await report(merchant, 'post', postId);
  await app.database.db
    .updateTable('posts')
    .set({ is_hidden_by_moderation: true })
    .where('id', '=', postId)
    .execute();
  expect((await report(third, 'post', postId)).body).toMatchObject({ statusCode: 404, code: 'NOT_FOUND' });
  expect((await report(farmer, 'post', postId)).body).toMatchObject({ code: 'NOT_YOURSELF' });
  expect((await report(merchant, 'post', postId)).status).toBe(200);
  expect((await rowsOf(postId)).map(({ reporter_id }) => reporter_id)).toEqual([idOf(merchant)]);
});

test('reporters without weight do not count towards the three', async () => {
  const { _id: postId } = await addPost(farmer);
  for (const person of await Promise.all([addAged(60, true), addAged(70, true), addAged(1)]))
    await report(person, 'post', postId);
  expect(await isShown(postId)).toBe(true);
});
