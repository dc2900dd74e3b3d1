import type { EndpointKey } from '@upaj/contract/endpoints';
import { beforeAll, expect, test } from 'vitest';
import { appForTests } from '#test/hooks.ts';
import { cancel, confirm, getDeal, type Parties } from '#test/deal-calls.ts';
import { insertDeal } from '#test/deal-rows.ts';
import { addPerson, addPost, type Person } from '#test/factories.ts';
import { connectSocket, nextEvent, openSocket } from '#test/socket.ts';

const app = appForTests();
let buyer: Person;
let seller: Person;
let stranger: Person;
let parties: Parties;
beforeAll(async () => {
  seller = await addPerson(app.url);
  buyer = await addPerson(app.url, { userType: 'merchant' });
  stranger = await addPerson(app.url);
  parties = { buyer, seller };
});

const add = (changes = {}) => insertDeal(app.database.db, parties, changes);

async function notificationsOf({ account }: Person, dealId: string): Promise<string[]> {
  await app.services.outbox.deliver();
  const rows = await app.database.db
    .selectFrom('notifications')
    .select('data')
    .where('user_id', '=', account._id)
    .where('kind', '=', 'deal')
    .orderBy('created_at')
    .execute();
  return rows
    .map(({ data }) => data as { dealId: string; event: string })
    .filter((data) => data.dealId === dealId)
    .map(({ event }) => event);
}

async function reportsOf(dealId: string) {
  return app.database.db.selectFrom('reports').selectAll().where('deal_id', '=', dealId).execute();
}

function addProblem({ client }: Person, dealId: string, text: string) {
  return client.send('POST /api/v1/deals/:dealId/problem', { params: { dealId }, body: { text } });
}

test('a deal shows what was agreed to both sides', async () => {
  const { _id: postId } = await addPost(seller);
  const dealId = await add({ post_id: postId, note: 'In jute bags' });
  const deal = await getDeal(buyer, dealId);
  expect(deal).toMatchObject({
    _id: dealId,
    postId,
    goods: { title: 'Sharbati wheat', cropType: 'Wheat', image: null },
    place: { village: 'Bahomajra', city: 'Khanna', district: 'Ludhiana', state: 'Punjab', pincode: '141401' },
    buyer: { _id: buyer.account._id, username: buyer.account.username, userType: 'merchant' },
    seller: { _id: seller.account._id, fullName: seller.account.fullName, userType: 'farmer' },
    terms: {
      quantity: 25,
      unit: 'quintal',
      price: 2100,
      priceUnit: 'per quintal',
      delivery: 'pickup',
      note: 'In jute bags',
      pickupDate: null,
      bags: null,
      advance: null,
    },
    total: 52_500,
    status: 'agreed',
    confirmations: { delivered: { buyer: null, seller: null }, paid: { buyer: null, seller: null } },
    cancellations: { buyer: null, seller: null },
    events: [{ number: 1, kind: 'agreed', by: 'seller', text: '' }],
    hasUpi: false,
    canSellOut: false,
  });
  expect(deal.number).toMatch(/^\d{4} \d{4}$/);
  expect(await getDeal(seller, dealId)).toEqual(deal);
});

test('the seller can mark the post as sold out when it does not say that something is left', async () => {
  const { _id: postId } = await addPost(seller, { quantity: '25 quintal' });
  const dealId = await add({ post_id: postId });
  const canSellOut = async (person: Person) => (await getDeal(person, dealId)).canSellOut;
  expect(await canSellOut(seller)).toBe(false);
  await app.database.db
    .updateTable('posts')
    .set({ quantity: '0 quintal' })
    .where('id', '=', postId)
    .execute();
  expect([await canSellOut(seller), await canSellOut(buyer)]).toEqual([true, false]);
  const body = { isAvailable: false };
  await seller.client.call('PATCH /api/v1/post/:postId/availability', { params: { postId }, body });
  expect(await canSellOut(seller)).toBe(false);
});

test('strangers get 404 for every call', async () => {
  const dealId = await add();
  const bodies: [EndpointKey, object?][] = [
    ['GET /api/v1/deals/:dealId'],
    ['POST /api/v1/deals/:dealId/confirm', { step: 'paid' }],
    ['POST /api/v1/deals/:dealId/cancel', { reason: 'No' }],
    ['POST /api/v1/deals/:dealId/problem', { text: 'No' }],
    ['POST /api/v1/deals/:dealId/upi'],
  ];
  const before = await getDeal(buyer, dealId);
  for (const [key, body] of bodies)
    expect(await stranger.client.fail(key, { params: { dealId }, body })).toMatchObject({
      statusCode: 404,
      code: 'DEAL_NOT_FOUND',
    });
  expect((await stranger.client.call('GET /api/v1/deals')).data).toEqual([]);
  expect(await getDeal(buyer, dealId)).toEqual(before);
});

