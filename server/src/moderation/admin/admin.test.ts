import { randomUUID } from 'node:crypto';
import { endpoints, type EndpointKey } from '@upaj/contract/endpoints';
import { beforeAll, expect, test } from 'vitest';
import { writeAdminKey } from '#src/platform/http/admin-key.ts';
import { appForTests } from '#test/hooks.ts';
import { operate } from '#test/cases.ts';
import { TestClient } from '#test/client.ts';
import { addPerson, addPost, goodPassword, type Person } from '#test/factories.ts';
import { testSecretKey } from '#test/session-cookie.ts';
import { insertMessages } from '#test/rows.ts';

const profile = 'GET /api/v1/users/user/:username';
const feed = 'GET /api/v1/post/feed';
const login = 'POST /api/v1/users/login';
const unknown = '01900000-0000-7000-8000-000000000000';

const app = appForTests({ env: { logLevel: 'trace' } });
let farmer: Person;
let merchant: Person;
beforeAll(async () => {
  farmer = await addPerson(app.url);
  merchant = await addPerson(app.url, { userType: 'merchant' });
});

type AdminCommand = Extract<EndpointKey, `POST /api/v1/admin/${string}`>;
const withKey = () => ({ headers: { authorization: `Bearer ${writeAdminKey([testSecretKey])}` } });

const moderate = (name: string, body: object) => operate(app.url, name, body);

async function listReports(all?: string) {
  const { data } = await new TestClient(app.url).call('GET /api/v1/admin/reports', {
    ...withKey(),
    query: { all },
  });
  return data;
}

const of = ({ account }: Person) => ({ params: { username: account.username } });
const report = (person: Person, body: object) =>
  person.client.call('POST /api/v1/reports', { body: { reason: 'fraud', ...body } });

async function isShown(postId: string): Promise<boolean> {
  return (await merchant.client.call(feed)).data.some(({ _id }) => _id === postId);
}

test('refuses requests without a fresh key of this server, also with a session', async () => {
  const now = Date.now();
  const key = writeAdminKey([testSecretKey], now);
  const refused = [
    undefined,
    '',
    'Bearer',
    `Bearer ${testSecretKey}`,
    `Basic ${key}`,
    key,
    `Bearer ${key.slice(0, -1)}`,
    `Bearer ${key}0`,
    `Bearer ${key.replace(/.$/, (last) => (last === '0' ? '1' : '0'))}`,
    `Bearer ${now + 1}.${key.split('.')[1]}`,
    `Bearer ${writeAdminKey(['y'.repeat(64)], now)}`,
    `Bearer ${writeAdminKey([testSecretKey], now - 120_000)}`,
    `Bearer ${writeAdminKey([testSecretKey], now + 120_000)}`,
  ];
  const calls = (Object.keys(endpoints) as EndpointKey[]).filter((name) => name.includes('/admin/'));
  expect(calls).toHaveLength(17);
  for (const authorization of refused) {
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
    for (const call of calls) {
      const body = call.startsWith('POST') ? { person: farmer.account.email } : undefined;
      expect(await merchant.client.fail(call, { headers, body })).toMatchObject({
        statusCode: 401,
        code: 'NOT_LOGGED_IN',
      });
    }
  }
});

test('the key is not logged', async () => {
  const authorization = `Bearer ${writeAdminKey([testSecretKey])}`;
  await new TestClient(app.url).call('GET /api/v1/admin/reports', { headers: { authorization } });
  const logs = app.logs.join('');
  expect(logs).toContain('/api/v1/admin/reports');
  expect(logs).not.toContain(authorization.split('.')[1]);
  expect(logs).not.toContain(testSecretKey);
});

test('sets and removes the badge by username or email in any letter case, and posts show it', async () => {
  const person = await addPerson(app.url);
  const { username, email } = person.account;
  const { _id } = await addPost(person);
  const isVerified = async () => {
    const { data } = await merchant.client.call(feed);
    return data.find((post) => post._id === _id)?.author.isVerified;
  };
  expect(await isVerified()).toBe(false);
  expect((await moderate('verify', { person: username.toUpperCase() })).message).toBe(
    `@${username} is verified.`,
  );
  expect(await isVerified()).toBe(true);
  expect((await merchant.client.call(profile, of(person))).data.isVerified).toBe(true);
  const { db } = app.database;
  await db
    .updateTable('users')
    .set({ verified_for: ['farm'] })
    .where('username', '=', username)
    .execute();
  // Verifying again does not change what the badge says was checked.
  await moderate('verify', { person: username });
  expect((await merchant.client.call(profile, of(person))).data.verifiedFor).toEqual(['farm']);
  await moderate('unverify', { person: ` ${email.toUpperCase()} ` });
  expect(await isVerified()).toBe(false);
  expect((await merchant.client.call(profile, of(person))).data.verifiedFor).toEqual([]);
});

