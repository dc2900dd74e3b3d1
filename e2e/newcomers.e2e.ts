import { todayInIndia } from '@upaj/contract/days';
import type { Locator, Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { addPerson, addPost } from '../server/test/factories.ts';
import { makeOffer, respond } from '../server/test/offer-calls.ts';
import { textsIn } from '../server/src/platform/texts.ts';
import { expectAccessible, onPhone, visit, waitForToast } from './browser.ts';
import { room } from './chat-steps.ts';
import { takePhotos } from './photos.ts';
import { newcomer, tapInto, typeRegistration, unique, type Newcomer } from './steps.ts';

const url = inject('server');
const t = textsIn('en', 'create-post');
const tAuth = textsIn('en', 'auth');
const tChat = textsIn('en', 'chat');
const tCommon = textsIn('en', 'common');
const tDeals = textsIn('en', 'deals');
const tFields = textsIn('en', 'fields');
const tOffers = textsIn('en', 'offers');
const tPlace = textsIn('en', 'place');
const tPostPage = textsIn('en', 'post-page');
const tRegister = textsIn('en', 'register');
const tShell = textsIn('en', 'shell');

const small = { ...onPhone, viewport: { width: 360, height: 780 } };
const inThreeDays = todayInIndia(Date.now() + 3 * 24 * 60 * 60_000);

/** Counts taps in the app, but not in the phone's own keyboard, gallery and date picker. */
function countTaps(page: Page) {
  let taps = 0;
  const tap = async (place: Locator) => {
    await place.tap();
    taps += 1;
  };
  const into = async (field: Locator) => {
    await tapInto(field);
    taps += 1;
  };
  const press = (name: string, within: Page | Locator = page) =>
    tap(within.getByRole('button', { name, exact: true }).filter({ visible: true }).first());
  return { tap, into, press, sofar: () => taps };
}
type Taps = ReturnType<typeof countTaps>;

async function registerWithOneError(page: Page, who: Newcomer, { press }: Taps): Promise<void> {
  await typeRegistration(page, { ...who, aadhaar: '80000000' });
  await press(tRegister('register'));
  await page.getByText(tFields('aadhaarInvalid')).first().waitFor();
  await expectAccessible(page);
  expect(await page.getByLabel(tAuth('email'), { exact: true }).inputValue()).toContain(who.username);
  await page.getByLabel(tRegister('aadhaar')).fill(who.aadhaar);
  await press(tRegister('register'));
  const sheet = page.getByRole('dialog', { name: tPlace('title') });
  await sheet.getByLabel(tPlace('pincode')).pressSequentially('141401');
  await expect.poll(() => sheet.getByLabel(tPlace('district')).inputValue()).toBe('Ludhiana');
  await press(tCommon('save'), sheet);
  await sheet.waitFor({ state: 'detached' });
}

/** Posts wheat, from the press on the middle tab on. */
async function sell(page: Page, { tap, into, press }: Taps): Promise<void> {
  await press(tShell('sell'));
  await tap(page.getByRole('link', { name: tShell('sellProduce') }));
  // Setting the files replaces the tap on “Choose photos”, which opens the phone's gallery.
  await page.locator('input[type=file][multiple]').setInputFiles((await takePhotos()).slice(2));
  await waitForToast(page, t('imagesAdded', { count: 3 }));
  await press(t('next'));
  await into(page.getByRole('combobox', { name: t('labels.cropType'), exact: true }));
  await page.keyboard.type('Wheat', { delay: 30 });
  await page.getByRole('option', { name: /Wheat/ }).first().waitFor();
  await page.keyboard.press('Enter');
  for (const [text, key] of [
    ['', 'Enter'],
    ['Clean and dry.', 'Tab'],
    // The description and the quantity end with a microphone.
    ['', 'Tab'],
    ['2600', 'Enter'],
    ['40 quintal', 'Tab'],
  ] as const) {
    await page.keyboard.type(text);
    await page.keyboard.press(key);
  }
  await press(t('next'));
  await expect.poll(() => page.getByLabel(t('labels.pincode'), { exact: true }).inputValue()).toBe('141401');
  // The first post asks for city and village, because the dialog for the place does not.
  await into(page.getByLabel(t('labels.city'), { exact: true }));
  await page.keyboard.type('Khanna');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Bahomajra');
  await press(t('shelfLife.halfYear'));
  await press(t('submit'));
  await waitForToast(page, t('created'));
  await page.waitForURL((address) => address.pathname === '/');
}

test('a new farmer registers, posts, answers in the chat and accepts an offer with a pickup date', async () => {
  const { page } = await visit(url, small);
  const taps = countTaps(page);
  const farmer = newcomer('farmer', 'Sukhdev Gill');
  await registerWithOneError(page, farmer, taps);
  const registered = taps.sofar();
  await sell(page, taps);
  // With the tap on “Choose photos”, which is not counted, it takes nine taps.
  expect(taps.sofar() - registered).toBe(8);

  const merchant = await addPerson(url, { userType: 'merchant', fullName: 'Vikram Mehra' });
  const params = { username: farmer.username };
  const { data: seller } = await merchant.client.call('GET /api/v1/users/user/:username', { params });
  const { data: posts } = await merchant.client.call('GET /api/v1/post/user-posts/:username', { params });
  await merchant.client.call('POST /api/v1/messages/send/:userId', {
    params: { userId: seller._id },
    body: { text: tChat('reply.available'), postId: posts[0]?._id ?? '' },
  });
  const posted = taps.sofar();
  await taps.tap(
    page
      .getByRole('navigation')
      .getByRole('link', { name: tShell('chat') })
      .filter({ visible: true }),
  );
  await taps.tap(page.getByRole('link', { name: /Vikram Mehra/ }));
  await taps.press(tChat('reply.yes'));
  await room(page).getByText(tChat('reply.yes')).last().waitFor();
  expect(taps.sofar() - posted).toBe(3);

  await makeOffer(merchant, posts[0]?._id ?? '', { pickupDate: inThreeDays, bags: 40 });
  const card = room(page).getByRole('article');
  await card.getByText(/Pickup on/).waitFor();
  await expectAccessible(page);
  const offered = taps.sofar();
  await taps.press(tOffers('accept', { total: '₹52,500' }), card);
  await taps.press(tOffers('acceptAction'), page.getByRole('dialog'));
  await taps.tap(card.getByRole('link', { name: tOffers('toDeal') }));
  await page.getByText(tDeals('pickupDate.pickup')).waitFor();
  await expectAccessible(page);
  expect(taps.sofar() - offered).toBe(3);
});

test('a new merchant registers, finds the nearest crop, asks, and makes an offer that becomes a deal', async () => {
  const { page } = await visit(url, small);
  const taps = countTaps(page);
  await registerWithOneError(page, newcomer('merchant', 'Meera Nair'), taps);
  // Create the post just before it is looked for, so that it is among the latest nearby.
  const farmer = await addPerson(url, { fullName: 'Harnek Dhillon' });
  const post = await addPost(farmer, {
    title: `Mustard of Bahomajra ${unique()}`,
    cropType: 'Mustard',
    category: 'Seeds',
  });
  const registered = taps.sofar();
  await taps.tap(
    page
      .getByRole('navigation')
      .getByRole('link', { name: tShell('crops') })
      .filter({ visible: true }),
  );
  await taps.tap(
    page.getByRole('article').filter({ hasText: post.title }).getByRole('link', { name: post.title }).first(),
  );
  await taps.tap(page.getByRole('link', { name: tPostPage('chatWithSeller') }));
  await taps.press(tChat('reply.available'));
  await room(page).getByText(tChat('reply.available')).last().waitFor();
  expect(taps.sofar() - registered).toBe(4);

  await taps.press(tChat('makeOffer'));
  const sheet = page.getByRole('dialog', { name: tOffers('title') });
  await taps.tap(sheet.getByText(tOffers('moreTerms')));
  await sheet.getByLabel(tOffers('pickupDate.pickup')).fill(inThreeDays);
  await expectAccessible(page);
  await taps.press(tOffers('send'), sheet);
  const card = room(page).getByRole('article');
  await card.getByText(/Pickup on/).waitFor();
  await card.getByRole('button', { name: tOffers('withdraw') }).waitFor();
  expect(taps.sofar() - registered).toBe(7);

  const {
    data: [offer],
  } = await farmer.client.call('GET /api/v1/offers');
  if (!offer) throw new Error('The offer did not arrive');
  await respond(farmer, 'accept', offer);
  await taps.tap(card.getByRole('link', { name: tOffers('toDeal') }));
  await page.getByText(tDeals('pickupDate.pickup')).waitFor();
  await expectAccessible(page);
});
