import { beforeAll, expect, test } from 'vitest';
import { writeAdminKey } from '#src/platform/http/admin-key.ts';
import { appForTests } from '#test/hooks.ts';
import { TestClient } from '#test/client.ts';
import { makeOffer, respond } from '#test/offer-calls.ts';
import { addPerson, addPost, type Person } from '#test/factories.ts';
import { cancel } from '#test/deal-calls.ts';
import { insertDeal } from '#test/deal-rows.ts';

const secretKey = 'x'.repeat(64);
const headers = { authorization: `Bearer ${writeAdminKey([secretKey])}` };

const app = appForTests({ env: { secretKeys: [secretKey] } });
let farmer: Person;
let merchant: Person;
beforeAll(async () => {
  farmer = await addPerson(app.url);
  merchant = await addPerson(app.url, { userType: 'merchant' });
});

async function listReports() {
  return (await new TestClient(app.url).call('GET /api/v1/admin/reports', { headers })).data;
}

test('reports of deals have the number, both people and the text', async () => {
  const parties = { buyer: merchant, seller: farmer };
  const { db } = app.database;
  const dealId = await insertDeal(db, parties, { number: 48_213_097 });
  const [buyer, seller] = [merchant.account.username, farmer.account.username];
  await farmer.client.call('POST /api/v1/deals/:dealId/problem', {
    params: { dealId },
    body: { text: 'The truck did not come' },
  });
  const about = { kind: 'deal', targetId: dealId, deal: { number: '4821 3097', buyer, seller } };
  const problem = {
    ...about,
    reason: 'problem',
    details: 'The truck did not come',
    text: 'Sharbati wheat',
    reporterUsername: seller,
    ownerUsername: buyer,
    isResolved: false,
  };
  expect((await listReports()).reports[0]).toMatchObject(problem);
  await cancel(farmer, dealId, 'Sold to a neighbour');
  const { reports } = await listReports();
  expect(reports.slice(0, 2)).toMatchObject([
    {
      ...about,
      reason: 'cancelled',
      details: 'Sold to a neighbour',
      reporterUsername: null,
      ownerUsername: seller,
    },
    problem,
  ]);
  for (const { _id: reportId } of reports.slice(0, 2))
    await new TestClient(app.url).call('POST /api/v1/admin/resolve', { headers, body: { reportId } });
  expect((await listReports()).reports).toEqual([]);
});

test('a reported message of an offer shows what it proposed', async () => {
  const { _id: postId } = await addPost(farmer);
  const offer = await makeOffer(merchant, postId, { note: 'You thief' });
  await respond(farmer, 'decline', offer);
  const messages = await app.database.db
    .selectFrom('messages')
    .select(['id', 'sender_id'])
    .where('offer_id', '=', offer._id)
    .execute();
  for (const { id: targetId, sender_id } of messages) {
    const { client } = sender_id === farmer.account._id ? merchant : farmer;
    const body = { kind: 'message', targetId, reason: 'abuse', details: '' };
    await client.call('POST /api/v1/reports', { body });
  }
  expect((await listReports()).reports.map(({ text }) => text).sort()).toEqual([
    'decline',
    'offer · 20.00 quintal · ₹2625.00 per quintal · You thief',
  ]);
});
