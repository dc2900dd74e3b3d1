import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { confirm } from '../server/test/deal-calls.ts';
import { addPerson, addPost, type Person } from '../server/test/factories.ts';
import { makeOffer, readOffer, respond } from '../server/test/offer-calls.ts';
import { textsIn } from '../server/src/platform/texts.ts';
import { expectAccessible, onPhone, tabTo } from './browser.ts';
import { room, write } from './chat-steps.ts';
import { enter } from './steps.ts';

const url = inject('server');
const t = textsIn('en', 'offers');
const tChat = textsIn('en', 'chat');
const tDeals = textsIn('en', 'deals');
const tFields = textsIn('en', 'fields');
const tPostPage = textsIn('en', 'post-page');
const tWanted = textsIn('en', 'wanted');

const title = 'Sharbati wheat, new harvest';
const card = (page: Page) => room(page).getByRole('article', { name: t('about', { title }) });
/** Matches the whole name, because the conversation can have the focus too, and its text contains every name. */
const exactly = (name: string) => new RegExp(`^${name}$`);
const accept = (total: string) => t('accept', { total });

async function addPair() {
  const farmer = await addPerson(url, { fullName: 'Gurpreet Singh' });
  const merchant = await addPerson(url, { userType: 'merchant', fullName: 'Anita Deshmukh' });
  const fields = { title, price: '2100', priceUnit: 'per quintal', quantity: '४० क्विंटल' };
  return { farmer, merchant, post: await addPost(farmer, fields) };
}

test('two people agree by an offer and a counter-offer, one of them without a connection; the buyer is on a phone, the seller at a desktop, by keyboard', async () => {
  const { farmer, merchant, post } = await addPair();
  const press = async (page: Page, name: string) => {
    const dialog = page.getByRole('dialog');
    const scope = (await dialog.count()) > 0 ? dialog : page;
    const button = scope.getByRole('button', { name, exact: true }).last();
    await button.waitFor();
    if (page === buyer.page) return button.click();
    await tabTo(page, exactly(name));
    await page.keyboard.press('Enter');
  };
  const type = async (page: Page, label: string, text: string) => {
    const field = page.getByRole('dialog').getByLabel(label, { exact: true });
    await field.waitFor();
    if (page === buyer.page) return field.fill(text);
    await tabTo(page, exactly(label));
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(text);
  };

  const buyer = await enter(merchant, onPhone);
  const { page } = buyer;
  await page.goto(`/post/${post._id}`);
  await press(page, tPostPage('makeOffer'));
  const sheet = page.getByRole('dialog', { name: t('title') });
  await sheet.getByText('₹84,000').waitFor();
  await type(page, tWanted('quantity'), 'all');
  await press(page, t('send'));
  await sheet.getByText(tFields('quantityInvalid')).waitFor();
  await expectAccessible(page);
  await type(page, tWanted('quantity'), '२०');
  await type(page, t('price'), '₹2,050');
  await sheet.getByText('₹41,000').waitFor();
  // The user closes the sheet by mistake. Their input remains.
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await press(page, tPostPage('makeOffer'));
  await sheet.getByText('₹41,000').waitFor();
  await press(page, t('send'));
  await card(page)
    .getByRole('button', { name: t('withdraw') })
    .waitFor();
  await expectAccessible(page);

  const seller = await enter(farmer);
  await seller.page.goto('/Chat');
  const row = seller.page.getByRole('link', { name: /Anita Deshmukh/ });
  await row.getByText(tChat('offer'), { exact: true }).waitFor();
  await row.click();
  await card(seller.page)
    .getByRole('button', { name: accept('₹41,000') })
    .waitFor();
  await expectAccessible(seller.page);
  await press(seller.page, t('counter'));
  await type(seller.page, t('price'), '2200');
  await expectAccessible(seller.page);
  await Promise.all([page.context().setOffline(true), seller.page.context().setOffline(true)]);
  await press(seller.page, t('sendCounter'));
  const waiting = room(seller.page).getByRole('img', { name: tChat('pending') });
  await waiting.waitFor();
  await room(seller.page).getByText(t('pending.counter')).waitFor();
  await expectAccessible(seller.page);
  await seller.page.context().setOffline(false);
  await waiting.waitFor({ state: 'detached' });
  await card(seller.page)
    .getByRole('button', { name: t('withdraw') })
    .waitFor();

  expect(await card(page).getByText('₹41,000').count()).toBe(1);
  await page.context().setOffline(false);
  await card(page)
    .getByRole('button', { name: accept('₹44,000') })
    .waitFor();
  await room(page)
    .getByText(t('you.offer', { terms: '20 quintals at ₹2,050 per quintal' }))
    .first()
    .waitFor();
  await press(page, accept('₹44,000'));
  await page
    .getByRole('dialog', { name: t('acceptTitle') })
    .getByText(/Total: ₹44,000/)
    .waitFor();
  await expectAccessible(page);
  await press(page, t('acceptAction'));
  await room(seller.page)
    .getByText(t('they.accept', { name: 'Anita Deshmukh' }))
    .waitFor();
  const [accepted] = (await farmer.client.call('GET /api/v1/offers')).data;
  await confirm(merchant, accepted?.dealId ?? '', 'paid');
  await room(seller.page)
    .getByText(tDeals('line.step.other', { name: 'Anita Deshmukh', step: tDeals('step.paid.buyer') }))
    .waitFor();
  await expectAccessible(seller.page);
  await card(page)
    .getByRole('link', { name: t('toDeal') })
    .click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByText('₹44,000').first().waitFor();
  await page.goto('/deals');
  expect(new URL(page.url()).pathname).toBe('/deals');
  await page.getByRole('tab', { name: tDeals('tabs.deals') }).waitFor();
});

