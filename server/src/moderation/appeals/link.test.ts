import { randomUUID } from 'node:crypto';
import type { EndpointKey } from '@upaj/contract/endpoints';
import type { Decision } from '@upaj/contract/moderation/decisions';
import type { Email } from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sign } from '#src/platform/signatures.ts';
import { startTestApp, type TestApp } from '#test/app.ts';
import { addOldPerson, decide, findCase, operate, report, undo } from '#test/cases.ts';
import { TestClient } from '#test/client.ts';
import { addPerson, addPost, goodPassword, type Person } from '#test/factories.ts';
import { isTo, linkOf, startMailServer, type TestMailServer } from '#test/mail.ts';
import { addStaff } from '#test/second-factor.ts';
import { testSecretKey } from '#test/session-cookie.ts';
import { appealLinks } from './link.ts';
import { appealsStore } from './store.ts';

const login = 'POST /api/v1/users/login';
const read = 'POST /api/v1/appeals/link';
const send = 'POST /api/v1/appeals/link/send';
const day = 24 * 60 * 60_000;

let app: TestApp;
let smtp: TestMailServer;
let first: Person;
let second: Person;
let reporter: Person;
beforeAll(async () => {
  smtp = await startMailServer();
  app = await startTestApp({ env: { smtpUrl: smtp.url } });
  first = await addStaff(app, 'moderator');
  second = await addStaff(app, 'moderator');
  reporter = await addOldPerson(app);
});
afterAll(async () => {
  await app.close();
  await smtp.close();
});

const stranger = () => new TestClient(app.url);

async function suspend(person: Person, text = 'You took money for goods that were not there.') {
  await report(reporter, 'user', person.account._id);
  return decide(first, await findCase(first, person, 'user'), 'suspend', { text });
}

async function addSuspended() {
  const farmer = await addPerson(app.url);
  const decision = await suspend(farmer);
  return { farmer, decision };
}

/** Tries to log in and returns the refusal. */
async function logIn({ account }: Person, password = goodPassword) {
  const { status, body, headers } = await stranger().send(login, {
    body: { email: account.email, password },
  });
  expect(headers.getSetCookie()).toEqual([]);
  return { status, ...(body as { code: string; appealToken?: string }) };
}

const tokenOf = async (person: Person) => (await logIn(person)).appealToken ?? '';

test('only the right password leads to the decision, without a session', async () => {
  const { farmer, decision } = await addSuspended();
  const wrong = await logIn(farmer, 'not-the-password');
  expect(wrong).toMatchObject({ status: 401, code: 'INVALID_CREDENTIALS' });
  expect(wrong).not.toHaveProperty('appealToken');

  const { appealToken: token = '', ...refused } = await logIn(farmer);
  expect(refused).toEqual({
    status: 403,
    statusCode: 403,
    success: false,
    code: 'ACCOUNT_SUSPENDED',
    message: expect.any(String) as string,
    errors: [],
    requestId: expect.any(String) as string,
  });
  const { data } = await stranger().call(read, { body: { token } });
  expect(data).toMatchObject({ _id: decision._id, action: 'suspend', kind: 'user', canAppeal: true });
  expect(data.text).toBe('You took money for goods that were not there.');
  for (const field of ['moderatorUsername', 'caseId']) expect(data).not.toHaveProperty(field);
  const expiresIn = Number(token.split('.')[1]) - Date.now();
  expect(expiresIn).toBeGreaterThan(29.9 * day);
  expect(expiresIn).toBeLessThanOrEqual(30 * day);
});

test('a person appeals once by the link; another moderator grants it, and they log in again', async () => {
  const { farmer, decision } = await addSuspended();
  const token = await tokenOf(farmer);
  const body = { token, text: 'The buyer has the goods since Monday.' };
  expect((await stranger().call(send, { body })).data).toMatchObject({ isAppealed: true, canAppeal: false });
  expect(await stranger().fail(send, { body })).toMatchObject({ statusCode: 409, code: 'ALREADY_APPEALED' });
  expect(await findCase(second, farmer, 'appeal')).toMatchObject({
    title: 'The buyer has the goods since Monday.',
    weight: 3,
  });
  const params = { decisionId: decision._id };
  const undoing = { reason: 'mistake', text: 'Yes' };
  expect(
    await first.client.fail('POST /api/v1/moderation/decisions/:decisionId/undo', { params, body: undoing }),
  ).toMatchObject({ statusCode: 403, code: 'ANOTHER_MODERATOR' });

  await undo(second, decision._id);
  expect((await stranger().call(read, { body: { token } })).data.undone).toMatchObject({ reason: 'mistake' });
  expect(await stranger().fail(send, { body })).toMatchObject({ statusCode: 409, code: 'DECISION_UNDONE' });
  await stranger().call(login, { body: { email: farmer.account.email, password: goodPassword } });
});

