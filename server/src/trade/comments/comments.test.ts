import { randomUUID } from 'node:crypto';
import type { Comment } from '@upaj/contract/trade/comments';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { addComment, addPerson, addPost, type Person } from '#test/factories.ts';
import { markDeleted } from '#test/rows.ts';

const list = 'GET /api/v1/post/:postId/comments';
const add = 'POST /api/v1/post/:postId/comments';
const remove = 'DELETE /api/v1/post/:postId/comments/:commentId';

let app: TestApp;
let farmer: Person;
let merchant: Person;
let other: Person;
let postId: string;
beforeAll(async () => {
  app = await startTestApp();
  farmer = await addPerson(app.url);
  merchant = await addPerson(app.url, { userType: 'merchant' });
  other = await addPerson(app.url, { userType: 'merchant' });
  postId = (await addPost(farmer))._id;
});
afterAll(() => app.close());

const say = (person: Person, text: string, to = postId) => addComment(person, to, text);

async function textsFor(person: Person, of = postId): Promise<string[]> {
  const { data } = await person.client.call(list, { params: { postId: of } });
  return data.map(({ text }) => text);
}

async function countsOf(of: string): Promise<unknown[]> {
  const { data: post } = await other.client.call('GET /api/v1/post/:postId', { params: { postId: of } });
  const { data: posts } = await other.client.call('GET /api/v1/post/feed', { query: { limit: 50 } });
  return [post.comments, posts.find(({ _id }) => _id === of)?.comments];
}

test('a comment is visible to everyone, with its author, and counted on the page and in the feed', async () => {
  const { _id: fresh } = await addPost(farmer);
  expect(await countsOf(fresh)).toEqual([0, 0]);
  const said = await say(merchant, '  Is the moisture below 12%?\nWhat for 40 quintal? ', fresh);
  expect(said).toMatchObject({
    text: 'Is the moisture below 12%?\nWhat for 40 quintal?',
    author: { _id: merchant.account._id, username: merchant.account.username, isVerified: false },
  });
  expect(Date.parse(said.createdAt)).toBeGreaterThan(Date.now() - 60_000);
  const { data, page } = await other.client.call(list, { params: { postId: fresh } });
  expect(data).toEqual([said]);
  expect(page).toEqual({ nextCursor: null, total: 1 });
  expect(await countsOf(fresh)).toEqual([1, 1]);
});

test('concurrent comments are all stored and counted, and the seller is notified once', async () => {
  const { db } = app.database;
  const { _id: fresh } = await addPost(farmer);
  const texts = ['First', 'Second', 'Third', 'Fourth'];
  await Promise.all(texts.map((text, turn) => say(turn % 2 ? merchant : other, text, fresh)));
  const rows = await db.selectFrom('comments').select('text').where('post_id', '=', fresh).execute();
  expect(rows.map(({ text }) => text).toSorted()).toEqual(texts.toSorted());
  const counts = db.selectFrom('post_counts').select('comments').where('post_id', '=', fresh);
  expect(await counts.executeTakeFirst()).toEqual({ comments: 4 });
  await app.services.outbox.deliver();
  const notified = db.selectFrom('notifications').select('user_id').where('post_id', '=', fresh);
  expect(await notified.execute()).toEqual([{ user_id: farmer.account._id }]);
});

test('refuses a comment of a deleted account', async () => {
  const [{ _id: fresh }, gone] = await Promise.all([addPost(farmer), addPerson(app.url)]);
  await markDeleted(app.database.db, gone.account._id);
  const late = app.services.comments.addComment(fresh, gone.account._id, {
    text: 'Too late',
    clientId: randomUUID(),
  });
  await expect(late).rejects.toMatchObject({ code: 'POST_NOT_FOUND' });
});