test('both sides list their deals, latest first, by pages and status', async () => {
  const person = await addPerson(app.url);
  const own = { buyer: person, seller };
  const ids: string[] = [];
  for (let count = 0; count < 5; count += 1)
    ids.unshift(await insertDeal(app.database.db, count % 2 ? own : { buyer: seller, seller: person }));
  const read = async (query: Record<string, string | number>) =>
    person.client.call('GET /api/v1/deals', { query });
  const first = await read({ limit: 3 });
  expect(first.data.map(({ _id }) => _id)).toEqual(ids.slice(0, 3));
  expect(first.page.total).toBe(5);
  const second = await read({ limit: 3, cursor: first.page.nextCursor ?? '' });
  expect(second.data.map(({ _id }) => _id)).toEqual(ids.slice(3));
  expect(second.page).toEqual({ nextCursor: null, total: 5 });
  await cancel(person, ids[2] ?? '');
  const cancelled = await read({ status: 'cancelled' });
  expect(cancelled.data.map(({ _id }) => _id)).toEqual([ids[2]]);
  expect(cancelled.page.total).toBe(1);
  expect((await read({ status: 'agreed' })).page.total).toBe(4);
  expect((await read({ status: 'paid' })).data).toEqual([]);
});

test('the four confirmations complete a deal, and each notifies the other side', async () => {
  const dealId = await add();
  const steps = [
    [seller, 'delivered', 'agreed'],
    [buyer, 'paid', 'agreed'],
    [buyer, 'delivered', 'delivered'],
    [seller, 'paid', 'completed'],
  ] as const;
  for (const [person, step, status] of steps)
    expect((await confirm(person, dealId, step)).body).toMatchObject({ data: { status } });
  const { events, confirmations } = await getDeal(buyer, dealId);
  expect(events.map(({ number, kind, by }) => [number, kind, by])).toEqual([
    [1, 'agreed', 'seller'],
    [2, 'delivered', 'seller'],
    [3, 'paid', 'buyer'],
    [4, 'delivered', 'buyer'],
    [5, 'paid', 'seller'],
    [6, 'completed', null],
  ]);
  expect(confirmations.paid.buyer).toBe(events[2]?.createdAt);
  expect(await notificationsOf(buyer, dealId)).toEqual(['delivered', 'completed']);
  expect(await notificationsOf(seller, dealId)).toEqual(['paid', 'delivered']);
});

test('confirming twice, also at the same time, changes nothing', async () => {
  const dealId = await add();
  const responses = await Promise.all(Array.from({ length: 8 }, () => confirm(buyer, dealId, 'paid')));
  expect(responses.map(({ status }) => status)).toEqual(Array<number>(8).fill(200));
  const { events } = await getDeal(buyer, dealId);
  expect(events.map(({ kind }) => kind)).toEqual(['agreed', 'paid']);
  expect(await notificationsOf(seller, dealId)).toEqual(['paid']);
});

