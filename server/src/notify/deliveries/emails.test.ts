import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { connect } from '#src/platform/db/connect.ts';
import { notifyContents } from '#src/app.ts';
import { startTestApp, type TestApp } from '#test/app.ts';
import { isTo, startMailServer, type TestMailServer } from '#test/mail.ts';
import { insertNotifications } from '#test/notifications.ts';
import { insertMembers, type Member } from '#test/rows.ts';
import { deliveriesStore } from './store.ts';

let app: TestApp;
let mailServer: TestMailServer;
let farmer: Member;
let other: Member;
beforeAll(async () => {
  mailServer = await startMailServer();
  app = await startTestApp({ env: { smtpUrl: mailServer.url } });
});
afterAll(async () => {
  await app.close();
  await mailServer.close();
});
beforeEach(async () => {
  [farmer, other] = (await insertMembers(app.database.db, app.url, 2)) as [Member, Member];
  app.logs.length = 0;
});

const insert = ({ id }: Member, ...prices: number[]) =>
  insertNotifications(app.database.db, id, ...prices.map((price) => ({ price })));
async function deliver(): Promise<void> {
  await app.services.outbox.deliver();
  await app.services.deliveries.send();
}
const queue = () => deliveriesStore({ db: app.database.db, ...notifyContents });
/** Queues emails without sending them, as a process does that ends before it sends. */
async function queueOnly(ids: readonly string[]): Promise<void> {
  await app.database.db.transaction().execute((trx) => queue().add(trx, ids));
  await app.database.db.deleteFrom('events').execute();
}
async function setUser({ id }: Member, to: object): Promise<void> {
  await app.database.db.updateTable('users').set(to).where('id', '=', id).execute();
}
const wantMails = (...people: Member[]) =>
  Promise.all(people.map((person) => setUser(person, { email_verified: true })));
const wantNone = ({ client }: Member) =>
  client.call('PATCH /api/v1/notifications/settings', { body: { byEmail: false } });
const emailOf = ({ id }: Member) => `${id}@upaj.example`;
const mailsTo = (person: Member) => mailServer.mails.filter((mail) => isTo(mail, emailOf(person)));

const queued = () => app.database.db.selectFrom('deliveries').selectAll().execute();
const letTimePass = () =>
  app.database.db
    .updateTable('deliveries')
    .set({ due_at: new Date(0) })
    .execute();

test('is in the account’s language, in English and Hindi without one', async () => {
  await wantMails(farmer, other);
  await farmer.client.call('PUT /api/v1/users/language', { body: { language: 'hi' } });
  for (const person of [farmer, other]) await insert(person, 2650);
  await deliver();
  expect(mailsTo(farmer).map(({ subject }) => subject)).toEqual(['उपज: गेहूं: ₹2,650 प्रति क्विंटल']);
  expect(mailsTo(other).map(({ subject }) => subject)).toEqual([
    'Upaj: Wheat: ₹2,650 per quintal · उपज: गेहूं: ₹2,650 प्रति क्विंटल',
  ]);
});

test('sends one email for many notifications, only to a verified address with emails turned on', async () => {
  await setUser(farmer, { email_verified: true });
  const [unproved, silent, suspended] = (await insertMembers(app.database.db, app.url, 3)) as [
    Member,
    Member,
    Member,
  ];
  await setUser(silent, { email_verified: true });
  await wantNone(silent);
  await setUser(suspended, { email_verified: true, suspended_at: new Date() });
  await setUser(other, { email_verified: true });
  await insert(farmer, 2610, 2620, 2630);
  for (const person of [other, unproved, silent, suspended]) await insert(person, 2640);
  await Promise.all([deliver(), deliver()]);
  await deliver();
  await expect.poll(() => [mailsTo(farmer).length, mailsTo(other).length]).toEqual([1, 1]);
  const [many] = mailsTo(farmer);
  expect(many?.subject).toContain('3 of your price alerts');
  for (const price of ['₹2,610', '₹2,620', '₹2,630']) expect(many?.text).toContain(price);
  expect(mailsTo(other)[0]?.text).toContain('/Market/rates/12');
  await insert(farmer, 2650);
  await deliver();
  await expect.poll(() => mailsTo(farmer).length).toBe(2);
  for (const person of [unproved, silent, suspended]) expect(mailsTo(person)).toEqual([]);
});

