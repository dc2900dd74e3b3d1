import type { Locator, Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { addPerson, addPost, type Person } from '../server/test/factories.ts';
import { textsIn } from '../server/src/platform/texts.ts';
import { expectAccessible, onPhone } from './browser.ts';
import { field, room, texts } from './chat-steps.ts';
import { enter } from './steps.ts';

const url = inject('server');
const tChat = textsIn('en', 'chat');
const tNames = textsIn('en', 'names');

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
  // Below the name.
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

/** The sum since the page was loaded, as Chromium counts it. */
const shiftsOf = (page: Page) =>
  page.evaluate<{ value: number; nodes: string[] }[]>(`new Promise((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries().filter((entry) => !entry.hadRecentInput).map((entry) => ({
      value: entry.value,
      nodes: entry.sources.map(({ node }) => node?.outerHTML?.slice(0, 160) ?? String(node)),
    })))).observe({ type: 'layout-shift', buffered: true });
    setTimeout(() => resolve([]), 500);
  })`);

test.each(['no-preference', 'reduce'] as const)(
  'messages that come in move nothing with a jump (%s)',
  async (reducedMotion) => {
    const farmer = await addPerson(url);
    const merchant = await addPerson(url, { userType: 'merchant' });
    const say = (from: Person, to: Person, text: string) =>
      from.client.call('POST /api/v1/messages/send/:userId', {
        params: { userId: to.account._id },
        body: { text },
      });
    await say(farmer, merchant, 'Good morning');
    for (let count = 1; count <= 20; count += 1) await say(merchant, farmer, `Message ${count}`);
    const { page } = await enter(farmer, { ...small, reducedMotion });
    await page.goto(`/chat/${merchant.account.username}`);
    await room(page).getByText('Message 20', { exact: true }).waitFor();
    await page.waitForTimeout(1_500);
    const atStart = (await shiftsOf(page)).length;
    for (const text of ['One more', 'Are you there? The truck leaves at six tomorrow morning.', 'Yes?']) {
      await say(merchant, farmer, text);
      await room(page).getByText(text, { exact: true }).waitFor();
      await page.waitForTimeout(600);
    }
    const shifts = (await shiftsOf(page)).slice(atStart);
    expect(
      shifts.reduce((sum, { value }) => sum + value, 0),
      `moved: ${JSON.stringify(shifts)}`,
    ).toBeLessThan(0.01);
    await expect
      .poll(() =>
        room(page)
          .getByText('Yes?', { exact: true })
          .evaluate((element) => element.getBoundingClientRect().bottom < innerHeight),
      )
      .toBe(true);
  },
);
