import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { addOldPerson, decide, findCase, operate, report, undo } from '#test/cases.ts';
import {
  addComment,
  addPerson,
  addPost,
  photo,
  postFields,
  scene,
  toForm,
  type Person,
} from '#test/factories.ts';
import { appForTests } from '#test/hooks.ts';
import { waitUntilDelivered } from '#test/notifications.ts';
import { addStaff } from '#test/second-factor.ts';
import { connectSocket, openSocket } from '#test/socket.ts';
import { TestClient } from '#test/client.ts';

const decisions = 'POST /api/v1/moderation/cases/:caseId/decisions';

const app = appForTests();
let moderator: Person;
let reporter: Person;
beforeAll(async () => {
  moderator = await addStaff(app, 'moderator');
  reporter = await addOldPerson(app);
});

async function addCase(kind: 'post' | 'user' | 'comment' = 'user') {
  const farmer = await addPerson(app.url);
  const post = kind === 'user' ? undefined : await addPost(kind === 'post' ? farmer : reporter);
  const comment = kind === 'comment' && post && (await addComment(farmer, post._id, 'Call me, cheap gold'));
  const target = comment ? comment._id : kind === 'post' && post ? post._id : farmer.account._id;
  const sender = kind === 'comment' ? await addOldPerson(app) : reporter;
  await report(sender, kind, target);
  return { farmer, postId: post?._id ?? '', case: await findCase(moderator, farmer, kind) };
}

const canSee = async (postId: string) =>
  (await reporter.client.send('GET /api/v1/post/:postId', { params: { postId } })).status === 200;

async function notificationsOf(person: Person) {
  await waitUntilDelivered(app.database.db);
  const { data } = await person.client.call('GET /api/v1/notifications');
  return data.filter(({ kind }) => kind === 'moderation-decision').map((one) => one.data);
}

const auditOf = (caseId: string) =>
  app.database.db.selectFrom('audit').selectAll().where('case_id', '=', caseId).orderBy('at').execute();

test('a hidden post is shown again when the decision is undone; its author reads both', async () => {
  const { farmer, postId, case: found } = await addCase('post');
  const { _id: decisionId, ...decision } = await decide(moderator, found, 'hide');
  expect(decision).toMatchObject({
    action: 'hide',
    reason: 'fraud',
    moderatorUsername: moderator.account.username,
    undone: null,
  });
  expect(await canSee(postId)).toBe(false);
  expect(
    await moderator.client.fail(decisions, {
      params: { caseId: found._id },
      body: { action: 'dismiss', reason: 'allowed' },
    }),
  ).toMatchObject({ code: 'CASE_DECIDED' });
  expect((await undo(moderator, decisionId)).undone).toMatchObject({ reason: 'mistake' });
  expect(await canSee(postId)).toBe(true);
  const call = 'POST /api/v1/moderation/decisions/:decisionId/undo';
  const again = await moderator.client.fail(call, { params: { decisionId }, body: { reason: 'mistake' } });
  expect(again).toMatchObject({ statusCode: 409, code: 'DECISION_UNDONE' });
  const text = 'Please keep to the rules.';
  expect(await notificationsOf(farmer)).toMatchObject([
    { decisionId, event: 'undone', reason: 'mistake', text: 'We were wrong.' },
    { decisionId, event: 'made', action: 'hide', reason: 'fraud', text, kind: 'post' },
  ]);
  expect(await auditOf(found._id)).toMatchObject([
    {
      action: 'hide',
      actor_id: moderator.account._id,
      actor_role: 'moderator',
      target: `post ${postId}`,
      before: { isPostHidden: false },
      after: { isPostHidden: true },
      why: `fraud: ${text}`,
    },
    { action: 'undo', before: { isPostHidden: true }, after: { isPostHidden: false } },
  ]);
});

