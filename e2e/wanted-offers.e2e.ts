import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { addPerson, addPost } from '../server/test/factories.ts';
import { addWanted } from '../server/test/wanted.ts';
import { textsIn } from '../server/src/platform/texts.ts';
import { expectAccessible, onPhone } from './browser.ts';
import { room } from './chat-steps.ts';
import { takePhotos } from './photos.ts';
import { enter, fillPost, wheat } from './steps.ts';

const url = inject('server');
const t = textsIn('en', 'offers');
const tChat = textsIn('en', 'chat');
const tCreatePost = textsIn('en', 'create-post');
const tWanted = textsIn('en', 'wanted');

const title = 'Sharbati wheat, new harvest';
const card = (page: Page) => room(page).getByRole('article', { name: t('about', { title }) });
const terms = { quantity: 30, unit: 'quintal', maxPrice: '2300' };

async function addPair() {
  const farmer = await addPerson(url, { fullName: 'Gurpreet Singh' });
  const merchant = await addPerson(url, { userType: 'merchant', fullName: 'Anita Deshmukh' });
  return { farmer, merchant, wanted: await addWanted(merchant, terms) };
}

test('a farmer answers a wanted post with an offer of an own post, which the merchant accepts', async () => {
  const { farmer, merchant, wanted } = await addPair();
  await addPost(farmer, { title, price: '2100', priceUnit: 'per quintal', quantity: '40 quintal' });
  const { page } = await enter(farmer, onPhone);
  await page.goto(`/wanted/${wanted._id}`);
  await page.getByRole('link', { name: tWanted('supply') }).click();
  await page.getByRole('button', { name: tChat('makeOffer') }).click();
  const sheet = page.getByRole('dialog', { name: t('title') });
  await sheet.getByText(t('pickOwn')).waitFor();
  await expectAccessible(page);
  await sheet.getByRole('button', { name: title }).click();
  await sheet.getByText('₹69,000').waitFor();
  await sheet.getByRole('button', { name: t('send') }).click();
  await card(page)
    .getByRole('button', { name: t('withdraw') })
    .waitFor();

  const buyer = await enter(merchant);
  await buyer.page.goto(`/chat/${farmer.account.username}`);
  await card(buyer.page)
    .getByRole('button', { name: t('accept', { total: '₹69,000' }) })
    .click();
  await buyer.page
    .getByRole('dialog')
    .getByRole('button', { name: t('acceptAction'), exact: true })
    .click();
  await room(page)
    .getByText(t('they.accept', { name: 'Anita Deshmukh' }))
    .waitFor();
});

test('a farmer without a post for it writes one that starts with what is wanted, and comes back to the chat', async () => {
  const { farmer, merchant, wanted } = await addPair();
  const { page } = await enter(farmer, onPhone);
  await page.goto(`/chat/${merchant.account.username}?wanted=${wanted._id}`);
  await page.getByRole('button', { name: tChat('makeOffer') }).click();
  const sheet = page.getByRole('dialog', { name: t('title') });
  await sheet.getByText(t('pickOwnNone')).waitFor();
  await sheet.getByRole('link', { name: t('pickNew') }).click();
  const value = (label: string) => page.getByLabel(label, { exact: true }).inputValue();
  await page.getByLabel(tCreatePost('labels.title'), { exact: true }).waitFor({ state: 'attached' });
  expect(await value(tCreatePost('labels.title'))).toBe('Wheat');
  expect(await value(tCreatePost('labels.price'))).toBe('2300');
  expect(await value(tCreatePost('labels.priceUnit'))).toBe('per quintal');
  expect(await value(tCreatePost('labels.quantity'))).toBe('30 quintals');
  const produce = { ...wheat, title: 'Sharbati wheat, as wanted' };
  await fillPost(page, (await takePhotos()).slice(4), produce);
  await page.getByRole('button', { name: tCreatePost('submit') }).click();
  await page.getByRole('link', { name: tCreatePost('toOffer') }).click();
  await page.getByRole('button', { name: tChat('makeOffer') }).click();
  await sheet.getByRole('button', { name: produce.title }).waitFor();
});
