import { beforeAll, expect, test } from 'vitest';
import type { DealLine } from '@upaj/contract/deals/deals';
import type { DealStep } from '@upaj/contract/deals/deal-machine';
import { cancel, confirm } from '#test/deal-calls.ts';
import { addPerson, addPost, type Person } from '#test/factories.ts';
import { appForTests } from '#test/hooks.ts';
import { makeOffer, respond } from '#test/offer-calls.ts';

const app = appForTests();
let stranger: Person;
beforeAll(async () => {
  stranger = await addPerson(app.url);
});

async function agree(changes: Record<string, string> = {}) {
  const [buyer, seller] = await Promise.all([
    addPerson(app.url, { userType: 'merchant' }),
    addPerson(app.url),
  ]);
  const post = await addPost(seller, changes);
  const offer = await respond(seller, 'accept', await makeOffer(buyer, post._id));
  return { buyer, seller, post, offer, dealId: offer.dealId ?? '' };
}

function read({ client }: Person, other: Person, query: Record<string, string | number> = {}) {
  return client.call('GET /api/v1/messages/:userId', { params: { userId: other.account._id }, query });
}

async function write({ client }: Person, other: Person, text: string): Promise<void> {
  const params = { userId: other.account._id };
  await client.call('POST /api/v1/messages/send/:userId', { params, body: { text } });
}

const unseen = async ({ client }: Person) =>
  (await client.call('GET /api/v1/messages/unseen')).unseenMessages;
const brief = (lines: readonly DealLine[]) => lines.map(({ kind, by, isOwn }) => [kind, by, isOwn]);

test('each change of a deal is a line of the conversation, for both sides, and no unseen message', async () => {
  const { buyer, seller, dealId } = await agree({ title: 'Sharbati wheat' });
  const before = [await unseen(buyer), await unseen(seller)];
  const steps: [Person, DealStep][] = [
    [seller, 'delivered'],
    [buyer, 'delivered'],
    [buyer, 'paid'],
    [seller, 'paid'],
  ];
  for (const [person, step] of steps) await confirm(person, dealId, step);
  expect([await unseen(buyer), await unseen(seller)]).toEqual(before);
  const ofBuyer = await read(buyer, seller);
  expect(brief(ofBuyer.dealLines)).toEqual([
    ['delivered', 'seller', false],
    ['delivered', 'buyer', true],
    ['paid', 'buyer', true],
    ['paid', 'seller', false],
    ['completed', null, false],
  ]);
  expect(ofBuyer.dealLines[0]).toMatchObject({
    dealId,
    title: 'Sharbati wheat',
    number: 2,
    status: 'completed',
  });
  expect(ofBuyer.messages.at(-1)?.offer).toMatchObject({ dealId, dealStatus: 'completed' });
  const { dealLines } = await read(seller, buyer);
  expect(dealLines.map(({ isOwn }) => isOwn)).toEqual([true, false, false, true, false]);
  for (const other of [buyer, seller]) expect((await read(stranger, other)).dealLines).toEqual([]);
});

test('says who cancelled, and shows a problem to its reporter only', async () => {
  const { buyer, seller, dealId } = await agree();
  const body = { text: 'Half is wet' };
  await buyer.client.call('POST /api/v1/deals/:dealId/problem', { params: { dealId }, body });
  await confirm(seller, dealId, 'delivered');
  await cancel(buyer, dealId);
  await cancel(seller, dealId);
  const [own, others] = [(await read(buyer, seller)).dealLines, (await read(seller, buyer)).dealLines];
  expect(own.map(({ number, kind, isOwn }) => [number, kind, isOwn])).toEqual([
    [2, 'problem', true],
    [3, 'delivered', false],
    [4, 'cancel', true],
    [5, 'cancel', false],
    [6, 'cancelled', false],
  ]);
  expect(others.map(({ number, kind }) => [number, kind])).toEqual([
    [2, 'delivered'],
    [3, 'cancel'],
    [4, 'cancel'],
    [5, 'cancelled'],
  ]);
  expect(JSON.stringify(others)).not.toContain('wet');
});

test('lines come with the page of the messages around them, each once', async () => {
  const { buyer, seller, dealId } = await agree();
  await write(buyer, seller, 'The truck comes at 6');
  await confirm(seller, dealId, 'delivered');
  await write(seller, buyer, 'Loaded');
  await write(buyer, seller, 'It is here');
  await confirm(buyer, dealId, 'delivered');
  const latest = await read(buyer, seller, { limit: 2 });
  expect(brief(latest.dealLines)).toEqual([['delivered', 'buyer', true]]);
  const older = await read(buyer, seller, { limit: 2, cursor: latest.page.nextCursor ?? '' });
  expect(brief(older.dealLines)).toEqual([['delivered', 'seller', false]]);
  const oldest = await read(buyer, seller, { limit: 2, cursor: older.page.nextCursor ?? '' });
  expect([oldest.page.nextCursor, oldest.dealLines]).toEqual([null, []]);
  // This catches up after the last known message.
  const after = latest.messages.at(-1)?.number ?? 0;
  expect(brief((await read(buyer, seller, { after })).dealLines)).toEqual([['delivered', 'buyer', true]]);
  expect((await read(buyer, seller, { after: 0 })).dealLines).toHaveLength(2);
});