test('the link says so when the appeal was dismissed', async () => {
  const { farmer } = await addSuspended();
  const token = await tokenOf(farmer);
  await stranger().call(send, { body: { token, text: 'Please' } });
  await decide(second, await findCase(second, farmer, 'appeal'), 'dismiss', { text: 'It stays.' });
  expect((await stranger().call(read, { body: { token } })).data).toMatchObject({ isUpheld: true });
  expect((await logIn(farmer)).code).toBe('ACCOUNT_SUSPENDED');
});

describe('a link that is not valid', () => {
  let token: string;
  let other: string;
  beforeAll(async () => {
    token = await tokenOf((await addSuspended()).farmer);
    other = (await addSuspended()).decision._id;
  });

  const signed = (text: string, use = 'appeal', key = testSecretKey) =>
    `${text}.${sign(`${use}:${text}`, key).toString('base64url')}`;
  const later = Date.now() + day;
  const cases: [string, () => string][] = [
    ['nothing', () => ''],
    ['a word', () => 'token'],
    ['of another decision', () => [other, ...token.split('.').slice(1)].join('.')],
    ['made to last longer', () => token.replace(/\.\d/, '.9')],
    ['with another signature', () => token.slice(0, -2) + (token.endsWith('AA') ? 'BB' : 'AA')],
    ['with more behind it', () => `${token}.x`],
    ['expired', () => signed(`${other}.${Date.now() - 1}`)],
    ['signed with another key', () => signed(`${other}.${later}`, 'appeal', 'z'.repeat(40))],
    ['signed for another use', () => signed(`${other}.${later}`, 'device')],
    ['of no decision', () => signed(`${randomUUID()}.${later}`)],
  ];
  test.each(cases)('%s', async (_, make) => {
    const body = { token: make(), text: 'Please' };
    for (const call of [read, send] as const)
      expect(await stranger().fail(call, { body })).toMatchObject({
        statusCode: 400,
        code: 'APPEAL_LINK_INVALID',
      });
  });

  test('refuses a long or missing one, and an appeal without a text', async () => {
    const bodies: [EndpointKey, object, string][] = [
      [read, { token: 'x'.repeat(201) }, 'token'],
      [read, {}, 'token'],
      [send, { token, text: ' ' }, 'text'],
    ];
    for (const [call, body, field] of bodies)
      expect(await stranger().fail(call, { body })).toMatchObject({ statusCode: 422, errors: [{ field }] });
    expect((await stranger().call(read, { body: { token } })).data.canAppeal).toBe(true);
  });
});

test('an older key of SECRET_KEY still verifies', () => {
  const decisionId = randomUUID();
  const token = appealLinks(['old-key']).create(decisionId);
  expect(appealLinks(['new-key', 'old-key']).read(token)).toBe(decisionId);
  expect(appealLinks(['new-key']).read(token)).toBeUndefined();
});

test('the link is of the decision that suspends the account now', async () => {
  const farmer = await addPerson(app.url);
  const post = await addPost(farmer);
  await report(reporter, 'post', post._id);
  const earlier = await suspend(farmer);
  const later = await decide(first, await findCase(first, farmer, 'post'), 'suspend', { text: 'And this.' });
  const readId = async () =>
    (await stranger().call(read, { body: { token: await tokenOf(farmer) } })).data._id;
  expect(await readId()).toBe(later._id);
  await undo(second, later._id);
  expect(await readId()).toBe(earlier._id);
  // The operator's command suspends without a decision, so the log-in returns no link to appeal.
  await operate(app.url, 'suspend', { person: farmer.account.username, reason: 'Court order' });
  expect(await logIn(farmer)).not.toHaveProperty('appealToken');
  const byOperator = await addPerson(app.url);
  await operate(app.url, 'suspend', { person: byOperator.account.username });
  const refused = await logIn(byOperator);
  expect(refused).toMatchObject({ status: 403, code: 'ACCOUNT_SUSPENDED' });
  expect(refused).not.toHaveProperty('appealToken');
});

