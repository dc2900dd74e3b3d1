import { expect, test } from 'vitest';
import type { Deal } from '@upaj/contract/deals/deals';
import { appForTests } from '#test/hooks.ts';
import { makeOffer, respond } from '#test/offer-calls.ts';
import { addPerson, addPost, goodPassword, type Person } from '#test/factories.ts';
import { cancel, confirm, getDeal, giveUpi, type Parties } from '#test/deal-calls.ts';
import { insertDeal } from '#test/deal-rows.ts';
import { connectSocket, openSocket } from '#test/socket.ts';

const app = appForTests();

async function addParties(): Promise<Parties> {
  const [buyer, seller] = await Promise.all([
    addPerson(app.url, { userType: 'merchant', fullName: 'Zubeida Qandhari' }),
    addPerson(app.url),
  ]);
  return { buyer, seller };
}

async function agree({ buyer, seller }: Parties, quantity = '50 quintal'): Promise<Deal> {
  const post = await addPost(seller, { quantity });
  const offer = await makeOffer(buyer, post._id);
  const { dealId } = await respond(seller, 'accept', offer, { acceptsShortage: true });
  return getDeal(buyer, dealId ?? '');
}

async function quantityOf({ client }: Person, { postId }: Deal): Promise<string> {
  const params = { postId: postId ?? '' };
  return (await client.call('GET /api/v1/post/:postId', { params })).data.quantity;
}

function leave({ client, account }: Person) {
  const body = { confirmation: account.username, password: goodPassword };
  return client.call('DELETE /api/v1/users/account', { body });
}

test('a cancelled deal gives its quantity back to the post', async () => {
  const { buyer, seller } = await addParties();
  const deal = await agree({ buyer, seller });
  expect(await quantityOf(seller, deal)).toBe('30 quintal');
  await cancel(buyer, deal._id);
  await cancel(buyer, deal._id);
  expect(await quantityOf(buyer, deal)).toBe('50 quintal');
});

test('after a confirmation, the quantity is given back when both cancelled', async () => {
  const { buyer, seller } = await addParties();
  const deal = await agree({ buyer, seller }, '12 quintal');
  expect(await quantityOf(seller, deal)).toBe('0 quintal');
  await confirm(seller, deal._id, 'delivered');
  await cancel(buyer, deal._id);
  expect(await quantityOf(seller, deal)).toBe('0 quintal');
  await cancel(seller, deal._id);
  expect(await quantityOf(seller, deal)).toBe('12 quintal');
});

test('what a cancelled deal frees goes first to other deals that took too little', async () => {
  const [{ buyer, seller }, { buyer: other }, { buyer: third }] = [
    await addParties(),
    await addParties(),
    await addParties(),
  ];
  const { _id: postId } = await addPost(seller, { quantity: '30 quintal' });
  const add = async (by: Person, quantity: number, unit = 'quintal') => {
    const call = { params: { postId }, body: { isAvailable: true } };
    await seller.client.call('PATCH /api/v1/post/:postId/availability', call);
    const offer = await makeOffer(by, postId, { quantity, unit });
    const { dealId } = await respond(seller, 'accept', offer, { acceptsShortage: true });
    return getDeal(by, dealId ?? '');
  };
  const [first, second, ended] = [await add(buyer, 25), await add(other, 2, 'tonne'), await add(third, 10)];
  expect(await quantityOf(seller, first)).toBe('0 quintal');
  await cancel(third, ended._id);
  await cancel(buyer, first._id);
  expect(await quantityOf(seller, first)).toBe('10 quintal');
  await cancel(seller, second._id);
  expect(await quantityOf(seller, first)).toBe('30 quintal');
});

