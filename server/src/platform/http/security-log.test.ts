import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { TestClient } from '#test/client.ts';
import { addComment, addPerson, addPost, goodPassword } from '#test/factories.ts';
import { startMailServer, type TestMailServer } from '#test/mail.ts';
import { switchOn } from '#test/second-factor.ts';
import { testSecretKey } from '#test/session-cookie.ts';
import { startSocialApp } from '#test/social.ts';
import { writeAdminKey } from './admin-key.ts';

let app: TestApp;
let smtp: TestMailServer;
beforeAll(async () => {
  smtp = await startMailServer();
  app = await startTestApp({ env: { logLevel: 'info', smtpUrl: smtp.url } });
});
afterAll(async () => {
  await app.close();
  await smtp.close();
});

function securityLines({ logs } = app): Record<string, unknown>[] {
  const lines = logs.splice(0).map((line) => JSON.parse(line) as Record<string, unknown>);
  return lines
    .filter(({ log }) => log === 'security')
    .map(({ level: _l, time: _t, pid: _p, hostname: _h, reqId: _r, msg: _m, log: _s, ...line }) => line);
}

test('log-in, password and session events contain the user’s id only', async () => {
  const { account, client } = await addPerson(app.url);
  const { _id: userId, email } = account;
  const body = { email, password: goodPassword };
  const visitor = new TestClient(app.url);
  expect(securityLines()).toEqual([{ event: 'account-created', userId }]);
  await visitor.call('POST /api/v1/users/login', { body });
  for (let count = 0; count < 11; count += 1)
    await new TestClient(app.url).send('POST /api/v1/users/login', {
      body: { email, password: 'wrong-one' },
    });
  await new TestClient(app.url).send('POST /api/v1/users/login', {
    body: { email: 'nobody@upaj.example', password: 'wrong-one' },
  });
  expect(securityLines()).toEqual([
    { event: 'logged-in', userId },
    ...Array.from({ length: 10 }, () => ({ event: 'login-failed', userId })),
    { event: 'login-locked', userId },
    { event: 'login-failed' },
  ]);
  await visitor.call('POST /api/v1/users/logout');
  const password = 'monsoon-at-last';
  await client.call('POST /api/v1/users/change-password', {
    body: { currentPassword: goodPassword, password, confirmPassword: password },
  });
  await client.call('DELETE /api/v1/users/sessions');
  await client.call('DELETE /api/v1/users/account', { body: { confirmation: account.username, password } });
  expect(securityLines()).toEqual([
    { event: 'logged-out', userId },
    { event: 'password-changed', userId },
    { event: 'other-sessions-ended', userId },
    { event: 'account-deleted', userId },
  ]);
});

test('changes of the phone number, the UPI ID and the second factor are events', async () => {
  const { account, client } = await addPerson(app.url);
  const userId = account._id;
  securityLines();
  const edit = (phone: string) =>
    client.call('PATCH /api/v1/users/profile', {
      body: {
        fullName: account.fullName,
        majorProduct: '',
        bio: '',
        contactInfo: { phone, whatsapp: '' },
        businessDetails: { businessName: '', specialization: '', experience: '' },
      },
    });
  await edit(account.contact);
  await edit('9812345678');
  for (const upiId of ['gill@okaxis', 'gill@okaxis', ''])
    await client.call('PUT /api/v1/users/upi', { body: { upiId, password: goodPassword } });
  await switchOn(client);
  const lines = securityLines();
  expect(lines.map(({ event }) => event)).toEqual([
    'phone-changed',
    'upi-changed',
    'upi-changed',
    'second-factor-started',
    'second-factor-on',
  ]);
  expect(lines.every((line) => line['userId'] === userId)).toBe(true);
});

test('logs a login to a suspended account', async () => {
  const { account } = await addPerson(app.url);
  const { _id: userId, email } = account;
  const suspended = app.database.db.updateTable('users').set({ suspended_at: new Date() });
  await suspended.where('id', '=', userId).execute();
  securityLines();
  const body = { email, password: goodPassword };
  await new TestClient(app.url).fail('POST /api/v1/users/login', { body });
  expect(securityLines()).toEqual([{ event: 'login-refused', userId }]);
});