test('of two who act at once one sees what happened instead, and can use the terms again', async () => {
  const { farmer, merchant, post } = await addPair();
  const offer = await makeOffer(merchant, post._id);
  const { page } = await enter(farmer, onPhone);
  await page.goto(`/chat/${merchant.account.username}`);
  await card(page)
    .getByRole('button', { name: t('counter') })
    .click();
  await page.getByLabel(t('price'), { exact: true }).fill('2700');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: t('sendCounter') }).click();
  await room(page)
    .getByRole('img', { name: tChat('pending') })
    .waitFor();
  await respond(merchant, 'withdraw', offer);
  const again = await makeOffer(merchant, post._id, { price: '2650' });
  await page.context().setOffline(false);
  const alert = room(page).getByRole('alert');
  await alert.getByText(t('they.withdraw', { name: 'Anita Deshmukh' })).waitFor();
  await expectAccessible(page);
  await alert.getByRole('button', { name: t('discard') }).click();
  await alert.waitFor({ state: 'detached' });
  await room(page)
    .getByRole('button', { name: accept('₹53,000') })
    .waitFor();
  expect((await readOffer(farmer, again)).status).toBe('open');
});

test('a buyer makes an offer where a message is about the post', async () => {
  const { farmer, merchant, post } = await addPair();
  const { page } = await enter(merchant, onPhone);
  await page.goto(`/chat/${farmer.account.username}?post=${post._id}`);
  await page.getByRole('group', { name: tChat('aboutPost') }).waitFor();
  await page.getByRole('button', { name: tChat('makeOffer') }).click();
  await page.getByRole('dialog').getByText('₹84,000').waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await write(page, 'Is it dry?');
  await page.getByRole('button', { name: tChat('makeOffer') }).click();
  await page.getByRole('dialog').getByText('₹84,000').waitFor();
  await page.getByRole('button', { name: t('send') }).click();
  await card(page)
    .getByRole('button', { name: t('withdraw') })
    .waitFor();
});

test('an offer from a post waits in the conversation when the connection is lost after the form was opened', async () => {
  const { merchant, post } = await addPair();
  const { page } = await enter(merchant, onPhone);
  await page.goto(`/post/${post._id}`);
  await page.getByRole('button', { name: tPostPage('makeOffer') }).click();
  const sheet = page.getByRole('dialog', { name: t('title') });
  await sheet.getByText('₹84,000').waitFor();
  // Wait for the script, the texts and the messages of the conversation, which the screen loads ahead.
  await page.waitForFunction(() => {
    const parts = /assets\/(?:chat|errors)-(?!host)|messages\/[^/]+\?limit/;
    return performance.getEntriesByType('resource').filter(({ name }) => parts.test(name)).length === 4;
  });
  await page.context().setOffline(true);
  await sheet.getByRole('button', { name: t('send') }).click();
  await room(page)
    .getByRole('img', { name: tChat('pending') })
    .waitFor();
  await card(page).getByText('₹84,000').waitFor();
  await page.context().setOffline(false);
  await card(page)
    .getByRole('button', { name: t('withdraw') })
    .waitFor();
});

test('the other side finds an open offer in a long conversation from the list of offers', async () => {
  const { farmer, merchant, post } = await addPair();
  await makeOffer(merchant, post._id);
  const say = (from: Person, to: Person, text: string) =>
    from.client.call('POST /api/v1/messages/send/:userId', {
      params: { userId: to.account._id },
      body: { text },
    });
  await say(farmer, merchant, 'Good morning');
  for (let count = 1; count <= 45; count += 1) await say(merchant, farmer, `${count}`);
  const { page } = await enter(farmer, onPhone);
  await page.goto('/deals?tab=offers');
  await page.getByRole('link', { name: new RegExp(post.title) }).click();
  const bar = page.getByRole('button', {
    name: t('openOffers', { count: 1, amount: '20 quintals', total: '₹52,500' }),
  });
  await bar.waitFor();
  await expectAccessible(page);
  await bar.click();
  const sheet = page.getByRole('dialog', { name: t('openTitle', { count: 1 }) });
  await sheet.getByRole('button', { name: accept('₹52,500') }).waitFor();
  await expectAccessible(page);
  await sheet.getByRole('button', { name: t('counter') }).click();
  await page.getByLabel(t('price'), { exact: true }).fill('2700');
  await page.getByRole('button', { name: t('sendCounter') }).click();
  await sheet.waitFor({ state: 'detached' });
  expect(await page.evaluate('document.activeElement.id')).toBe('chat-messages');
  await card(page)
    .getByRole('button', { name: t('withdraw') })
    .waitFor();
  expect(await bar.count()).toBe(0);
});