test('a suspended user is logged out and hidden at once; restoring undoes it', async () => {
  const person = await addPerson(app.url);
  const { username, email } = person.account;
  const [shown, reported] = [await addPost(person), await addPost(person)];
  await moderate('hide-post', { postId: reported._id });
  await merchant.client.call('POST /api/v1/follow/follow/:username', of(person));
  const { message } = await moderate('suspend', { person: username, reason: 'Sold what was not there' });
  expect(message).toBe(`@${username} is suspended: logged out everywhere, all posts hidden.`);
  const row = await app.database.db
    .selectFrom('users')
    .select(['suspended_at', 'suspension_reason'])
    .where('id', '=', person.account._id)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({
    suspended_at: expect.any(Date) as Date,
    suspension_reason: 'Sold what was not there',
  });

  expect((await person.client.fail('GET /api/v1/users/profile')).code).toBe('NOT_LOGGED_IN');
  const sessions = await app.database.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', person.account._id)
    .execute();
  expect(sessions).toEqual([]);
  for (const key of [
    profile,
    'GET /api/v1/post/user-posts/:username',
    'GET /api/v1/reviews/:username',
  ] as const)
    expect((await merchant.client.fail(key, of(person))).code).toBe('USER_NOT_FOUND');
  expect(await isShown(shown._id)).toBe(false);
  const following = await merchant.client.call('GET /api/v1/follow/following/:username', of(merchant));
  expect(following.data).toEqual([]);

  await moderate('suspend', { person: username });
  expect((await moderate('unsuspend', { person: email })).message).toBe(`@${username} is restored.`);
  await moderate('unsuspend', { person: email });
  await person.client.fail('GET /api/v1/users/profile');
  await person.client.call(login, { body: { email, password: goodPassword } });
  await merchant.client.call(profile, of(person));
  expect(await isShown(shown._id)).toBe(true);
  expect(await isShown(reported._id)).toBe(false);
});

test('only the right password reveals a suspension, and creates no session', async () => {
  const person = await addPerson(app.url);
  const { email } = person.account;
  await moderate('suspend', { person: email });
  const client = new TestClient(app.url);
  expect(await client.fail(login, { body: { email, password: 'not-the-password' } })).toMatchObject({
    statusCode: 401,
    code: 'INVALID_CREDENTIALS',
  });
  const refused = await client.send(login, { body: { email, password: goodPassword } });
  expect(refused).toMatchObject({ status: 403, body: { code: 'ACCOUNT_SUSPENDED' } });
  expect(refused.headers.getSetCookie()).toEqual([]);
  expect((await client.fail('GET /api/v1/users/current-user')).code).toBe('NOT_LOGGED_IN');
  await moderate('unsuspend', { person: email });
  const sessions = app.database.db.selectFrom('sessions').where('user_id', '=', person.account._id);
  expect(await sessions.select('id').execute()).toEqual([]);
});

test('a post in progress when its author is suspended does not appear', async () => {
  const person = await addPerson(app.url);
  const posting = Promise.allSettled(Array.from({ length: 6 }, () => addPost(person)));
  await moderate('suspend', { person: person.account.username });
  await posting;
  const { data } = await merchant.client.call(feed);
  expect(data.filter(({ author }) => author._id === person.account._id)).toEqual([]);
  const rows = await app.database.db
    .selectFrom('posts')
    .select('is_hidden')
    .where('author_id', '=', person.account._id)
    .execute();
  expect(rows.every((row) => row.is_hidden)).toBe(true);
});

