import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addPerson, addPost, type Person } from '../server/test/factories.ts';
import { textsIn } from '../server/src/platform/texts.ts';
import { expectAccessible } from './browser.ts';
import { startMarketData } from './market-data.ts';
import { startServer, type RunningServer } from './server.ts';
import { showFullProfile } from './full-profile.ts';
import { enter } from './steps.ts';

const screenOf = { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true };
const languages = ['en', 'hi'] as const;

let server: RunningServer;
let market: Awaited<ReturnType<typeof startMarketData>>;
let farmer: Person;
let visitor: Person;
beforeAll(async () => {
  market = await startMarketData();
  server = await startServer(market.env);
  await market.fill(server.url);
  farmer = await addPerson(server.url, { fullName: 'Venkateswara Rao Subramanyam' });
  const farm = {
    state: 'Punjab',
    district: 'Ludhiana',
    city: 'Khanna',
    village: 'Bahomajra',
    pincode: '141401',
  };
  await farmer.client.call('PATCH /api/v1/address/update-address', { body: farm });
  // The posts have every fact that a card can show.
  for (const price of ['2450', '2610', '2782.50', '2650', '2700'])
    await addPost(
      farmer,
      {
        title: 'Sharbati wheat of this Rabi, cleaned twice and dry, in new bags',
        description: 'Clean, dry grain of this season. Moisture is 11 percent, without stones. Sold in bags.',
        cropType: 'Wheat',
        price,
        priceUnit: 'per quintal',
        originalPrice: '2950.50',
        quantity: '40 quintal',
        tags: 'sharbati,wheat,dry,clean',
        isFeatured: String(price === '2700'),
      },
      5,
    );
});
beforeEach(async () => {
  visitor = await addPerson(server.url, { fullName: 'Gurpreet Singh', userType: 'merchant' });
  const home = { state: 'Punjab', district: 'Ludhiana', city: 'Khanna', village: '', pincode: '141401' };
  await visitor.client.call('PATCH /api/v1/address/update-address', { body: home });
});
afterAll(async () => {
  await server.stop();
  await market.close();
});

async function open(path: string, language: (typeof languages)[number]): Promise<Page> {
  const { page } = await enter(visitor, screenOf);
  await page.addInitScript(`localStorage.setItem('upaj-locale', '${language}')`);
  await page.goto(path, { waitUntil: 'networkidle' });
  return page;
}

const quantityIn = (language: (typeof languages)[number]) =>
  textsIn(language, 'names')('amount.quintal', { count: 40, amount: '40' });

async function boxOf(place: Locator) {
  const box = await place.boundingBox();
  if (!box) throw new Error('It is not on the screen');
  return { ...box, bottom: box.y + box.height };
}

async function expectCalm(page: Page): Promise<void> {
  const shifts = await page.evaluate<{ value: number; of: string[] }[]>(`new Promise((resolve) => {
    setTimeout(() => resolve([]), 300);
    new PerformanceObserver((list) =>
      resolve(list.getEntries().flatMap(({ value, hadRecentInput, sources }) =>
        hadRecentInput ? [] : { value, of: sources.map(({ node }) => node?.textContent?.slice(0, 60)) })),
    ).observe({ type: 'layout-shift', buffered: true });
  })`);
  // Smaller shifts are allowed, because Hindi names of places replace the English ones within their line.
  expect(shifts.filter(({ value }) => value >= 0.001)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false);
  await expectAccessible(page);
}

test.each(languages)('on the feed a card is at most 420 px high, in %s', async (language) => {
  const page = await open('/', language);
  const [t, tPost, tNames] = [
    textsIn(language, 'feed'),
    textsIn(language, 'post'),
    textsIn(language, 'names'),
  ];
  const card = page.getByRole('article').first();
  await expect.poll(async () => (await boxOf(card)).height).toBeLessThanOrEqual(420);
  const facts = [
    farmer.account.fullName,
    tNames('userType.farmer'),
    'Sharbati wheat',
    'Clean, dry grain',
    '#sharbati',
    '₹2,700',
    '2,950.5',
    tPost('perKg', { price: '₹27' }),
    quantityIn(language),
    tPost('available'),
    tPost('featured'),
    '+1',
  ];
  // The words that understand a unit are loaded after the card.
  for (const fact of facts) await expect.poll(() => card.innerText()).toContain(fact);
  await card.getByRole('link', { name: tPost('chat') }).waitFor();
  await card.getByRole('button', { name: new RegExp(tPost('like')) }).waitFor();
  const comparison = card.getByText(tPost('mandi.above', { percent: 3 })).locator('..');
  expect((await boxOf(comparison)).height).toBeLessThan(28);

  // One line.
  expect((await boxOf(page.getByRole('heading', { level: 1 }))).height).toBeLessThan(40);
  // Only the middle tab creates a post.
  expect(await page.locator('a[href="/create-post"]').filter({ visible: true }).count()).toBe(0);
  await page.getByRole('button', { name: textsIn(language, 'shell')('sell'), exact: true }).waitFor();
  const sort = page.getByRole('combobox', { name: t('sort') });
  const { x, width, y } = await boxOf(sort);
  expect(x + width).toBeLessThan(360);
  expect(y).toBeLessThan((await boxOf(card)).y);
  await expectCalm(page);
});

test.each(languages)('on Crops four compact posts are in the first screen, in %s', async (language) => {
  const page = await open('/Crops', language);
  const t = textsIn(language, 'feed');
  const fourth = page.getByRole('article').nth(3);
  await fourth.waitFor();
  expect((await boxOf(fourth)).bottom).toBeLessThanOrEqual(780);
  const first = page.getByRole('article').first();
  for (const fact of ['Venkateswara', quantityIn(language), textsIn(language, 'post')('available')])
    await expect.poll(() => first.innerText()).toContain(fact);
  await expectCalm(page);
  const sort = page.getByRole('combobox', { name: t('sort') });
  await sort.focus();
  await page.keyboard.press('ArrowDown');
  await page.waitForURL(/sort=price-low/);
});