test('logs links opened from emails and the end of a session', async () => {
  const { account, client } = await addPerson(app.url);
  const { _id: userId, email } = account;
  const tokenOf = async (page: string) =>
    (await smtp.waitForLink(email, page)).searchParams.get('token') ?? '';
  const visitor = new TestClient(app.url);
  await visitor.call('POST /api/v1/users/login', { body: { email, password: goodPassword } });
  const { data: sessions } = await client.call('GET /api/v1/users/sessions');
  const sessionId = sessions.find(({ isCurrent }) => !isCurrent)?._id ?? '';
  securityLines();
  await client.call('DELETE /api/v1/users/sessions/:sessionId', { params: { sessionId } });
  await client.call('POST /api/v1/users/verify-email', { body: { token: await tokenOf('verify-email') } });
  await visitor.call('POST /api/v1/users/forgot-password', { body: { email } });
  const password = 'monsoon-at-last';
  const body = { token: await tokenOf('reset-password'), password, confirmPassword: password };
  await visitor.call('POST /api/v1/users/reset-password', { body });
  expect(securityLines()).toEqual([
    { event: 'session-ended', userId, sessionId },
    { event: 'email-verified', userId },
    { event: 'password-reset', userId },
  ]);
});

test('logs logins by a provider and links to an account', async () => {
  const social = await startSocialApp();
  const logIn = async (claims?: { email: string }) => {
    const client = social.stranger();
    await social.logIn(client, social.addAtProvider(claims).id);
    return client;
  };
  const newcomer = await logIn();
  const userId = (await newcomer.call('GET /api/v1/users/current-user')).data.user._id;
  const body = { fullName: 'Lakshmi Devi', contact: '9876543210', username: 'lakshmi.d', userType: 'farmer' };
  await newcomer.call('POST /api/v1/users/complete', { body: { ...body, majorProduct: '' } });
  expect(securityLines(social.app)).toEqual([
    { event: 'provider-login', userId },
    { event: 'account-completed', userId },
  ]);
  const { account } = await addPerson(social.app.url);
  const verified = social.app.database.db.updateTable('users').set({ email_verified: true });
  await verified.where('id', '=', account._id).execute();
  await logIn({ email: account.email });
  expect(securityLines(social.app)).toEqual([
    { event: 'account-created', userId: account._id },
    { event: 'provider-linked', userId: account._id },
    { event: 'provider-login', userId: account._id },
  ]);
  await social.close();
});

test('logs each moderation command', async () => {
  const farmer = await addPerson(app.url);
  const { _id: postId } = await addPost(farmer);
  const { _id: commentId } = await addComment(farmer, postId, 'Cheap gold here');
  const { _id: userId, username: person } = farmer.account;
  const admin = new TestClient(app.url);
  const headers = { authorization: `Bearer ${writeAdminKey([testSecretKey])}` };
  const reporter = await addPerson(app.url);
  const report = { kind: 'user', targetId: userId, reason: 'fraud' } as const;
  await reporter.client.call('POST /api/v1/reports', { body: report });
  const { data } = await admin.call('GET /api/v1/admin/reports', { headers });
  const reportId = data.reports[0]?._id ?? '';
  securityLines();
  for (const [call, body] of [
    ['POST /api/v1/admin/verify', { person }],
    ['POST /api/v1/admin/unverify', { person }],
    ['POST /api/v1/admin/hide-post', { postId }],
    ['POST /api/v1/admin/show-post', { postId }],
    ['POST /api/v1/admin/delete-comment', { commentId }],
    ['POST /api/v1/admin/resolve', { reportId }],
    ['POST /api/v1/admin/suspend', { person, reason: 'sells what is not there' }],
    ['POST /api/v1/admin/unsuspend', { person }],
  ] as const)
    await admin.call(call, { headers, body });
  expect(securityLines()).toEqual([
    { event: 'moderator-verified', userId },
    { event: 'moderator-unverified', userId },
    { event: 'moderator-hid-post', postId },
    { event: 'moderator-showed-post', postId },
    { event: 'moderator-deleted-comment', commentId },
    { event: 'moderator-resolved-report', reportId },
    { event: 'moderator-suspended', userId },
    { event: 'moderator-restored', userId },
  ]);
});