test('lists the latest first, without gap or repeat while others comment', async () => {
  const { _id: fresh } = await addPost(farmer);
  for (let count = 1; count <= 7; count += 1) await say(merchant, `Number ${count}`, fresh);
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const response = await other.client.call(list, {
      params: { postId: fresh },
      query: { limit: 3, ...(cursor && { cursor }) },
    });
    seen.push(...response.data.map(({ text }) => text));
    expect(response.page.total).toBe(7);
    cursor = response.page.nextCursor ?? undefined;
    await say(farmer, 'Meanwhile', fresh);
  } while (cursor);
  expect(seen).toEqual([7, 6, 5, 4, 3, 2, 1].map((count) => `Number ${count}`));
});

test('a repeated comment, also concurrent, is stored once', async () => {
  const { _id: fresh } = await addPost(farmer);
  const body = { text: 'What is your best rate?', clientId: randomUUID() };
  const params = { postId: fresh };
  const send = () => merchant.client.call(add, { params, body });
  const responses = await Promise.all(Array.from({ length: 5 }, send));
  responses.push(await send());
  expect(new Set(responses.map(({ data }) => data._id)).size).toBe(1);
  await other.client.call(add, { params, body });
  const { _id: second } = await addPost(farmer);
  await merchant.client.call(add, { params: { postId: second }, body });
  expect(await countsOf(second)).toEqual([1, 1]);
  expect(await countsOf(fresh)).toEqual([2, 2]);
});

test.each([
  ['nothing', { text: ' ' }, 'text', 'Please write a comment'],
  ['no text', {}, 'text', 'Please write a comment'],
  ['too much', { text: 'x'.repeat(501) }, 'text', 'This is too long. Please shorten it.'],
  ['a client id that is none', { text: 'Hello', clientId: '7' }, 'clientId', 'This value is not valid'],
])('%s is refused', async (_, changes, field, message) => {
  const body = { clientId: randomUUID(), ...changes };
  expect(await merchant.client.fail(add, { params: { postId }, body })).toMatchObject({
    statusCode: 422,
    errors: [{ field, message }],
  });
});

test('accepts 500 characters of any script', async () => {
  const text = 'खे'.repeat(250);
  expect((await say(merchant, text)).text).toBe(text);
});

describe('a comment is deleted', () => {
  const params = (comment: Comment, of = postId) => ({ postId: of, commentId: comment._id });

  test('by its author and by the seller only', async () => {
    const { _id: fresh } = await addPost(farmer);
    const [own, theirs] = [await say(merchant, 'Mine', fresh), await say(merchant, 'Fraud', fresh)];
    const refused = await other.client.fail(remove, { params: params(own, fresh) });
    expect(refused).toMatchObject({ statusCode: 403, code: 'NOT_YOURS' });
    await merchant.client.call(remove, { params: params(own, fresh) });
    await farmer.client.call(remove, { params: params(theirs, fresh) });
    expect(await textsFor(other, fresh)).toEqual([]);
    expect(await countsOf(fresh)).toEqual([0, 0]);
    const again = await merchant.client.fail(remove, { params: params(own, fresh) });
    expect(again).toMatchObject({ statusCode: 404, code: 'COMMENT_NOT_FOUND' });
  });

  test('by its author despite a block', async () => {
    const [seller, guest] = [await addPerson(app.url), await addPerson(app.url)];
    const { _id: theirs } = await addPost(seller);
    const comment = await say(guest, 'Taken back', theirs);
    const { username } = guest.account;
    await seller.client.call('POST /api/v1/blocks/:username', { params: { username } });
    await guest.client.call(remove, { params: params(comment, theirs) });
    expect(await textsFor(merchant, theirs)).toEqual([]);
  });

  test('under its own post only, not through another post of the seller', async () => {
    const comment = await say(merchant, 'Stays');
    const { _id: mine } = await addPost(other);
    const failure = await other.client.fail(remove, { params: params(comment, mine) });
    expect(failure).toMatchObject({ statusCode: 404, code: 'COMMENT_NOT_FOUND' });
    expect(await textsFor(other)).toContain('Stays');
  });
});

