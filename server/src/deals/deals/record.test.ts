import { beforeAll, expect, test } from 'vitest';
import type { DealRecord } from '@upaj/contract/people/record';
import { appForTests } from '#test/hooks.ts';
import { ageAccounts, cancel, completeDeal, confirm, type Parties } from '#test/deal-calls.ts';
import { insertDeal } from '#test/deal-rows.ts';
import { addPerson, addPost, goodPassword, type Person } from '#test/factories.ts';

const day = 24 * 60 * 60_000;

const app = appForTests();
let stranger: Person;
beforeAll(async () => {
  stranger = await addPerson(app.url);
});

async function addOld(userType: 'farmer' | 'merchant'): Promise<Person> {
  const person = await addPerson(app.url, { userType });
  await ageAccounts(app.database.db, [person]);
  return person;
}

const addFarmer = () => addOld('farmer');
const addMerchant = () => addOld('merchant');

async function recordOf({ account: { username } }: Person): Promise<DealRecord> {
  const params = { username };
  return (await stranger.client.call('GET /api/v1/users/user/:username', { params })).data.record;
}

/** Completes a deal that was agreed `days` before today. */
function complete(parties: Parties, days = 0): Promise<string> {
  return completeDeal(app.database.db, parties, { created_at: new Date(Date.now() - days * day) });
}

async function ageEnd(dealId: string, days: number): Promise<void> {
  await app.database.db
    .updateTable('deals')
    .set({ ended_at: new Date(Date.now() - days * day) })
    .where('id', '=', dealId)
    .execute();
}

test('three deals with different people make a record; before that a person is new', async () => {
  const merchant = await addMerchant();
  const farmers = await Promise.all([addFarmer(), addFarmer(), addFarmer()]);
  expect(await recordOf(merchant)).toEqual({ completed: 0, confirmedPercent: null, paymentDays: null });
  for (const [index, seller] of farmers.entries())
    await complete({ buyer: merchant, seller }, [2, 9, 4][index]);
  expect(await recordOf(merchant)).toEqual({ completed: 3, confirmedPercent: 100, paymentDays: 4 });
  for (const farmer of farmers)
    expect(await recordOf(farmer)).toEqual({ completed: 1, confirmedPercent: null, paymentDays: null });
});

test('deals between the same two count once a week', async () => {
  const parties = { buyer: await addMerchant(), seller: await addFarmer() };
  const first = await complete(parties);
  await complete(parties);
  await complete({ buyer: parties.seller, seller: parties.buyer });
  for (const person of [parties.buyer, parties.seller]) expect((await recordOf(person)).completed).toBe(1);
  await ageEnd(first, 7);
  await complete(parties);
  for (const person of [parties.buyer, parties.seller]) expect((await recordOf(person)).completed).toBe(2);
});

test('the week starts on Monday in India', async () => {
  const parties = { buyer: await addMerchant(), seller: await addFarmer() };
  const ends = ['2026-11-15T18:29:00Z', '2026-11-15T18:31:00Z', '2026-11-22T18:29:00Z'];
  for (const end of ends) {
    const dealId = await complete(parties);
    await app.database.db.updateTable('deals').set({ ended_at: end }).where('id', '=', dealId).execute();
  }
  await cancel(parties.buyer, await insertDeal(app.database.db, parties));
  // The buyer's cancellation does not change this, because it was in another week.
  expect((await recordOf(parties.buyer)).completed).toBe(2);
});

