import { beforeAll, expect, test } from 'vitest';
import { addOldPerson, decide, findCase, report, undo } from '#test/cases.ts';
import { addPerson, type Person } from '#test/factories.ts';
import { appForTests } from '#test/hooks.ts';
import { waitForWaiting } from '#test/locks.ts';
import { waitUntilDelivered } from '#test/notifications.ts';
import { addStaff } from '#test/second-factor.ts';

const appeals = 'POST /api/v1/appeals';

const isOnPostgres = Boolean(process.env['TEST_DATABASE_URL']);
const oneConnection = { meta: { skippedBecause: 'the embedded database runs one transaction at a time' } };

const app = appForTests();
let first: Person;
let second: Person;
let reporter: Person;
beforeAll(async () => {
  first = await addStaff(app, 'moderator');
  second = await addStaff(app, 'administrator');
  reporter = await addOldPerson(app);
});

async function addDecision() {
  const farmer = await addPerson(app.url);
  await report(reporter, 'user', farmer.account._id);
  const decision = await decide(first, await findCase(first, farmer, 'user'), 'restrict', { days: 3 });
  return { farmer, decisionId: decision._id };
}

async function addAppeal(text = 'I did nothing of the kind.') {
  const { farmer, decisionId } = await addDecision();
  const { data } = await farmer.client.call(appeals, { body: { decisionId, text } });
  return { farmer, decisionId, data };
}

const read = async ({ client }: Person, decisionId: string) =>
  (await client.call('GET /api/v1/appeals/:decisionId', { params: { decisionId } })).data;

test('a person appeals once; the queue has it with what they write', async () => {
  const { farmer, decisionId, data } = await addAppeal();
  expect(data).toMatchObject({ _id: decisionId, isAppealed: true, canAppeal: false, isUpheld: false });
  const body = { decisionId, text: 'Once more' };
  expect(await farmer.client.fail(appeals, { body })).toMatchObject({
    statusCode: 409,
    code: 'ALREADY_APPEALED',
  });
  const found = await findCase(second, farmer, 'appeal');
  expect(found).toMatchObject({ title: 'I did nothing of the kind.', weight: 3 });
  const params = { caseId: found._id };
  const page = (await second.client.call('GET /api/v1/moderation/cases/:caseId', { params })).data;
  expect(page.appeal).toMatchObject({ text: 'I did nothing of the kind.', decision: { _id: decisionId } });
});

test.runIf(isOnPostgres)('no appeal goes through while its decision is undone', oneConnection, async () => {
  const { farmer, decisionId } = await addDecision();
  const { db } = app.database;
  const appeal = await db.transaction().execute(async (trx) => {
    await trx.updateTable('decisions').set({ undone_at: new Date() }).where('id', '=', decisionId).execute();
    const sent = farmer.client.fail(appeals, { body: { decisionId, text: 'Please' } });
    await waitForWaiting(db, 1);
    return { sent };
  });
  expect(await appeal.sent).toMatchObject({ code: 'DECISION_UNDONE' });
});

test('another moderator than the first decides', async () => {
  const { farmer, decisionId } = await addAppeal();
  const { _id: caseId } = await findCase(first, farmer, 'appeal');
  const dismiss = await first.client.fail('POST /api/v1/moderation/cases/:caseId/decisions', {
    params: { caseId },
    body: { action: 'dismiss', reason: 'fraud', text: 'No' },
  });
  const undoing = await first.client.fail('POST /api/v1/moderation/decisions/:decisionId/undo', {
    params: { decisionId },
    body: { reason: 'mistake', text: 'Yes' },
  });
  for (const failure of [dismiss, undoing])
    expect(failure).toMatchObject({ statusCode: 403, code: 'ANOTHER_MODERATOR' });

  await undo(second, decisionId);
  const query = { kind: 'appeal', limit: 50 };
  const { data } = await second.client.call('GET /api/v1/moderation/cases', { query });
  expect(data.map(({ _id }) => _id)).not.toContain(caseId);
  expect(await read(farmer, decisionId)).toMatchObject({ canAppeal: false, undone: { reason: 'mistake' } });
});

test('whose appeal is dismissed reads that the decision stays', async () => {
  const { farmer, decisionId } = await addAppeal();
  await decide(second, await findCase(second, farmer, 'appeal'), 'dismiss', { text: 'It stays.' });
  expect(await read(farmer, decisionId)).toMatchObject({ isUpheld: true, undone: null });
  await waitUntilDelivered(app.database.db);
  const { data } = await farmer.client.call('GET /api/v1/notifications');
  expect(data.map((one) => one.data)).toMatchObject([
    { decisionId, event: 'upheld', action: 'restrict' },
    { decisionId, event: 'made' },
  ]);
});

test('nobody else reads a decision or appeals, and dismissed reports stay unknown', async () => {
  const { decisionId } = await addAppeal();
  const stranger = await addPerson(app.url);
  for (const { client } of [stranger, reporter, first]) {
    const failures = [
      await client.fail('GET /api/v1/appeals/:decisionId', { params: { decisionId } }),
      await client.fail(appeals, { body: { decisionId, text: 'Please' } }),
    ];
    for (const failure of failures)
      expect(failure).toMatchObject({ statusCode: 404, code: 'DECISION_NOT_FOUND' });
  }
  const farmer = await addPerson(app.url);
  await report(reporter, 'user', farmer.account._id);
  const dismissed = await decide(first, await findCase(first, farmer, 'user'), 'dismiss');
  const params = { decisionId: dismissed._id };
  expect((await farmer.client.fail('GET /api/v1/appeals/:decisionId', { params })).code).toBe(
    'DECISION_NOT_FOUND',
  );
});