test('a post that reports hid is shown again when its case is dismissed', async () => {
  const farmer = await addPerson(app.url);
  const { _id: postId } = await addPost(farmer);
  for (const _ of [1, 2]) await report(await addOldPerson(app, true), 'post', postId);
  await report(reporter, 'post', postId);
  expect(await canSee(postId)).toBe(false);
  const found = await findCase(moderator, farmer, 'post');
  const { _id: decisionId } = await decide(moderator, found, 'dismiss', { reason: 'allowed', text: '' });
  expect(await canSee(postId)).toBe(true);
  expect(await notificationsOf(farmer)).toEqual([]);
  await undo(moderator, decisionId);
  expect(await canSee(postId)).toBe(false);
});

test('a post that the operator hid stays hidden when its case is dismissed', async () => {
  const farmer = await addPerson(app.url);
  const form = toForm(postFields({ title: 'Wheat, call 98765 43210' }), { images: [await scene()] });
  const { _id: postId } = (await farmer.client.call('POST /api/v1/post/create-post', { form })).data;
  await app.services.outbox.deliver();
  const found = await findCase(moderator, farmer, 'post');
  await operate(app.url, 'hide-post', { postId });
  await decide(moderator, found, 'dismiss', { reason: 'allowed', text: '' });
  expect(await canSee(postId)).toBe(false);
});

test('a command that hides a post closes the case of its reports', async () => {
  const { farmer, postId, case: found } = await addCase('post');
  await operate(app.url, 'hide-post', { postId });
  await expect(findCase(moderator, farmer, 'post')).rejects.toThrow('is in the queue');
  const body = { action: 'dismiss', reason: 'allowed' };
  const params = { caseId: found._id };
  expect(await moderator.client.fail(decisions, { params, body })).toMatchObject({ code: 'CASE_DECIDED' });
});

test('a hidden comment comes back', async () => {
  const { postId, case: found } = await addCase('comment');
  const read = async () =>
    (await reporter.client.call('GET /api/v1/post/:postId/comments', { params: { postId } })).data;
  expect(await read()).toHaveLength(1);
  const { _id } = await decide(moderator, found, 'hide');
  expect(await read()).toEqual([]);
  await undo(moderator, _id);
  expect(await read()).toHaveLength(1);
});

test('a decision about a post that its author deleted cannot be undone', async () => {
  for (const action of ['remove-photo', 'hide'] as const) {
    const { farmer, postId, case: found } = await addCase('post');
    const { _id: decisionId } = await decide(moderator, found, action);
    await farmer.client.call('DELETE /api/v1/post/:postId', { params: { postId } });
    const call = 'POST /api/v1/moderation/decisions/:decisionId/undo';
    const failure = await moderator.client.fail(call, {
      params: { decisionId },
      body: { reason: 'mistake' },
    });
    expect(failure).toMatchObject({ statusCode: 404, code: 'POST_NOT_FOUND' });
  }
});

test('a restricted person makes no posts, offers and messages, until the day that they are told', async () => {
  const { farmer, case: found } = await addCase();
  const { _id: postId } = await addPost(reporter);
  const terms = { quantity: 10, unit: 'quintal', price: 2_000, priceUnit: 'per quintal', delivery: 'pickup' };
  const offer = { ...terms, validDays: 2, postId, clientId: randomUUID() };
  const { _id: decisionId, until } = await decide(moderator, found, 'restrict', { days: 7 });
  const left = new Date(until ?? 0).getTime() - Date.now();
  expect(Math.round(left / (24 * 60 * 60_000))).toBe(7);
  const form = toForm(postFields(), { images: [await photo()] });
  const params = { userId: reporter.account._id };
  const body = { text: 'Hello' };
  const refused = [
    await farmer.client.fail('POST /api/v1/post/create-post', { form }),
    await farmer.client.fail('POST /api/v1/messages/send/:userId', { params, body }),
    await farmer.client.fail('POST /api/v1/offers', { body: offer }),
  ];
  const day = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'Asia/Kolkata' }).format(
    new Date(until ?? 0),
  );
  for (const failure of refused)
    expect(failure).toMatchObject({
      statusCode: 403,
      code: 'RESTRICTED',
      until,
      message: expect.stringContaining(day),
    });
  const socket = await connectSocket(openSocket(app.url, farmer.client));
  const sent = { userId: params.userId, ...body, clientId: randomUUID() };
  expect(await socket.emitWithAck('send', sent)).toMatchObject({ code: 'RESTRICTED' });
  socket.disconnect();
  await undo(moderator, decisionId);
  await farmer.client.call('POST /api/v1/messages/send/:userId', { params, body });
});

