import { randomUUID } from 'node:crypto';
import { endpoints, type EndpointKey } from '@upaj/contract/endpoints';
import type { ErrorCode } from '@upaj/contract/errors';
import { beforeAll, expect, test } from 'vitest';
import { appForTests } from './hooks.ts';
import { TestClient } from './client.ts';
import { makeOffer, termsForm } from './offer-calls.ts';
import { giveUpi } from './deal-calls.ts';
import { insertDeal } from './deal-rows.ts';
import { addPerson, addPost, postFields, toForm, type Person } from './factories.ts';
import { insertNotifications } from './notifications.ts';
import { insertMessages } from './rows.ts';
import { addWanted } from './wanted.ts';

const keys = Object.keys(endpoints) as EndpointKey[];

const app = appForTests();
let blocker: Person;
let blocked: Person;
beforeAll(async () => {
  blocker = await addPerson(app.url, { userType: 'merchant' });
  blocked = await addPerson(app.url, { userType: 'merchant' });
});

/** Calls that strangers may make. Tests of their own cover suspended accounts. */
const open = new Set<EndpointKey>([
  'GET /api/v1/pincodes/:pincode',
  'GET /api/v1/places/nearest',
  'POST /api/v1/users/register',
  'POST /api/v1/users/login',
  'POST /api/v1/users/login-code',
  'POST /api/v1/users/login-code/confirm',
  'POST /api/v1/users/logout',
  'POST /api/v1/users/forgot-password',
  'POST /api/v1/users/reset-password',
  'POST /api/v1/users/verify-email',
  'GET /api/v1/users/providers',
  'GET /api/v1/contact',
  'POST /api/v1/appeals/link',
  'POST /api/v1/appeals/link/send',
  'POST /api/v1/users/social/:provider',
]);

test('every call that needs log-in refuses a stranger, and a suspended person even with a remaining session', async () => {
  const person = await addPerson(app.url);
  const { _id: id, username } = person.account;
  // The account is suspended in the table, so that the sessions remain.
  await app.database.db.updateTable('users').set({ suspended_at: new Date() }).where('id', '=', id).execute();
  const ids = {
    userId: id,
    postId: id,
    reviewId: id,
    commentId: id,
    sessionId: id,
    messageId: id,
    alertId: id,
    searchId: id,
    wantedId: id,
    offerId: id,
    dealId: id,
    notificationId: id,
    caseId: id,
    decisionId: id,
    rateId: '1',
    jobName: 'sweep-media',
  };
  const params = { username, ...ids, provider: 'google' };
  const admitted: unknown[] = [];
  for (const key of keys.filter((name) => !open.has(name))) {
    const { status } = await person.client.at(app.url).send(key, { params });
    const refusals = /\/(moderation|operations)\b/.test(key) ? [404] : [401, 403];
    if (!refusals.includes(status)) admitted.push([key, status]);
    const stranger = await new TestClient(app.url).send(key, { params });
    if (stranger.status !== refusals[0]) admitted.push([key, stranger.status]);
  }
  expect(admitted).toEqual([]);
});

/** How the server responds to the blocked person and to the blocker. */
type Expectation = readonly [asBlocked: ErrorCode | 'ok', asBlocker: ErrorCode | 'ok'];