test('sends one email per person when the mail server is back', async () => {
  await wantMails(farmer, other);
  mailServer.faults = ['refuse for now', 'refuse for now'];
  await insert(farmer, 2610);
  await insert(other, 2640);
  await deliver();
  await expect.poll(async () => (await queued()).map(({ tries }) => tries)).toEqual([1, 1]);
  await expect.poll(() => app.logs.filter((line) => line.includes('were not delivered yet')).length).toBe(1);
  expect(app.logs.join()).not.toContain(emailOf(farmer));
  expect(await queue().takeDue('email')).toEqual([]);
  await queueOnly(await insert(farmer, 2620));
  await letTimePass();
  await deliver();
  await expect.poll(queued).toEqual([]);
  expect(mailsTo(farmer).map(({ subject }) => subject)).toEqual([
    expect.stringContaining('2 of your price alerts'),
  ]);
  expect(mailsTo(other)).toHaveLength(1);
});

test('sends the emails that a killed process left in the queue', async () => {
  await setUser(farmer, { email_verified: true });
  await queueOnly(await insert(farmer, 2610));
  expect(await queue().takeDue('email')).toHaveLength(1);
  await letTimePass();
  await app.jobs.find(({ name }) => name === 'deliver-notifications')!.run(new AbortController().signal);
  await expect.poll(() => mailsTo(farmer).length).toBe(1);
  await expect.poll(queued).toEqual([]);
});

test('gives up an email that is refused permanently or five times', async () => {
  await wantMails(farmer, other);
  const given = () => app.logs.filter((line) => line.includes('a notification was not delivered'));
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const before = given().length;
  mailServer.faults = ['refuse for good'];
  await insert(other, 2640);
  await deliver();
  await expect.poll(queued).toEqual([]);
  await insert(farmer, 2610);
  for (let tries = 1; tries <= 5; tries += 1) {
    mailServer.faults = ['refuse for now'];
    await letTimePass();
    await deliver();
    await expect.poll(async () => (await queued())[0]?.tries).toBe(tries < 5 ? tries : undefined);
    await expect.poll(() => mailServer.faults).toEqual([]);
  }
  vi.restoreAllMocks();
  expect(await queued()).toEqual([]);
  expect(given().slice(before)).toHaveLength(2);
  expect([...mailsTo(farmer), ...mailsTo(other)]).toEqual([]);
});

test('does not send read notifications, or any after emails were turned off', async () => {
  await wantMails(farmer, other);
  const [id] = await insert(farmer, 2610);
  await queueOnly([id!, ...(await insert(other, 2640))]);
  await farmer.client.call('PUT /api/v1/notifications/:notificationId/read', {
    params: { notificationId: id! },
  });
  await wantNone(other);
  await deliver();
  await expect.poll(queued).toEqual([]);
  expect([...mailsTo(farmer), ...mailsTo(other)]).toEqual([]);
});

test('does not send a follow that was undone', async () => {
  await wantMails(farmer);
  const params = { username: farmer.username };
  mailServer.faults = ['refuse for now'];
  await other.client.call('POST /api/v1/follow/follow/:username', { params });
  await expect.poll(async () => (await queued()).map(({ tries }) => tries)).toEqual([1]);
  await expect.poll(() => mailServer.faults).toEqual([]);
  await other.client.call('DELETE /api/v1/follow/unfollow/:username', { params });
  await letTimePass();
  await deliver();
  await expect.poll(queued).toEqual([]);
  expect(mailsTo(farmer)).toEqual([]);
});

test('sends in small batches and stops while the mail server is down', async () => {
  const people = await insertMembers(app.database.db, app.url, 50);
  for (const person of people) {
    await setUser(person, { email_verified: true });
    await insert(person, 2600);
  }
  const before = mailServer.tries;
  mailServer.faults = Array.from({ length: 20 }, () => 'refuse for now');
  await app.services.outbox.deliver();
  await expect.poll(() => app.logs.filter((line) => line.includes('"count":20')).length).toBe(1);
  expect(mailServer.tries - before).toBe(20);
  await deliver();
  await expect.poll(async () => (await queued()).length).toBe(20);
  await letTimePass();
  await deliver();
  await expect.poll(queued).toEqual([]);
  expect(people.map((person) => mailsTo(person).length)).toEqual(people.map(() => 1));
});

test('delivers each notification once when several processes deliver concurrently', async () => {
  const people = await insertMembers(app.database.db, app.url, 10);
  for (const person of people) {
    await setUser(person, { email_verified: true });
    await insert(person, 2600, 2700);
  }
  const { url } = app.database;
  const second = url ? await connect({ databaseUrl: url, dataDir: '' }) : undefined;
  const beside = await startTestApp({
    env: { smtpUrl: mailServer.url },
    db: second?.db ?? app.database.db,
  });
  await Promise.all(
    [app, beside, app, beside].flatMap(({ services: { outbox, deliveries } }) => [
      outbox.deliver(),
      deliveries.send(),
    ]),
  );
  await expect.poll(() => people.map((person) => mailsTo(person).length)).toEqual(people.map(() => 1));
  for (const person of people) expect(mailsTo(person)[0]?.subject).toContain('2 of your price alerts');
  await beside.close();
  await second?.close();
});