test('a quantity that the seller wrote in another unit stays', async () => {
  const { buyer, seller } = await addParties();
  const deal = await agree({ buyer, seller });
  const quantities = ['3 tonne', 'about 30 quintal'];
  for (const quantity of quantities) {
    await app.database.db
      .updateTable('posts')
      .set({ quantity })
      .where('id', '=', deal.postId ?? '')
      .execute();
  }
  await cancel(seller, deal._id);
  expect(await quantityOf(seller, deal)).toBe('about 30 quintal');
});

test('a deleted buyer leaves the deal to the seller, who sees a former member', async () => {
  const { buyer, seller } = await addParties();
  const [untouched, confirmed] = [await agree({ buyer, seller }), await agree({ buyer, seller })];
  await confirm(seller, confirmed._id, 'delivered');
  const params = { dealId: confirmed._id };
  await buyer.client.call('POST /api/v1/deals/:dealId/problem', { params, body: { text: 'Call Zubeida' } });
  await leave(buyer);
  const ended = await getDeal(seller, untouched._id);
  expect(ended).toMatchObject({
    status: 'cancelled',
    buyer: { _id: buyer.account._id, username: null, fullName: null, avatar: null },
    events: [{ kind: 'agreed' }, { kind: 'cancelled', by: 'buyer', text: '' }],
  });
  expect(await quantityOf(seller, untouched)).toBe('50 quintal');
  const open = await getDeal(seller, confirmed._id);
  expect(open).toMatchObject({ status: 'agreed', cancellations: { seller: null } });
  expect(open.cancellations.buyer).not.toBeNull();
  const { body } = await cancel(seller, confirmed._id);
  expect(body).toMatchObject({ data: { status: 'cancelled' } });
  const rows = await app.database.db.selectFrom('deal_events').select('text').execute();
  expect(JSON.stringify(rows)).not.toContain('Zubeida');
  await app.services.outbox.deliver();
  const { data } = await seller.client.call('GET /api/v1/notifications');
  expect(data.filter(({ kind }) => kind === 'deal')).toMatchObject([
    { data: { event: 'cancel', name: null } },
    { data: { event: 'cancelled', name: null } },
  ]);
  const reports = app.database.db.selectFrom('reports').selectAll();
  expect(await reports.where('deal_id', 'in', [untouched._id, confirmed._id]).execute()).toMatchObject([
    { reason: 'problem', details: '' },
  ]);
});

test('the reasons of a deleted account are emptied, those of the other side stay', async () => {
  const { buyer, seller } = await addParties();
  const [alone, together, theirs] = [
    await agree({ buyer, seller }),
    await agree({ buyer, seller }),
    await agree({ buyer, seller }),
  ];
  await cancel(buyer, alone._id, 'My brother Qandhari fell ill');
  await confirm(seller, together._id, 'delivered');
  await cancel(seller, together._id, 'The truck broke down');
  await cancel(buyer, together._id, 'My brother Qandhari fell ill');
  await cancel(seller, theirs._id, 'Rain');
  await leave(buyer);
  const ids = [alone._id, together._id, theirs._id];
  const events = await app.database.db
    .selectFrom('deal_events')
    .select('text')
    .where('deal_id', 'in', ids)
    .where('text', '<>', '')
    .execute();
  expect(events.map(({ text }) => text).sort()).toEqual(['Rain', 'The truck broke down']);
  const reports = await app.database.db
    .selectFrom('reports')
    .select(['deal_id', 'details'])
    .where('deal_id', 'in', ids)
    .execute();
  expect(new Map(reports.map(({ deal_id, details }) => [deal_id, details]))).toEqual(
    new Map([
      [alone._id, ''],
      [theirs._id, 'Rain'],
    ]),
  );
});