test('reports are listed with what they are about, latest first, until they are resolved', async () => {
  const post = await addPost(farmer, { title: 'Gold for the price of wheat' });
  const [messageId = ''] = await insertMessages(app.database.db, farmer.account._id, merchant.account._id);
  await report(merchant, {
    kind: 'post',
    targetId: post._id,
    reason: 'wrong-price',
    details: 'Far too cheap',
  });
  await report(merchant, { kind: 'user', targetId: farmer.account._id });
  await report(merchant, { kind: 'message', targetId: messageId });
  const { data: comment } = await farmer.client.call('POST /api/v1/post/:postId/comments', {
    params: { postId: post._id },
    body: { text: 'Pay before you see it', clientId: randomUUID() },
  });
  await report(merchant, { kind: 'comment', targetId: comment._id });
  const { reports, total } = await listReports();
  expect(total).toBe(4);
  const [ofComment, ofMessage, ofUser, ofPost] = reports;
  const owner = { ownerUsername: farmer.account.username, reporterUsername: merchant.account.username };
  const said = { targetId: comment._id, text: 'Pay before you see it' };
  expect(ofComment).toMatchObject({ ...owner, ...said, kind: 'comment' });
  expect(ofMessage).toMatchObject({ ...owner, kind: 'message', targetId: messageId, weight: 0 });
  expect(ofUser).toMatchObject({ ...owner, kind: 'user', text: '' });
  expect(ofPost).toMatchObject({
    ...owner,
    kind: 'post',
    targetId: post._id,
    reason: 'wrong-price',
    details: 'Far too cheap',
    text: 'Gold for the price of wheat',
    isHidden: false,
    isResolved: false,
  });
  expect((await moderate('resolve', { reportId: ofUser?._id })).message).toBe('The report is resolved.');
  await moderate('resolve', { reportId: ofUser?._id });
  expect((await listReports()).total).toBe(3);
  expect((await listReports('true')).reports[2]).toMatchObject({ _id: ofUser?._id, isResolved: true });
  await report(merchant, { kind: 'user', targetId: farmer.account._id, reason: 'spam' });
  expect((await listReports()).total).toBe(3);
  for (let count = 0; count < 2; count += 1)
    expect((await moderate('delete-comment', { commentId: comment._id })).message).toBe(
      'The comment is deleted and its reports are resolved.',
    );
  expect((await listReports('true')).reports[0]).toMatchObject({ ...said, isHidden: true, isResolved: true });
  const params = { postId: post._id };
  expect((await merchant.client.call('GET /api/v1/post/:postId/comments', { params })).data).toEqual([]);
  expect((await merchant.client.call('GET /api/v1/post/:postId', { params })).data.comments).toBe(0);
  await moderate('show-post', { postId: post._id });
  expect((await listReports()).reports).toMatchObject([{ kind: 'message' }]);
});

test('hides a post from everyone but its owner, and shows it again despite reports', async () => {
  const { _id: postId } = await addPost(farmer);
  await moderate('hide-post', { postId });
  expect(await isShown(postId)).toBe(false);
  expect((await farmer.client.call('GET /api/v1/post/:postId', { params: { postId } })).data._id).toBe(
    postId,
  );
  const own = await farmer.client.call('GET /api/v1/post/current-posts');
  expect(own.data.map(({ _id }) => _id)).toContain(postId);
  await moderate('show-post', { postId });
  expect(await isShown(postId)).toBe(true);
});

test.each([
  ['verify', { person: 'nobody' }, 404, 'User profile not found.'],
  ['suspend', { person: 'nobody@upaj.example' }, 404, 'User profile not found.'],
  ['unsuspend', { person: '' }, 422, 'Username is required'],
  ['suspend', { person: 'x'.repeat(255) }, 422, 'This is too long. Please shorten it.'],
  ['suspend', { person: 'nobody', reason: 'x'.repeat(1001) }, 422, 'This is too long. Please shorten it.'],
  ['resolve', { reportId: unknown }, 404, 'Not found'],
  ['resolve', { reportId: 'x' }, 422, 'This value is not valid'],
  ['hide-post', { postId: unknown }, 404, 'Post not found'],
  ['show-post', { postId: unknown }, 404, 'Post not found'],
  ['show-post', {}, 422, 'This value is not valid'],
])('%s is refused, %#', async (name, body, statusCode, message) => {
  const key = `POST /api/v1/admin/${name}` as AdminCommand;
  const failure = await new TestClient(app.url).fail(key, { ...withKey(), body });
  expect(failure).toMatchObject({ statusCode, message });
});