test('a suspended person is logged out; undone, they can log in again', async () => {
  const { farmer, case: found } = await addCase();
  const { _id } = await decide(moderator, found, 'suspend');
  expect((await farmer.client.send('GET /api/v1/notifications')).status).toBe(401);
  await undo(moderator, _id);
  const password = 'harvest-2026';
  await new TestClient(app.url).call('POST /api/v1/users/login', {
    body: { email: farmer.account.email, password },
  });
});

test('verification is given, refused, and as before when that is undone', async () => {
  const { farmer, case: found } = await addCase();
  const isVerified = async () =>
    (
      await reporter.client.call('GET /api/v1/users/user/:username', {
        params: { username: farmer.account.username },
      })
    ).data.isVerified;
  const { _id } = await decide(moderator, found, 'verify', { reason: 'proven' });
  expect(await isVerified()).toBe(true);
  await undo(moderator, _id);
  expect(await isVerified()).toBe(false);
});

test.each([
  ['user', { action: 'hide', reason: 'fraud', text: 'x' }, 'action'],
  ['post', { action: 'verify', reason: 'proven', text: 'x' }, 'action'],
  ['user', { action: 'restrict', reason: 'fraud', text: 'x' }, 'days'],
  ['user', { action: 'restrict', reason: 'fraud', text: 'x', days: 91 }, 'days'],
  ['user', { action: 'restrict', reason: 'fraud', text: 'x', days: 0 }, 'days'],
  ['user', { action: 'warn', reason: 'fraud' }, 'text'],
  ['user', { action: 'warn', reason: 'boredom', text: 'x' }, 'reason'],
  ['user', { action: 'banish', reason: 'fraud', text: 'x' }, 'action'],
] as const)('a decision about a %s with %j is refused', async (kind, body, field) => {
  const { case: found } = await addCase(kind);
  const failure = await moderator.client.fail(decisions, { params: { caseId: found._id }, body });
  expect(failure).toMatchObject({ statusCode: 422, errors: [{ field }] });
});

test('only administrators decide about staff', async () => {
  const other = await addStaff(app, 'moderator');
  await report(reporter, 'user', other.account._id);
  const found = await findCase(moderator, other, 'user');
  const body = { action: 'suspend', reason: 'fraud', text: 'x' };
  const refusal = { statusCode: 403, code: 'ADMINISTRATOR_REQUIRED' };
  expect(await moderator.client.fail(decisions, { params: { caseId: found._id }, body })).toMatchObject(
    refusal,
  );
  const { _id: decisionId } = await decide(await addStaff(app, 'administrator'), found, 'warn');
  const call = 'POST /api/v1/moderation/decisions/:decisionId/undo';
  expect(
    await moderator.client.fail(call, { params: { decisionId }, body: { reason: 'mistake' } }),
  ).toMatchObject(refusal);
});

test('moderators do not decide about themselves', async () => {
  await report(reporter, 'user', moderator.account._id);
  const other = await addStaff(app, 'moderator');
  const { _id: caseId } = await findCase(other, moderator, 'user');
  const body = { action: 'dismiss', reason: 'allowed' };
  expect(await moderator.client.fail(decisions, { params: { caseId }, body })).toMatchObject({
    code: 'NOT_YOURSELF',
  });
});
