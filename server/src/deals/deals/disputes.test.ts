import { beforeAll, expect, test } from 'vitest';
import { appForTests } from '#test/hooks.ts';
import { ageAccounts, cancel, completeDeal, confirm, getDeal } from '#test/deal-calls.ts';
import { insertDeal } from '#test/deal-rows.ts';
import { addPerson, type Person } from '#test/factories.ts';

const settleKey = 'POST /api/v1/deals/:dealId/settle';

const app = appForTests();
let stranger: Person;
let buyer: Person;
beforeAll(async () => {
  [stranger, buyer] = [await addPerson(app.url), await addPerson(app.url, { userType: 'merchant' })];
  await ageAccounts(app.database.db, [buyer]);
});

/** Adds a seller with three completed deals. */
async function addSeller(): Promise<Person> {
  const seller = await addPerson(app.url);
  const buyers = await Promise.all([1, 2, 3].map(() => addPerson(app.url, { userType: 'merchant' })));
  await ageAccounts(app.database.db, [seller, ...buyers]);
  for (const one of buyers) await completeDeal(app.database.db, { buyer: one, seller });
  return seller;
}

async function recordOf({ account: { username } }: Person) {
  const params = { username };
  const { data } = await stranger.client.call('GET /api/v1/users/user/:username', { params });
  return [data.record.confirmedPercent, data.openDisputes];
}

const settle = ({ client }: Person, dealId: string) => client.send(settleKey, { params: { dealId } });

async function wait(dealId: string, days: number): Promise<void> {
  const changed_at = new Date(Date.now() - days * 24 * 60 * 60_000);
  await app.database.db.updateTable('deals').set({ changed_at }).where('id', '=', dealId).execute();
  await app.services.reminders.remind();
}

test('new accounts that claim to have paid for a handful and vanish change nothing in a record', async () => {
  const seller = await addSeller();
  for (let count = 0; count < 3; count += 1) {
    const fresh = await addPerson(app.url, { userType: 'merchant' });
    const dealId = await insertDeal(app.database.db, { buyer: fresh, seller }, { quantity: 0.01, total: 21 });
    await confirm(fresh, dealId, 'paid');
    await wait(dealId, 7.1);
  }
  expect(await recordOf(seller)).toEqual([100, 0]);
});

test('a deal that would not count when completed does not count when a side cancels it alone', async () => {
  const seller = await addSeller();
  await cancel(seller, await insertDeal(app.database.db, { buyer, seller }, { quantity: 0.01, total: 21 }));
  const fresh = await addPerson(app.url, { userType: 'merchant' });
  const advance = await insertDeal(app.database.db, { buyer: fresh, seller }, { advance: 5_000 });
  await cancel(seller, advance);
  expect((await getDeal(fresh, advance)).dispute).toBeNull();
  expect(await recordOf(seller)).toEqual([100, 0]);
  await cancel(seller, await insertDeal(app.database.db, { buyer, seller }));
  expect(await recordOf(seller)).toEqual([75, 0]);
});

test.each([
  ['after the buyer said "paid"', {}, true],
  ['after an advance was agreed', { advance: 5_000 }, false],
])('who cancels alone %s has this in the record until both say it is settled', async (_, terms, isPaid) => {
  const seller = await addSeller();
  const dealId = await insertDeal(app.database.db, { buyer, seller }, terms);
  if (isPaid) await confirm(buyer, dealId, 'paid');
  await cancel(seller, dealId);
  const open = { by: 'seller', settlements: { buyer: null, seller: null } };
  expect(await getDeal(buyer, dealId)).toMatchObject({ status: 'cancelled', dispute: open });
  expect(await recordOf(seller)).toEqual([75, 1]);
  expect(await recordOf(buyer)).toEqual([null, 0]);
  const reports = await app.database.db
    .selectFrom('reports')
    .select('reason')
    .where('deal_id', '=', dealId)
    .execute();
  expect(reports).toEqual([{ reason: 'cancelled' }]);

  expect((await settle(stranger, dealId)).status).toBe(404);
  expect((await settle(seller, dealId)).status).toBe(200);
  expect((await settle(seller, dealId)).status).toBe(200);
  expect(await recordOf(seller)).toEqual([75, 1]);
  expect((await settle(buyer, dealId)).status).toBe(200);
  expect(await recordOf(seller)).toEqual([100, 0]);
  const { dispute, events } = await getDeal(seller, dealId);
  expect(dispute?.settlements).toEqual({ buyer: expect.any(String), seller: expect.any(String) });
  expect(events.map(({ kind, by }) => [kind, by]).slice(-2)).toEqual([
    ['settled', 'seller'],
    ['settled', 'buyer'],
  ]);
  await app.services.outbox.deliver();
  const { data } = await buyer.client.call('GET /api/v1/notifications');
  const about = data.filter(({ kind, data }) => kind === 'deal' && data.dealId === dealId);
  expect(about.map((one) => (one.data as { event: string }).event)).toContain('settled');
});

test('a buyer who cancels alone after an advance was agreed has it in the record, too', async () => {
  const seller = await addSeller();
  const dealId = await insertDeal(app.database.db, { buyer, seller }, { advance: 5_000 });
  await cancel(buyer, dealId);
  expect((await getDeal(seller, dealId)).dispute?.by).toBe('buyer');
  expect(await recordOf(seller)).toEqual([100, 0]);
  expect((await recordOf(buyer))[1]).toBe(1);
});

test('there is nothing to settle in a deal without money, one that both cancelled and one that goes on', async () => {
  const seller = await addSeller();
  const add = () => insertDeal(app.database.db, { buyer, seller });
  const [untouched, both, running] = [await add(), await add(), await add()];
  await cancel(seller, untouched);
  await confirm(buyer, both, 'paid');
  await cancel(buyer, both);
  await cancel(seller, both);
  await confirm(buyer, running, 'paid');
  for (const dealId of [untouched, both, running]) {
    expect((await getDeal(buyer, dealId)).dispute).toBeNull();
    expect(await buyer.client.fail(settleKey, { params: { dealId } })).toMatchObject({
      code: 'NOT_IN_DISPUTE',
    });
  }
});