test('one who cancels alone has a lower share; the other side has not, and both together neither', async () => {
  const merchant = await addMerchant();
  const farmers = await Promise.all([addFarmer(), addFarmer(), addFarmer(), addFarmer()]);
  for (const seller of farmers.slice(0, 3)) await complete({ buyer: merchant, seller });
  const seller = farmers[3] as Person;
  const together = await insertDeal(app.database.db, { buyer: merchant, seller });
  await confirm(seller, together, 'delivered');
  await cancel(merchant, together);
  await cancel(seller, together);
  expect(await recordOf(merchant)).toMatchObject({ completed: 3, confirmedPercent: 100 });
  await cancel(seller, await insertDeal(app.database.db, { buyer: merchant, seller }));
  expect(await recordOf(merchant)).toMatchObject({ completed: 3, confirmedPercent: 100 });
  await cancel(merchant, await insertDeal(app.database.db, { buyer: merchant, seller }));
  expect(await recordOf(merchant)).toMatchObject({ completed: 3, confirmedPercent: 75 });
});

test('many deals that end at once are all counted', async () => {
  const merchant = await addMerchant();
  const farmers = await Promise.all(Array.from({ length: 8 }, addFarmer));
  await Promise.all(farmers.map((seller) => complete({ buyer: merchant, seller })));
  expect(await recordOf(merchant)).toMatchObject({ completed: 8, confirmedPercent: 100, paymentDays: 0 });
});

test('cards in the feed show the record at once', async () => {
  const parties = { buyer: await addMerchant(), seller: await addFarmer() };
  const { _id: postId } = await addPost(parties.seller);
  const shown = async () => {
    const { data } = await stranger.client.call('GET /api/v1/post/feed');
    return data.find(({ _id }) => _id === postId)?.author.record.completed;
  };
  expect(await shown()).toBe(0);
  await complete(parties);
  expect(await shown()).toBe(1);
});

test('a week with a completed deal and a one-sided cancellation counts as not completed for that side', async () => {
  const merchant = await addMerchant();
  const farmers = await Promise.all([addFarmer(), addFarmer(), addFarmer()]);
  for (const seller of farmers) await complete({ buyer: merchant, seller });
  const parties = { buyer: merchant, seller: farmers[0] as Person };
  await cancel(parties.seller, await insertDeal(app.database.db, parties));
  expect(await recordOf(merchant)).toMatchObject({ completed: 3, confirmedPercent: 100 });
  expect(await recordOf(parties.seller)).toMatchObject({ completed: 0 });
  await cancel(merchant, await insertDeal(app.database.db, parties));
  expect(await recordOf(merchant)).toMatchObject({ completed: 2, confirmedPercent: 67 });
});

interface Scene extends Parties {
  /** Returns the confirmed percentages of the buyer and of the seller, who have three completed deals each. */
  shares(): Promise<(number | null)[]>;
}

async function addScene(): Promise<Scene> {
  const [buyer, seller] = [await addMerchant(), await addFarmer()];
  for (const farmer of await Promise.all([addFarmer(), addFarmer(), addFarmer()]))
    await complete({ buyer, seller: farmer });
  for (const merchant of await Promise.all([addMerchant(), addMerchant(), addMerchant()]))
    await complete({ buyer: merchant, seller });
  const shareOf = async (person: Person) => (await recordOf(person)).confirmedPercent;
  return { buyer, seller, shares: async () => [await shareOf(buyer), await shareOf(seller)] };
}

async function wait(dealId: string, days: number): Promise<void> {
  const changed_at = new Date(Date.now() - days * day);
  await app.database.db.updateTable('deals').set({ changed_at }).where('id', '=', dealId).execute();
  await app.services.reminders.remind();
}

function addProblem({ client }: Person, dealId: string) {
  const body = { text: 'No money arrived' };
  return client.call('POST /api/v1/deals/:dealId/problem', { params: { dealId }, body });
}

test('a deal without progress for 7 days counts for the side that it waits for, until it moves on', async () => {
  const { shares, ...parties } = await addScene();
  const { buyer, seller } = parties;
  await wait(await insertDeal(app.database.db, parties), 7.1);
  expect(await shares()).toEqual([100, 100]);

  const dealId = await insertDeal(app.database.db, parties);
  await confirm(seller, dealId, 'delivered');
  await confirm(buyer, dealId, 'delivered');
  await wait(dealId, 6.9);
  expect(await shares()).toEqual([100, 100]);
  await wait(dealId, 7.1);
  expect(await shares()).toEqual([75, 100]);
  await confirm(buyer, dealId, 'paid');
  expect(await shares()).toEqual([100, 100]);
  await wait(dealId, 7.1);
  expect(await shares()).toEqual([100, 75]);
  await confirm(seller, dealId, 'paid');
  expect(await shares()).toEqual([100, 100]);
});