const verify = ({ account }: Person) =>
  app.database.db.updateTable('users').set({ email_verified: true }).where('id', '=', account._id).execute();
const mailsTo = ({ account }: Person) => smtp.mails.filter((mail) => isTo(mail, account.email));
const mailOf = (mail: Email) => ({ subject: mail.subject, page: linkOf(mail)?.pathname.split('/')[1] });

test('a suspended person gets the link at a verified address only', async () => {
  const { farmer: unverified } = await addSuspended();
  const farmer = await addPerson(app.url);
  await verify(farmer);
  const decision = await suspend(farmer);
  const link = await smtp.waitForLink(farmer.account.email, 'appeal');
  expect(link.search).toBe('');
  const { data } = await stranger().call(read, { body: { token: link.hash.slice(1) } });
  expect(data._id).toBe(decision._id);
  const findMails = (to: Person) => mailsTo(to).filter((mail) => mailOf(mail).page === 'appeal');
  const mails = findMails(farmer);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).not.toContain('You took money');
  expect(findMails(unverified)).toEqual([]);
});

describe('the outcome of an appeal by email', () => {
  let farmer: Person;
  let decision: Decision;
  beforeEach(async () => {
    farmer = await addPerson(app.url);
    await smtp.waitForLink(farmer.account.email, 'verify-email');
    await verify(farmer);
    await farmer.client.call('PUT /api/v1/users/language', { body: { language: 'hi' } });
    await farmer.client.call('PATCH /api/v1/notifications/settings', { body: { byEmail: false } });
  });

  async function appeal() {
    decision = await suspend(farmer);
    const link = await smtp.waitForLink(farmer.account.email, 'appeal');
    await stranger().call(send, { body: { token: link.hash.slice(1), text: 'Please' } });
    smtp.deleteMailsTo(farmer.account.email);
  }

  /** Returns the emails once all events and deliveries are handled. */
  async function findMails() {
    await expect.poll(() => mailsTo(farmer)).toHaveLength(1);
    await app.services.outbox.deliver();
    await app.services.deliveries.send();
    return mailsTo(farmer);
  }

  test('a suspended person gets it once, in their language, without the reason', async () => {
    await appeal();
    await decide(second, await findCase(second, farmer, 'appeal'), 'dismiss', { text: 'It stays.' });
    const [mail, ...others] = await findMails();
    expect(others).toEqual([]);
    expect(mail && mailOf(mail)).toEqual({ subject: 'उपज: आपकी अपील पर फैसला हुआ', page: 'appeal' });
    for (const text of ['You took money', 'It stays.']) expect(mail?.text).not.toContain(text);
    const token = mail && linkOf(mail)?.hash.slice(1);
    const { data } = await stranger().call(read, { body: { token: token ?? '' } });
    expect(data).toMatchObject({ _id: decision._id, isUpheld: true });
  });

  test('a granted appeal is mailed also to people who turned emails off', async () => {
    await appeal();
    await undo(second, decision._id);
    expect((await findMails()).map(mailOf)).toEqual([{ subject: 'उपज: फैसला वापस लिया गया', page: 'appeal' }]);
  });

  test('a suspension that is undone by now is not mailed', async () => {
    await appeal();
    const { findUnnotified } = appealsStore({ db: app.database.db });
    const about = { decisionId: decision._id, event: 'made' } as const;
    expect(await findUnnotified(about)).toBeDefined();
    await undo(second, decision._id);
    expect(await findUnnotified(about)).toBeUndefined();
  });

  test('with emails on, the notification of a granted appeal is the only email', async () => {
    await farmer.client.call('PATCH /api/v1/notifications/settings', { body: { byEmail: true } });
    await appeal();
    await undo(second, decision._id);
    expect((await findMails()).map(mailOf)).toEqual([
      { subject: 'उपज: फैसला वापस लिया गया', page: 'decisions' },
    ]);
  });
});