/** Calls that name a person or their content. A new call needs an entry here. */
const expectations: Partial<Record<EndpointKey, Expectation>> = {
  'GET /api/v1/users/user/:username': ['USER_NOT_FOUND', 'ok'],
  'POST /api/v1/users/user/:username/contact': ['USER_NOT_FOUND', 'USER_NOT_FOUND'],
  'GET /api/v1/post/user-posts/:username': ['USER_NOT_FOUND', 'ok'],
  'GET /api/v1/post/:postId': ['POST_NOT_FOUND', 'POST_NOT_FOUND'],
  'PATCH /api/v1/post/:postId': ['NOT_YOURS', 'NOT_YOURS'],
  'DELETE /api/v1/post/:postId': ['NOT_YOURS', 'NOT_YOURS'],
  'PATCH /api/v1/post/:postId/availability': ['NOT_YOURS', 'NOT_YOURS'],
  'POST /api/v1/like/like/:postId': ['POST_NOT_FOUND', 'POST_NOT_FOUND'],
  'DELETE /api/v1/like/unlike/:postId': ['POST_NOT_FOUND', 'POST_NOT_FOUND'],
  'PUT /api/v1/post/:postId/save': ['POST_NOT_FOUND', 'POST_NOT_FOUND'],
  'DELETE /api/v1/post/:postId/save': ['POST_NOT_FOUND', 'POST_NOT_FOUND'],
  'GET /api/v1/post/:postId/comments': ['POST_NOT_FOUND', 'POST_NOT_FOUND'],
  'POST /api/v1/post/:postId/comments': ['POST_NOT_FOUND', 'POST_NOT_FOUND'],
  'DELETE /api/v1/post/:postId/comments/:commentId': ['NOT_YOURS', 'NOT_YOURS'],
  'POST /api/v1/follow/follow/:username': ['BLOCKED', 'BLOCKED'],
  'DELETE /api/v1/follow/unfollow/:username': ['ok', 'ok'],
  'GET /api/v1/follow/followers/:username': ['USER_NOT_FOUND', 'ok'],
  'GET /api/v1/follow/following/:username': ['USER_NOT_FOUND', 'ok'],
  'GET /api/v1/reviews/:username': ['USER_NOT_FOUND', 'ok'],
  'GET /api/v1/reviews/:username/mine': ['USER_NOT_FOUND', 'ok'],
  'POST /api/v1/reviews/:username': ['BLOCKED', 'BLOCKED'],
  // People may delete their own content, and reply to reviews, despite a block.
  'POST /api/v1/review/:reviewId/answer': ['ok', 'ok'],
  'DELETE /api/v1/reviews/:username': ['ok', 'ok'],
  'GET /api/v1/messages/:userId': ['ok', 'ok'],
  'POST /api/v1/messages/send/:userId': ['BLOCKED', 'BLOCKED'],
  'POST /api/v1/messages/send-pictures/:userId': ['BLOCKED', 'BLOCKED'],
  'PUT /api/v1/messages/mark/:messageId': ['ok', 'ok'],
  'GET /api/v1/wanted/:wantedId': ['WANTED_NOT_FOUND', 'WANTED_NOT_FOUND'],
  'PATCH /api/v1/wanted/:wantedId': ['NOT_YOURS', 'NOT_YOURS'],
  'DELETE /api/v1/wanted/:wantedId': ['NOT_YOURS', 'NOT_YOURS'],
  // It is the caller's turn in this offer. Despite a block the caller can decline it, but not counter or accept.
  'GET /api/v1/offers/:offerId': ['ok', 'ok'],
  'POST /api/v1/offers/:offerId/counter': ['BLOCKED', 'BLOCKED'],
  'POST /api/v1/offers/:offerId/accept': ['BLOCKED', 'BLOCKED'],
  'POST /api/v1/offers/:offerId/withdraw': ['NOT_YOUR_TURN', 'NOT_YOUR_TURN'],
  'POST /api/v1/offers/:offerId/decline': ['ok', 'ok'],
  // A deal goes on despite a block.
  'GET /api/v1/deals/:dealId': ['ok', 'ok'],
  'POST /api/v1/deals/:dealId/confirm': ['ok', 'ok'],
  'POST /api/v1/deals/:dealId/cancel': ['ok', 'ok'],
  'POST /api/v1/deals/:dealId/problem': ['ok', 'ok'],
  'POST /api/v1/deals/:dealId/settle': ['NOT_IN_DISPUTE', 'NOT_IN_DISPUTE'],
  'POST /api/v1/deals/:dealId/upi': ['ok', 'ok'],
  // The caller is the buyer of this deal.
  'PUT /api/v1/deals/:dealId/upi': ['SELLER_ONLY', 'SELLER_ONLY'],
  // These things belong to someone else, so a block makes no difference.
  'PATCH /api/v1/alerts/:alertId': ['ALERT_NOT_FOUND', 'ALERT_NOT_FOUND'],
  'DELETE /api/v1/alerts/:alertId': ['ALERT_NOT_FOUND', 'ALERT_NOT_FOUND'],
  'DELETE /api/v1/saved-searches/:searchId': ['SEARCH_NOT_FOUND', 'SEARCH_NOT_FOUND'],
  'PUT /api/v1/notifications/:notificationId/read': ['NOTIFICATION_NOT_FOUND', 'NOTIFICATION_NOT_FOUND'],
  // Only moderators may make calls about cases, and only the person whom a decision is about may read it.
  'GET /api/v1/moderation/cases/:caseId': ['NOT_FOUND', 'NOT_FOUND'],
  'POST /api/v1/moderation/cases/:caseId/claim': ['NOT_FOUND', 'NOT_FOUND'],
  'POST /api/v1/moderation/cases/:caseId/decisions': ['NOT_FOUND', 'NOT_FOUND'],
  'POST /api/v1/moderation/decisions/:decisionId/undo': ['NOT_FOUND', 'NOT_FOUND'],
  'GET /api/v1/appeals/:decisionId': ['DECISION_NOT_FOUND', 'DECISION_NOT_FOUND'],
  // The calls that change blocks are last.
  'POST /api/v1/blocks/:username': ['ok', 'ok'],
  'DELETE /api/v1/blocks/:username': ['ok', 'ok'],
};