test.each(['problem', 'cancel'] as const)(
  'a payment that only the buyer claims does not count for a seller who says so: %s',
  async (kind) => {
    const { shares, ...parties } = await addScene();
    const { buyer, seller } = parties;
    const object = kind === 'problem' ? addProblem : cancel;
    const add = async () => {
      const dealId = await insertDeal(app.database.db, parties);
      for (const person of [seller, buyer]) await confirm(person, dealId, 'delivered');
      await confirm(buyer, dealId, 'paid');
      return dealId;
    };
    const [before, after] = [await add(), await add()];
    await object(seller, before);
    await wait(before, 7.1);
    expect(await shares()).toEqual([100, 100]);
    await wait(after, 7.1);
    expect(await shares()).toEqual([100, 75]);
    await object(buyer, after);
    expect(await shares()).toEqual([100, kind === 'problem' ? 75 : 100]);
    await object(seller, after);
    expect(await shares()).toEqual([100, 100]);
  },
);

test('a delivery that only the seller claims does not count for a buyer who reports it', async () => {
  const { shares, ...parties } = await addScene();
  const dealId = await insertDeal(app.database.db, parties);
  await confirm(parties.seller, dealId, 'delivered');
  await addProblem(parties.buyer, dealId);
  await wait(dealId, 7.1);
  expect(await shares()).toEqual([100, 100]);
});

test.each([false, true])(
  'a deal with a deleted account does not count for the other side; a cancellation was requested before: %s',
  async (hasCancelled) => {
    const { shares, ...parties } = await addScene();
    const { buyer, seller } = parties;
    const [before, after] = [
      await insertDeal(app.database.db, parties),
      await insertDeal(app.database.db, parties),
    ];
    for (const dealId of [before, after]) await confirm(buyer, dealId, 'paid');
    if (hasCancelled) for (const dealId of [before, after]) await cancel(buyer, dealId);
    await wait(before, 7.1);
    expect((await shares())[1]).toBe(75);
    const body = { confirmation: buyer.account.username, password: goodPassword };
    await buyer.client.call('DELETE /api/v1/users/account', { body });
    expect((await recordOf(seller)).confirmedPercent).toBe(100);
    for (const dealId of [before, after]) await wait(dealId, 7.1);
    expect((await recordOf(seller)).confirmedPercent).toBe(100);
  },
);

test('cards show the record of an overdue deal, and the reminder after 3 days changes none', async () => {
  const { shares: _, ...parties } = await addScene();
  const { _id: postId } = await addPost(parties.seller);
  const shown = async () => {
    const { data } = await stranger.client.call('GET /api/v1/post/feed');
    return data.find((post) => post._id === postId)?.author.record.confirmedPercent;
  };
  const dealId = await insertDeal(app.database.db, parties);
  await confirm(parties.buyer, dealId, 'paid');
  expect(await shown()).toBe(100);
  // Sets a count that would change if the records were counted again.
  const setEnded = (deals_ended: number) =>
    app.database.db
      .updateTable('users')
      .set({ deals_ended })
      .where('id', '=', parties.seller.account._id)
      .execute();
  await setEnded(30);
  await wait(dealId, 3.1);
  await confirm(parties.seller, dealId, 'delivered');
  expect((await recordOf(parties.seller)).confirmedPercent).toBe(10);
  await confirm(parties.buyer, dealId, 'delivered');
  expect(await shown()).toBe(100);
  await wait(dealId, 7.1);
  expect([await shown(), (await recordOf(parties.seller)).confirmedPercent]).toEqual([75, 75]);
});