test('the notes of a deleted account are emptied, those of the other side stay', async () => {
  const { buyer, seller } = await addParties();
  const [own, theirs] = [await addPost(seller), await addPost(seller)];
  const made = await makeOffer(buyer, own._id, { note: 'Ask for Zubeida' });
  const accepted = await respond(seller, 'accept', made);
  const offered = await makeOffer(buyer, theirs._id, { note: 'Zubeida pays cash' });
  const countered = await respond(seller, 'counter', offered, { note: 'No bags' });
  const agreed = await respond(buyer, 'accept', countered);
  await leave(buyer);
  const notes = async ({ _id: offerId, dealId }: typeof made) => {
    const { rounds } = (await seller.client.call('GET /api/v1/offers/:offerId', { params: { offerId } }))
      .data;
    const { terms } = await getDeal(seller, dealId ?? '');
    return [...rounds.map(({ note }) => note), terms.note];
  };
  expect(await notes(accepted)).toEqual(['', '']);
  expect(await notes(agreed)).toEqual(['', 'No bags', 'No bags']);
});

test('a deleted seller leaves the deal without place, photo and UPI ID', async () => {
  const { buyer, seller } = await addParties();
  await giveUpi(seller, 'leaving.soon@ybl');
  const deal = await agree({ buyer, seller });
  expect(deal).toMatchObject({
    hasUpi: true,
    goods: { image: expect.stringContaining('/media/') as string },
  });
  await confirm(seller, deal._id, 'delivered');
  await leave(seller);
  const left = await getDeal(buyer, deal._id);
  expect(left).toMatchObject({
    postId: null,
    goods: { title: deal.goods.title, image: null },
    place: { village: '', city: '', pincode: '', district: 'Ludhiana', state: 'Punjab' },
    seller: { username: null, fullName: null },
    hasUpi: false,
  });
  const params = { dealId: deal._id };
  expect((await buyer.client.fail('POST /api/v1/deals/:dealId/upi', { params })).code).toBe('NO_UPI_ID');
  expect(await app.database.db.selectFrom('upi_ids').selectAll().execute()).toEqual([]);
});

test('the open offers of a deleted account end as withdrawn or declined, with their change', async () => {
  const { buyer, seller } = await addParties();
  const [own, other] = [await addPost(seller), await addPost(buyer)];
  const sent = await makeOffer(buyer, own._id);
  const received = await makeOffer(seller, other._id);
  await leave(buyer);
  const read = async (offerId: string) =>
    (await seller.client.call('GET /api/v1/offers/:offerId', { params: { offerId } })).data;
  expect(await read(sent._id)).toMatchObject({ status: 'withdrawn', version: 2, buyer: { fullName: null } });
  expect(await read(received._id)).toMatchObject({ status: 'declined', version: 2, postId: null });
  const changes = app.database.db.selectFrom('offer_changes').select(['action', 'by_side', 'version']);
  for (const [{ _id }, action, by_side] of [
    [sent, 'withdraw', 'buyer'],
    [received, 'decline', 'seller'],
  ] as const)
    expect(await changes.where('offer_id', '=', _id).where('version', '=', 2).execute()).toEqual([
      { action, by_side, version: 2 },
    ]);
});

test('only the other sides of its open offers and deals hear at once of a deleted account', async () => {
  const [{ buyer, seller: offered }, { buyer: alone, seller: agreed }] = [
    await addParties(),
    await addParties(),
  ];
  await makeOffer(buyer, (await addPost(offered))._id);
  await agree({ buyer, seller: agreed });
  const stranger = await addPerson(app.url);
  const own = await insertDeal(app.database.db, { buyer: stranger, seller: await addPerson(app.url) });
  const heard: Record<string, (string | null)[]> = { offered: [], agreed: [], stranger: [] };
  const sockets = await Promise.all(
    Object.entries({ offered, agreed, stranger }).map(([name, { client }]) => {
      const socket = openSocket(app.url, client);
      socket.on('dealChanged', ({ dealId }) => heard[name]?.push(dealId));
      return connectSocket(socket);
    }),
  );
  await leave(alone);
  await leave(buyer);
  await confirm(stranger, own, 'delivered');
  await expect.poll(() => heard).toEqual({ offered: [null], agreed: [null], stranger: [own] });
  for (const socket of sockets) socket.close();
});