describe('refuses writing and reading', () => {
  test('under a missing post', async () => {
    const params = { postId: randomUUID() };
    const body = { text: 'Hello', clientId: randomUUID() };
    expect(await merchant.client.fail(list, { params })).toMatchObject({ code: 'POST_NOT_FOUND' });
    expect(await merchant.client.fail(add, { params, body })).toMatchObject({ code: 'POST_NOT_FOUND' });
  });

  test('under a hidden post, except by its owner', async () => {
    const { _id: hidden } = await addPost(farmer);
    const { db } = app.database;
    await db.updateTable('posts').set({ is_hidden_by_moderation: true }).where('id', '=', hidden).execute();
    const params = { postId: hidden };
    const body = { text: 'Hello', clientId: randomUUID() };
    expect(await merchant.client.fail(list, { params })).toMatchObject({ code: 'POST_NOT_FOUND' });
    expect(await merchant.client.fail(add, { params, body })).toMatchObject({ code: 'POST_NOT_FOUND' });
    expect(await textsFor(farmer, hidden)).toEqual([]);
  });

  test('between people with a block, in either direction', async () => {
    const [seller, blocked] = [await addPerson(app.url), await addPerson(app.url)];
    const { _id: theirs } = await addPost(seller);
    await say(blocked, 'Before the block', theirs);
    await say(merchant, 'Somebody else', theirs);
    const { username } = blocked.account;
    await seller.client.call('POST /api/v1/blocks/:username', { params: { username } });
    for (const reader of [seller, merchant])
      expect(await textsFor(reader, theirs)).toEqual(['Somebody else', 'Before the block']);
    await merchant.client.call('POST /api/v1/blocks/:username', { params: { username } });
    expect(await textsFor(merchant, theirs)).toEqual(['Somebody else']);
    const params = { postId: theirs };
    const body = { text: 'After', clientId: randomUUID() };
    expect(await blocked.client.fail(list, { params })).toMatchObject({ code: 'POST_NOT_FOUND' });
    expect(await blocked.client.fail(add, { params, body })).toMatchObject({ code: 'POST_NOT_FOUND' });
  });

  test('by a suspended user, whose comments are hidden too', async () => {
    const person = await addPerson(app.url);
    await say(person, 'Pay me first');
    const { db } = app.database;
    const { _id: id } = person.account;
    await db.updateTable('users').set({ suspended_at: new Date() }).where('id', '=', id).execute();
    expect(await textsFor(merchant)).not.toContain('Pay me first');
    const { data, page } = await merchant.client.call(list, { params: { postId } });
    expect(page.total).toBe(data.length);
  });
});

test('a comment can be reported, by others only', async () => {
  const comment = await say(merchant, 'Send money to this number');
  const body = { kind: 'comment', targetId: comment._id, reason: 'fraud', details: '' };
  const report = 'POST /api/v1/reports';
  expect(await merchant.client.fail(report, { body })).toMatchObject({ code: 'NOT_YOURSELF' });
  await other.client.call(report, { body });
  await other.client.call(report, { body });
  const missing = await other.client.fail(report, { body: { ...body, targetId: randomUUID() } });
  expect(missing.statusCode).toBe(404);
  const { db } = app.database;
  const rows = await db.selectFrom('reports').select(['comment_id', 'kind']).execute();
  expect(rows).toEqual([{ comment_id: comment._id, kind: 'comment' }]);
  const { data: post } = await other.client.call('GET /api/v1/post/:postId', { params: { postId } });
  await merchant.client.call(remove, { params: { postId, commentId: comment._id } });
  expect(await textsFor(other)).not.toContain(comment.text);
  const again = await merchant.client.fail(remove, { params: { postId, commentId: comment._id } });
  expect(again.code).toBe('COMMENT_NOT_FOUND');
  const { data: now } = await other.client.call('GET /api/v1/post/:postId', { params: { postId } });
  expect(now.comments).toBe(post.comments - 1);
  expect(await db.selectFrom('reports').select('comment_id').execute()).toHaveLength(1);
});