test('all sides at the same time leave events without gaps', async () => {
  const dealId = await add();
  const steps = ['delivered', 'paid'] as const;
  const all = [buyer, seller].flatMap((person) =>
    steps.flatMap((step) => [confirm(person, dealId, step), confirm(person, dealId, step)]),
  );
  await Promise.all([...all, addProblem(buyer, dealId, 'Wet'), addProblem(seller, dealId, 'Late')]);
  const rows = await app.database.db
    .selectFrom('deal_events')
    .select('number')
    .where('deal_id', '=', dealId)
    .orderBy('number')
    .execute();
  expect(rows.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect((await getDeal(buyer, dealId)).status).toBe('completed');
});

test('one side cancels alone before any confirmation, and moderators see it', async () => {
  const dealId = await add();
  expect((await cancel(buyer, dealId, 'Prices fell')).body).toMatchObject({ data: { status: 'cancelled' } });
  const { events, cancellations } = await getDeal(seller, dealId);
  expect(events.slice(1)).toMatchObject([{ number: 2, kind: 'cancelled', by: 'buyer', text: 'Prices fell' }]);
  expect(cancellations).toEqual({ buyer: events[1]?.createdAt, seller: null });
  expect(await notificationsOf(seller, dealId)).toEqual(['cancelled']);
  expect(await notificationsOf(buyer, dealId)).toEqual([]);
  expect(await reportsOf(dealId)).toMatchObject([
    { kind: 'deal', reporter_id: null, reason: 'cancelled', details: 'Prices fell' },
  ]);
  expect((await cancel(buyer, dealId)).status).toBe(200);
  expect((await getDeal(buyer, dealId)).events).toHaveLength(2);
  for (const { body } of [await cancel(seller, dealId), await confirm(buyer, dealId, 'paid')])
    expect(body).toMatchObject({ statusCode: 409, code: 'DEAL_ENDED' });
});

test('the seller cancels alone until the seller has confirmed something', async () => {
  const [held, handedOver] = [await add(), await add()];
  for (const dealId of [held, handedOver]) await confirm(buyer, dealId, 'delivered');
  expect((await cancel(buyer, held)).body).toMatchObject({ data: { status: 'agreed' } });
  await confirm(seller, handedOver, 'delivered');
  expect((await cancel(seller, handedOver)).body).toMatchObject({ data: { status: 'delivered' } });
  expect((await cancel(seller, held)).body).toMatchObject({ data: { status: 'cancelled' } });
});

test('after a confirmation, both must cancel', async () => {
  const dealId = await add();
  await confirm(seller, dealId, 'delivered');
  expect((await cancel(buyer, dealId, 'Wet grain')).body).toMatchObject({ data: { status: 'agreed' } });
  expect(await notificationsOf(seller, dealId)).toEqual(['cancel']);
  await cancel(buyer, dealId, 'Wet grain');
  expect((await cancel(seller, dealId, 'Agreed')).body).toMatchObject({ data: { status: 'cancelled' } });
  const { events } = await getDeal(buyer, dealId);
  expect(events.slice(2)).toMatchObject([
    { number: 3, kind: 'cancel', by: 'buyer', text: 'Wet grain' },
    { number: 4, kind: 'cancel', by: 'seller', text: 'Agreed' },
    { number: 5, kind: 'cancelled', by: null, text: '' },
  ]);
  expect(await notificationsOf(buyer, dealId)).toEqual(['delivered', 'cancelled']);
  expect(await reportsOf(dealId)).toEqual([]);
});

test('a problem is shown to its reporter and to moderators', async () => {
  const dealId = await add();
  for (const text of ['Stones in the bags', 'Stones in the bags', 'Half is wet'])
    expect((await addProblem(buyer, dealId, text)).status).toBe(200);
  const kinds = async (person: Person) =>
    (await getDeal(person, dealId)).events.map(({ number, kind }) => [number, kind]);
  expect(await kinds(buyer)).toEqual([
    [1, 'agreed'],
    [2, 'problem'],
    [3, 'problem'],
  ]);
  await confirm(seller, dealId, 'delivered');
  // The seller's events have numbers without a gap, which would betray that the buyer reported problems.
  expect(await kinds(seller)).toEqual([
    [1, 'agreed'],
    [2, 'delivered'],
  ]);
  expect(await notificationsOf(seller, dealId)).toEqual([]);
  const reporter = { reporter_id: buyer.account._id, reason: 'problem' };
  expect(await reportsOf(dealId)).toMatchObject([
    { ...reporter, details: 'Stones in the bags' },
    { ...reporter, details: 'Half is wet' },
  ]);
  for (const text of ['3', '4', '5']) await addProblem(buyer, dealId, text);
  expect((await addProblem(buyer, dealId, '6')).body).toMatchObject({ code: 'TOO_MANY_PROBLEMS' });
  expect((await addProblem(seller, dealId, 'No answer')).status).toBe(200);
});

test.each([
  ['confirm', { step: 'eaten' }, 'step'],
  ['cancel', { reason: ' ' }, 'reason'],
  ['cancel', { reason: 'x'.repeat(301) }, 'reason'],
  ['problem', { text: '' }, 'text'],
  ['problem', { text: 'x'.repeat(1001) }, 'text'],
] as const)('%s with %j is refused', async (action, body, field) => {
  const dealId = await add();
  const failure = await buyer.client.fail(`POST /api/v1/deals/:dealId/${action}`, {
    params: { dealId },
    body,
  });
  expect(failure).toMatchObject({ statusCode: 422, errors: [{ field }] });
});

test('both sides hear of a change at once, a problem only its reporter', async () => {
  const dealId = await add();
  const [ofBuyer, ofSeller] = await Promise.all(
    [buyer, seller].map(({ client }) => connectSocket(openSocket(app.url, client))),
  );
  if (!ofBuyer || !ofSeller) throw new Error('no sockets');
  const heard = [nextEvent(ofBuyer, 'dealChanged'), nextEvent(ofSeller, 'dealChanged')];
  await confirm(seller, dealId, 'delivered');
  expect(await Promise.all(heard)).toEqual([{ dealId }, { dealId }]);
  const next: (string | null)[] = [];
  ofSeller.on('dealChanged', (deal) => next.push(deal.dealId));
  const other = await add();
  await addProblem(buyer, dealId, 'Short by a bag');
  const after = nextEvent(ofSeller, 'dealChanged');
  await confirm(buyer, other, 'paid');
  await after;
  expect(next).toEqual([other]);
  ofBuyer.close();
  ofSeller.close();
});