/**
 * Calls whose path has an id that belongs to no other user: the caller's own session, a provider, a rate, a pincode or
 * a job.
 */
const ofNobody: EndpointKey[] = [
  'GET /api/v1/market/rates/:rateId',
  'GET /api/v1/market/rates/:rateId/history',
  'DELETE /api/v1/users/sessions/:sessionId',
  'POST /api/v1/users/social/:provider',
  'GET /api/v1/pincodes/:pincode',
  'POST /api/v1/operations/jobs/:jobName/run',
];

test('every call with a person or their content in its path has an entry here', () => {
  const naming = keys.filter((key) => key.includes('/:') && !ofNobody.includes(key));
  expect(Object.keys(expectations).toSorted()).toEqual(naming.toSorted());
});

test('across a block, each call responds as its entry says', async () => {
  const sides = [
    { me: blocked, other: blocker },
    { me: blocker, other: blocked },
  ];
  const toBlocker = 1;
  const messages = await insertMessages(app.database.db, blocker.account._id, blocked.account._id);
  const body = {
    rating: 3,
    comment: 'Neither good nor bad.',
    text: 'Thank you.',
    clientId: randomUUID(),
    isAvailable: true,
    isActive: true,
    step: 'paid',
    reason: 'The truck broke down',
    upiId: 'block.test@oksbi',
    version: 1,
    ...termsForm(),
  };
  const paramsOf = async ({ me, other }: (typeof sides)[number]) => {
    const username = other.account.username;
    const { _id: postId } = await addPost(other);
    const review = await other.client.call('POST /api/v1/reviews/:username', {
      params: { username: me.account.username },
      body,
    });
    const comment = await other.client.call('POST /api/v1/post/:postId/comments', {
      params: { postId },
      body,
    });
    const messageId = messages[me === blocker ? toBlocker : 0] ?? '';
    const alertBody = { commodity: 'Wheat', type: 'above', targetPrice: 2600 };
    const alert = await other.client.call('POST /api/v1/alerts', { body: alertBody });
    const search = await other.client.call('POST /api/v1/saved-searches', { body: { cropType: 'Onion' } });
    const [notificationId = ''] = await insertNotifications(app.database.db, other.account._id, {});
    const wanted = await addWanted(other);
    await giveUpi(other, body.upiId);
    const dealId = await insertDeal(app.database.db, { buyer: me, seller: other });
    const offer = await makeOffer(other, (await addPost(me))._id);
    const theirs = {
      offerId: offer._id,
      dealId,
      wantedId: wanted._id,
      alertId: alert.data._id,
      searchId: search.data._id,
      notificationId,
      commentId: comment.data._id,
      caseId: randomUUID(),
      decisionId: randomUUID(),
    };
    return { username, userId: username, postId, reviewId: review.data._id, messageId, ...theirs };
  };
  const params = await Promise.all(sides.map(paramsOf));
  await blocker.client.call('POST /api/v1/blocks/:username', {
    params: { username: blocked.account.username },
  });
  const answered: Partial<Record<EndpointKey, string[]>> = {};
  for (const key of Object.keys(expectations) as EndpointKey[]) {
    const isMultipart = 'files' in endpoints[key];
    const sent = isMultipart ? { form: toForm(postFields()) } : key.startsWith('GET') ? {} : { body };
    answered[key] = [];
    for (const [index, { me }] of sides.entries()) {
      const response = await me.client.send(key, { ...sent, params: params[index] ?? {} });
      const code = (response.body as { code?: string }).code;
      answered[key].push(response.status < 400 ? 'ok' : (code ?? ''));
    }
  }
  expect(answered).toEqual(expectations);
});