test.each(languages)(
  'on Market two rates are in the first screen, own crops first, in %s',
  async (language) => {
    const page = await open('/Market', language);
    const t = textsIn(language, 'market');
    const rates = page.getByRole('region', { name: t('liveRates') }).getByRole('listitem');
    const second = rates.nth(1);
    await second.waitFor();
    const tabs = page.getByRole('navigation', { name: t('onThisPage') });
    // The second rate is above the app's tabs.
    expect((await boxOf(second)).bottom).toBeLessThanOrEqual(715);
    await expectCalm(page);

    for (const name of [t('sort'), t('unit')]) {
      const { x, width } = await boxOf(page.getByRole('combobox', { name }));
      expect(x + width).toBeLessThan(360);
    }
    const rows = await Promise.all(
      [t('sort'), t('unit')].map(async (name) => (await boxOf(page.getByRole('combobox', { name }))).y),
    );
    const trends = await boxOf(page.getByRole('radio', { name: t('trends.all') }));
    for (const y of rows) expect(Math.abs(y - trends.y)).toBeLessThan(3);

    const safflower = rates.filter({ hasText: /Safflower|कुसुम/ }).first();
    await safflower.getByRole('button').focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => rates.first().innerText()).toMatch(/Safflower|कुसुम/);
    await page.reload({ waitUntil: 'networkidle' });
    await expect.poll(() => rates.first().innerText()).toMatch(/Safflower|कुसुम/);
    await rates.first().getByRole('button').press('Enter');

    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    await expect.poll(async () => (await boxOf(tabs)).y).toBe(56);
    await tabs.getByRole('button', { name: t('alertsShort') }).click();
    const alerts = page.locator('#alerts');
    await expect.poll(async () => (await boxOf(alerts)).y).toBeGreaterThanOrEqual(100);
    expect((await boxOf(alerts)).y).toBeLessThan(400);
  },
);

async function openFull(path: string, language: (typeof languages)[number], of: Person, size = {}) {
  const { page } = await enter(of, { ...screenOf, ...size, serviceWorkers: 'block' });
  await page.addInitScript(`localStorage.setItem('upaj-locale', '${language}')`);
  await showFullProfile(page);
  await page.goto(path, { waitUntil: 'networkidle' });
  return page;
}

const profiles = languages.flatMap((language) => [
  { language, isOwn: true },
  { language, isOwn: false },
]);
test.each(profiles)('on a profile the facts and the tabs are in the first screen: %j', async (given) => {
  const { language, isOwn } = given;
  const path = isOwn ? '/Profile' : `/user/${farmer.account.username}`;
  const page = await openFull(path, language, isOwn ? farmer : visitor);
  const t = textsIn(language, 'profile');
  const tabs = page.getByRole('tablist', { name: t('sections') });
  await page.getByRole('article').first().waitFor();
  // The profile's tabs are above the app's tabs.
  expect((await boxOf(tabs)).bottom).toBeLessThanOrEqual(715);
  const facts = [
    page.getByRole('heading', { level: 1, name: farmer.account.fullName }),
    page.getByText(`@${farmer.account.username}`),
    page.getByText(textsIn(language, 'names')('userType.farmer'), { exact: true }).first(),
    page.getByText(/^Khanna, /).first(),
    page.getByText('4.6').first(),
    page.getByRole('list', { name: t('counts') }),
    page.getByRole('list', { name: t('achievements') }),
    page.getByRole('button', { name: isOwn ? t('editProfile') : t('showContact') }),
    page.getByText(new RegExp(`^${t('mainProduct')}: `)),
  ];
  for (const fact of facts) expect((await boxOf(fact)).bottom).toBeLessThan((await boxOf(tabs)).y);
  await expectCalm(page);

  // One press shows the hidden achievements, and another one hides them again.
  const last = page.getByText(t('achievement.one-year'));
  const list = await boxOf(page.getByRole('list', { name: t('achievements') }));
  expect((await boxOf(last)).y).toBeGreaterThanOrEqual(list.bottom);
  const more = page.getByRole('button', { name: t('more'), exact: true });
  await more.press('Enter');
  expect((await boxOf(last)).bottom).toBeLessThanOrEqual(
    (await boxOf(page.getByRole('list', { name: t('achievements') }))).bottom,
  );
  await page.getByRole('button', { name: t('less'), exact: true }).press('Enter');
  await more.waitFor();

  await page.getByRole('tab', { name: new RegExp(t('reviews')) }).click();
  await page.getByText('Weighed honestly').first().waitFor();
  const cut = await page.evaluate(`[...document.querySelectorAll('[role=tabpanel] *:not(.sr-only)')]
    .filter((each) => each.checkVisibility() && each.textContent.includes('honestly'))
    .filter(({ scrollHeight, clientHeight, scrollWidth, clientWidth }) =>
      scrollHeight > clientHeight + 1 || scrollWidth > clientWidth + 1)
    .map(({ outerHTML }) => outerHTML.slice(0, 200))`);
  expect(cut).toEqual([]);
  await expectCalm(page);

  const wide = await openFull(path, language, isOwn ? farmer : visitor, {
    viewport: { width: 1280, height: 800 },
    isMobile: false,
  });
  await wide.getByRole('article').first().waitFor();
  expect((await boxOf(wide.getByRole('tablist', { name: t('sections') }))).bottom).toBeLessThanOrEqual(800);
  await expectCalm(wide);
});
