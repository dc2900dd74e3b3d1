import { text } from 'node:stream/consumers';
import { expect, inject, test } from 'vitest';
import { confirm } from '../server/test/deal-calls.ts';
import { addPerson, addPost } from '../server/test/factories.ts';
import { makeOffer, respond } from '../server/test/offer-calls.ts';
import { textsIn } from '../server/src/platform/texts.ts';
import { expectAccessible, onPhone } from './browser.ts';
import { enter } from './steps.ts';

const url = inject('server');
const tOverview = textsIn('en', 'overview');
const tProfile = textsIn('en', 'profile');

test('a seller sees what others did with a post and what to do, and a buyer what is due and was spent', async () => {
  const farmer = await addPerson(url);
  const merchant = await addPerson(url, { userType: 'merchant' });
  const post = await addPost(farmer, { title: 'Wheat in numbers' });
  const params = { postId: post._id };
  await merchant.client.call('GET /api/v1/post/:postId', { params });
  await merchant.client.call('PUT /api/v1/post/:postId/save', { params });
  const offer = await makeOffer(merchant, post._id);

  const seller = await enter(farmer, onPhone);
  await seller.page.goto('/Profile');
  await seller.page.getByRole('link', { name: tProfile('figures') }).click();
  const card = seller.page.getByRole('article').filter({ hasText: 'Wheat in numbers' });
  const row = card.getByRole('row', { name: tOverview('lastDays', { days: 7 }) });
  await row.waitFor();
  // The cells are views, likes, saves, chats and offers. Chats are not tested, because the offer is a message too, but
  // one without the post.
  expect((await row.getByRole('cell').allInnerTexts()).slice(0, 3)).toEqual(['1', '0', '1']);
  expect((await row.getByRole('cell').allInnerTexts()).at(-1)).toBe('1');
  await card.getByText(tOverview('advice.price', { percent: 20 })).waitFor();
  await card.getByText(tOverview('advice.photos', { count: 1 })).waitFor();
  await expectAccessible(seller.page);
  await card.getByRole('link', { name: tOverview('advice.offers', { count: 1 }) }).click();
  await seller.page.waitForURL(/\/deals\?.*box=received/);

  const { dealId = '' } = await respond(farmer, 'accept', offer);
  const buyer = await enter(merchant, onPhone);
  await buyer.page.goto('/purchases');
  await buyer.page.getByRole('link', { name: 'Wheat in numbers' }).waitFor();
  await buyer.page.getByText(tOverview('noSpent')).waitFor();
  for (const step of ['delivered', 'paid'] as const) await confirm(merchant, dealId ?? '', step);
  await buyer.page.reload();
  await buyer.page.getByText(tOverview('noDue')).waitFor();
  await buyer.page.getByRole('cell', { name: 'Wheat' }).waitFor();
  await expectAccessible(buyer.page);
  const download = buyer.page.waitForEvent('download');
  await buyer.page.getByRole('button', { name: tOverview('csv') }).click();
  const csv = await text(await (await download).createReadStream());
  expect(csv).toMatch(/^Month,Crop,Deals,Spent \(₹\)\r\n\d{4}-\d\d,Wheat,1,\d+\r\n$/);
});
