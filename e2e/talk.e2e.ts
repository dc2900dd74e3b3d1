import type { Locator, Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { addPerson, addPost, type Person } from '../server/test/factories.ts';
import { makeOffer, respond } from '../server/test/offer-calls.ts';
import { textsIn } from '../server/src/platform/texts.ts';
import { desktop, expectAccessible, onPhone } from './browser.ts';
import { field, room, texts } from './chat-steps.ts';
import { enter } from './steps.ts';

const url = inject('server');
const tChat = textsIn('en', 'chat');
const tDeals = textsIn('en', 'deals');
const tNames = textsIn('en', 'names');
const tOffers = textsIn('en', 'offers');
const tShell = textsIn('en', 'shell');

const small = { ...onPhone, viewport: { width: 360, height: 780 } };

async function boxOf(place: Locator) {
  const box = await place.boundingBox();
  if (!box) throw new Error('It is not shown');
  return { top: box.y, bottom: box.y + box.height, height: box.height, width: box.width };
}

const topic = (page: Page) => page.getByRole('group', { name: tChat('aboutPost') });
const replies = (page: Page) => page.getByRole('group', { name: tChat('quickReplies') });

test('on a phone, the post in question is above the conversation, and answers are one press away', async () => {
  const farmer = await addPerson(url, { fullName: 'Gurpreet Singh' });
  const merchant = await addPerson(url, { fullName: 'Anita Deshmukh', userType: 'merchant' });
  const post = await addPost(farmer, { title: 'Sharbati wheat of Bahomajra, this harvest' });
  const { page } = await enter(merchant, small);
  await page.goto(`/chat/${farmer.account.username}?post=${post._id}`);
  await topic(page).getByText('₹31.50').waitFor();
  await expectAccessible(page);
  const [header, pinned, chips, box] = await Promise.all(
    [page.locator('main header'), topic(page), replies(page), field(page)].map(boxOf),
  );
  expect(pinned!.top).toBeCloseTo(header!.bottom, 0);
  expect(pinned!.height).toBeLessThan(76);
  expect(chips!.bottom).toBeLessThan(box!.top);
  expect(box!.bottom).toBeLessThan(780);
  // The role is below the name.
  const name = await boxOf(page.getByRole('heading', { level: 1 }));
  const role = await boxOf(page.locator('main header').getByText(tNames('userType.farmer')));
  expect(role.top).toBeGreaterThanOrEqual(name.bottom - 1);
  const offerButton = topic(page).getByRole('button', { name: tChat('makeOffer') });
  expect((await boxOf(offerButton)).height).toBeGreaterThanOrEqual(44);

  await replies(page)
    .getByRole('button', { name: tChat('reply.price') })
    .click();
  await expect.poll(() => texts(page)).toEqual([tChat('reply.price')]);
  await topic(page)
    .getByRole('button', { name: tChat('removePost') })
    .waitFor({ state: 'detached' });
  await topic(page).getByText('₹31.50').waitFor();
  await offerButton.waitFor();

  const seller = (await enter(farmer, small)).page;
  await seller.goto(`/chat/${merchant.account.username}`);
  await topic(seller).getByText('₹31.50').waitFor();
  expect(await topic(seller).getByRole('button').count()).toBe(0);
  await field(seller).fill('Namaste.');
  await replies(seller)
    .getByRole('button', { name: tChat('reply.yes') })
    .click();
  expect(await field(seller).inputValue()).toBe(`Namaste. ${tChat('reply.yes')}`);
  await expectAccessible(seller);
});

/** A script for the page that collects layout shifts from now on, in `shifts`. */
const collectShifts = `
  window.shifts = [];
  new PerformanceObserver((list) => shifts.push(...list.getEntries().filter((entry) => !entry.hadRecentInput).map((entry) => ({
    value: entry.value,
    nodes: entry.sources.map(({ node }) => node?.outerHTML?.slice(0, 160) ?? String(node)),
  })))).observe({ type: 'layout-shift' });
`;

test.each(['at its end', 'at the first unread message'])(
  'messages that come into a conversation %s move nothing with a jump',
  async (place) => {
    const farmer = await addPerson(url);
    const merchant = await addPerson(url, { userType: 'merchant' });
    const say = async (from: Person, to: Person, text: string) => {
      const params = { userId: to.account._id };
      const call = { params, body: { text } };
      return (await from.client.call('POST /api/v1/messages/send/:userId', call)).newMessage._id;
    };
    await say(farmer, merchant, 'Good morning');
    let messageId = '';
    for (let count = 1; count <= 20; count += 1) messageId = await say(merchant, farmer, `Message ${count}`);
    if (place === 'at its end')
      await farmer.client.call('PUT /api/v1/messages/mark/:messageId', { params: { messageId } });
    const { page } = await enter(farmer, small);
    await page.goto(`/chat/${merchant.account.username}`);
    await room(page).getByText('Message 20', { exact: true }).waitFor();
    await page.waitForTimeout(1_500);
    await page.evaluate(collectShifts);
    for (const text of ['One more', 'Are you there? The truck leaves at six tomorrow morning.', 'Yes?']) {
      await say(merchant, farmer, text);
      await room(page).getByText(text, { exact: true }).waitFor();
      await page.waitForTimeout(600);
    }
    const shifts = await page.evaluate<{ value: number; nodes: string[] }[]>('shifts');
    expect(
      shifts.reduce((sum, { value }) => sum + value, 0),
      `moved: ${JSON.stringify(shifts)}`,
    ).toBeLessThan(0.01);
  },
);

test('what waits for somebody is counted on every screen, and is one press away', async () => {
  const farmer = await addPerson(url);
  const merchant = await addPerson(url, { userType: 'merchant' });
  const post = await addPost(farmer);
  const agreed = await makeOffer(merchant, (await addPost(farmer))._id);
  const { page } = await enter(farmer, small);
  const counted = (count: number) =>
    page.getByRole('link', {
      name: `${tShell('dealsAndOffers')}, ${tShell('waiting', { count })}`,
      exact: true,
    });
  await page.goto('/');
  await counted(1).waitFor();
  // The count changes without a reload.
  await makeOffer(merchant, post._id);
  await counted(2).waitFor();
  const menu = await boxOf(page.getByRole('button', { name: tShell('menu') }));
  const link = await boxOf(counted(2));
  expect([link.width, link.height]).toEqual([44, 44]);
  expect(menu.bottom).toBeLessThan(60);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
  await expectAccessible(page);
  for (const href of ['/Crops', '/Market', `/chat/${merchant.account.username}`, '/settings']) {
    await page.goto(href);
    await counted(2).waitFor();
  }
  await counted(2).click();
  await page.waitForURL(/\/deals\?tab=offers/);
  await page.getByRole('link', { name: post.title }).first().waitFor();
  await respond(farmer, 'accept', agreed);
  await page.setViewportSize(desktop);
  // The deal waits for both sides, and the other offer still waits for its seller.
  await expect.poll(() => counted(2).getAttribute('href')).toBe('/deals');
  await counted(2).click();
  await page.waitForURL((address) => address.search === '');
  for (const width of [768, 900, 1024]) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(width);
  }
});

