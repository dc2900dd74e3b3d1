import { v7 as uuidv7 } from 'uuid';
import { beforeAll, expect, test } from 'vitest';
import { writeAdminKey } from '#src/platform/http/admin-key.ts';
import { addOldPerson, findCase, report } from '#test/cases.ts';
import { TestClient } from '#test/client.ts';
import { insertDeal } from '#test/deal-rows.ts';
import { addPerson, addPost, type Person } from '#test/factories.ts';
import { appForTests } from '#test/hooks.ts';
import { insertMessages, insertPeople } from '#test/rows.ts';
import { addStaff } from '#test/second-factor.ts';
import { testSecretKey } from '#test/session-cookie.ts';
import { connectSocket, nextEvent, openSocket } from '#test/socket.ts';

const queue = 'GET /api/v1/moderation/cases';
const claim = 'POST /api/v1/moderation/cases/:caseId/claim';

const app = appForTests();
let moderator: Person;
let second: Person;
let reporters: Person[];
beforeAll(async () => {
  moderator = await addStaff(app, 'moderator');
  second = await addStaff(app, 'administrator');
  reporters = [await addOldPerson(app), await addOldPerson(app, true), await addPerson(app.url)];
});

const rowOf = (caseId: string) =>
  app.database.db.selectFrom('cases').selectAll().where('id', '=', caseId).executeTakeFirstOrThrow();

test('reports of one thing are one case, as heavy as the people who sent them deserve', async () => {
  const farmer = await addPerson(app.url);
  const { _id: postId } = await addPost(farmer, { title: 'Basmati, new harvest' });
  for (const person of reporters) await report(person, 'post', postId);
  // A repeated report counts once.
  for (const person of reporters) await report(person, 'post', postId, { reason: 'spam' });
  expect(await findCase(moderator, farmer, 'post')).toMatchObject({
    kind: 'post',
    status: 'open',
    title: 'Basmati, new harvest',
    person: { username: farmer.account.username },
    weight: 3,
    reportsCount: 3,
    claim: null,
  });
  const { data } = await moderator.client.call(queue, { query: { kind: 'post' } });
  expect(data.filter(({ person }) => person._id === farmer.account._id)).toHaveLength(1);
});

test('10,000 reports of new accounts weigh nothing, in one case', async () => {
  const farmer = await addPerson(app.url);
  const { _id: postId } = await addPost(farmer);
  const people = await insertPeople(app.database.db, 10_000);
  for (let from = 0; from < people.length; from += 1_000)
    await app.database.db
      .insertInto('reports')
      .values(
        people.slice(from, from + 1_000).map((reporterId) => {
          const target = { kind: 'post', post_id: postId, reason: 'fraud' };
          return { id: uuidv7(), reporter_id: reporterId, ...target, weight: 0 };
        }),
      )
      .execute();
  for (const job of app.jobs) if (job.name === 'file-reports') await job.run(new AbortController().signal);
  expect(await findCase(moderator, farmer, 'post')).toMatchObject({ weight: 0, reportsCount: 10_000 });
  await report(reporters[1] as Person, 'post', postId);
  expect(await findCase(moderator, farmer, 'post')).toMatchObject({ weight: 2, reportsCount: 10_001 });
  const shown = await moderator.client.call('GET /api/v1/post/:postId', { params: { postId } });
  expect(shown.data._id).toBe(postId);
});

test('people, messages, comments and problems of deals become cases of the person who did it', async () => {
  const farmer = await addPerson(app.url);
  const merchant = await addPerson(app.url, { userType: 'merchant' });
  const [messageId = ''] = await insertMessages(app.database.db, farmer.account._id, merchant.account._id);
  await report(merchant, 'user', farmer.account._id);
  await report(merchant, 'message', messageId);
  const dealId = await insertDeal(app.database.db, { buyer: merchant, seller: farmer });
  await merchant.client.call('POST /api/v1/deals/:dealId/problem', {
    params: { dealId },
    body: { text: 'The truck never came' },
  });
  for (const kind of ['user', 'message', 'deal'])
    expect(await findCase(moderator, farmer, kind)).toMatchObject({ kind, reportsCount: 1 });
});