test('the middle button asks what to add, the likelier first', async () => {
  for (const [userType, first, second] of [
    ['farmer', 'sellProduce', 'seeWanted'],
    ['merchant', 'sayWanted', 'sellProduce'],
  ] as const) {
    const { page } = await enter(await addPerson(url, { userType }), small);
    await page.goto('/');
    const button = page.getByRole('button', { name: tShell('sell'), exact: true });
    const box = await button.boundingBox();
    expect(box && box.x + box.width / 2).toBeCloseTo(180, 0);
    await button.click();
    const links = page.getByRole('dialog', { name: tShell('addTitle') }).getByRole('link');
    expect(await links.count()).toBe(2);
    await links.nth(0).getByText(tShell(first)).waitFor();
    await links.nth(1).getByText(tShell(second)).waitFor();
    await expectAccessible(page);
    await links.nth(0).click();
    await page.waitForURL(userType === 'farmer' ? /create-post/ : /wanted\/new/);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
});

test('buttons of dialogs are as wide as a phone, and dialogs are in the middle of a desktop', async () => {
  const farmer = await addPerson(url);
  const merchant = await addPerson(url, { userType: 'merchant' });
  const post = await addPost(farmer);
  const { dealId } = await respond(farmer, 'accept', await makeOffer(merchant, (await addPost(farmer))._id));
  const { page } = await enter(merchant, small);
  await page.goto(`/post/${post._id}`);
  await page.getByRole('button', { name: textsIn('en', 'post-page')('makeOffer') }).click();
  const send = () => boxOf(page.getByRole('button', { name: tOffers('send') }));
  await expect.poll(async () => (await send()).bottom).toBeLessThanOrEqual(780);
  expect((await send()).width).toBe(336);
  await expectAccessible(page);
  await page.setViewportSize(desktop);
  const dialog = page.getByRole('dialog');
  await expect
    .poll(async () => {
      const { top, bottom } = await boxOf(dialog);
      return Math.abs(top + bottom - desktop.height);
    })
    .toBeLessThan(3);
  await page.setViewportSize(small.viewport);

  await page.goto(`/deals/${dealId}`);
  const line = page.getByRole('list', { name: tDeals('progress') });
  await line.waitFor();
  expect(await line.getByRole('listitem').allInnerTexts()).toEqual(
    (['agreed', 'delivered', 'paid', 'completed'] as const).map((stage) =>
      expect.stringContaining(tDeals(`status.${stage}`)),
    ),
  );
  expect(await line.locator('[aria-current=step]').innerText()).toContain(tDeals('status.delivered'));
  expect((await boxOf(line)).bottom).toBeLessThan(300);
  const own = page.getByRole('button', { name: tDeals('confirm.buyer.delivered') });
  expect((await boxOf(own)).bottom).toBeLessThan(716);
  await own.click();
  const action = dialog.getByRole('button', { name: tDeals('confirm.buyer.delivered') });
  // The dialog is as wide as the phone, because the button in it would be narrower in a centred dialog with margins.
  expect((await boxOf(action)).width).toBeGreaterThan(290);
});