test('the queue has the heaviest first, of equal weight the oldest, page by page', async () => {
  for (const count of [1, 2, 2, 1]) {
    const farmer = await addPerson(app.url);
    for (const person of reporters.slice(0, count)) await report(person, 'user', farmer.account._id);
  }
  const { data: all, page } = await moderator.client.call(queue, { query: { limit: 50 } });
  const order = all.map(({ weight, openedAt }) => [-weight, openedAt] as const);
  expect(order).toEqual(
    order.toSorted(([one, at], [other, then]) => one - other || (at < then ? -1 : at > then ? 1 : 0)),
  );
  expect(page).toEqual({ nextCursor: null, total: all.length });
  const paged: string[] = [];
  let cursor: string | undefined;
  do {
    const next: { data: { _id: string }[]; page: { nextCursor: string | null; total: unknown } } =
      await moderator.client.call(queue, { query: { limit: 2, cursor } });
    expect(next.page.total).toBe(all.length);
    paged.push(...next.data.map(({ _id }) => _id));
    cursor = next.page.nextCursor ?? undefined;
  } while (cursor);
  expect(paged).toEqual(all.map(({ _id }) => _id));
});

test('one moderator at a time works on a case, for 15 minutes', async () => {
  const farmer = await addPerson(app.url);
  await report(reporters[0] as Person, 'user', farmer.account._id);
  const { _id: caseId } = await findCase(moderator, farmer, 'user');
  const params = { caseId };
  const { data } = await moderator.client.call(claim, { params });
  expect(data.claim).toMatchObject({ username: moderator.account.username, isMine: true });
  expect(await second.client.fail(claim, { params })).toMatchObject({ code: 'CASE_CLAIMED' });
  const body = { action: 'dismiss', reason: 'allowed' };
  const decisions = 'POST /api/v1/moderation/cases/:caseId/decisions';
  expect(await second.client.fail(decisions, { params, body })).toMatchObject({ code: 'CASE_CLAIMED' });
  expect((await findCase(second, farmer, 'user')).claim).toMatchObject({ isMine: false });
  await app.database.db
    .updateTable('cases')
    .set({ claimed_until: new Date() })
    .where('id', '=', caseId)
    .execute();
  expect((await findCase(second, farmer, 'user')).claim).toBeNull();
  await second.client.call(claim, { params });
  expect((await rowOf(caseId)).claimed_by).toBe(second.account._id);
});

test('open consoles hear of a new and of a claimed case; members do not', async () => {
  const farmer = await addPerson(app.url);
  const [console, member] = await Promise.all(
    [moderator, farmer].map(({ client }) => connectSocket(openSocket(app.url, client))),
  );
  if (!console || !member) throw new Error('no sockets');
  const heard: unknown[] = [];
  member.on('caseChanged', (changed) => heard.push(changed));
  const opened = nextEvent(console, 'caseChanged');
  await report(reporters[0] as Person, 'user', farmer.account._id);
  const { caseId } = await opened;
  expect((await rowOf(caseId)).person_id).toBe(farmer.account._id);
  const claimed = nextEvent(console, 'caseChanged', (changed) => changed.caseId === caseId);
  await second.client.call(claim, { params: { caseId } });
  await claimed;
  expect(heard).toEqual([]);
  for (const socket of [console, member]) socket.close();
});

test('reports that a command resolves leave the queue', async () => {
  const farmer = await addPerson(app.url);
  const { _id: postId } = await addPost(farmer);
  await report(reporters[0] as Person, 'post', postId);
  const { _id: caseId } = await findCase(moderator, farmer, 'post');
  const headers = { authorization: `Bearer ${writeAdminKey([testSecretKey])}` };
  await new TestClient(app.url).call('POST /api/v1/admin/show-post', { headers, body: { postId } });
  expect(await rowOf(caseId)).toMatchObject({ status: 'decided', weight: 0, reports_count: 0 });
  const query = { status: 'decided', limit: 50 };
  const { data } = await moderator.client.call(queue, { query });
  expect(data.map(({ _id }) => _id)).toContain(caseId);
});
