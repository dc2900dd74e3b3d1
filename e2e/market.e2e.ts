import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { requestRates } from '../server/test/request-rates.ts';
import {
  mandiRecord,
  ownKey,
  startDataGovIn,
  type FakeDataGovIn,
  type MandiRecord,
} from '../server/test/data-gov-in.ts';
import { addPerson, addPost } from '../server/test/factories.ts';
import { startOpenMeteo, type FakeOpenMeteo } from '../server/test/open-meteo.ts';
import { textsIn } from '../server/src/platform/texts.ts';
import { expectAccessible, phone } from './browser.ts';
import { startServer, type RunningServer } from './server.ts';
import { enter } from './steps.ts';

const tAlerts = textsIn('en', 'alerts');
const tCommon = textsIn('en', 'common');
const tMarket = textsIn('en', 'market');
const tNotifications = textsIn('en', 'notifications');
const tShell = textsIn('en', 'shell');

const secretKey = 'k'.repeat(32);
const dayInIndia = (daysAgo: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(Date.now() - daysAgo * 86_400_000);

let server: RunningServer;
let mandis: FakeDataGovIn;
let sky: FakeOpenMeteo;
/** Start a server for each try of the journey, because it needs prices that have not reached a target yet. */
beforeEach(async () => {
  [mandis, sky] = await Promise.all([startDataGovIn(), startOpenMeteo(dayInIndia(0))]);
  server = await startServer({
    SECRET_KEY: secretKey,
    DATA_GOV_IN_URL: mandis.url,
    DATA_GOV_IN_KEY: ownKey,
    OPEN_METEO_URL: sky.url,
  });
  // Vitest calls this after the visits have ended.
  return async () => {
    await server.stop();
    await Promise.all([mandis.close(), sky.close()]);
  };
});

function report(daysAgo: number, prices: readonly [Partial<MandiRecord>, modal: number][]): void {
  const date = dayInIndia(daysAgo).split('-').toReversed().join('/');
  mandis.records = prices.map(([of, modal]) =>
    mandiRecord({
      variety: 'Other',
      ...of,
      arrival_date: date,
      min_price: String(modal - 100),
      max_price: String(modal + 100),
      modal_price: String(modal),
    }),
  );
}

async function fetchRates(): Promise<void> {
  expect((await requestRates(server.url, secretKey)).status).toBe(200);
}

const azadpur = { state: 'NCT of Delhi', district: 'Delhi', market: 'Azadpur' };
const khanna = { state: 'Punjab', district: 'Ludhiana', market: 'Khanna' };
const rajpura = { state: 'Punjab', district: 'Patiala', market: 'Rajpura' };
const wheat = { commodity: 'Wheat' };
const potato = { commodity: 'Potato' };

const ratesOn = (page: Page) => page.getByRole('region', { name: tMarket('liveRates') });

test('a user sees the market, adds a price alert and is notified when it is reached', async () => {
  report(1, [
    [{ ...azadpur, commodity: 'Onion' }, 1500],
    [{ ...khanna, ...wheat }, 2500],
    [{ ...khanna, ...potato }, 900],
    [{ ...rajpura, ...wheat }, 2480],
  ]);
  await fetchRates();
  const merchant = await addPerson(server.url, { userType: 'merchant' });
  const { page } = await enter(merchant);

  await page.goto('/Market');
  await page.getByText(tMarket('liveData'), { exact: true }).waitFor();
  await ratesOn(page).getByText('Azadpur').waitFor();
  await page
    .getByRole('region', { name: tMarket('weather') })
    .getByText(/^2[45]/)
    .first()
    .waitFor();
  await expectAccessible(page);

  await page.getByRole('button', { name: /^Place: / }).click();
  await page.getByLabel(tMarket('state'), { exact: true }).first().selectOption({ label: 'Punjab' });
  await ratesOn(page).getByText('Rajpura').waitFor();
  await page.waitForURL(/Punjab/);
  await page.getByLabel(tMarket('sort')).selectOption({ label: tMarket('sorts.price') });
  await expect.poll(() => ratesOn(page).getByRole('row').nth(1).textContent()).toContain('Khanna');
  await page.getByRole('radio', { name: tMarket('trends.up'), exact: true }).check();
  await page.getByText(tMarket('noneFound')).waitFor();
  await page.getByRole('radio', { name: tMarket('trends.all'), exact: true }).check();

  await ratesOn(page)
    .getByRole('row', { name: /Wheat.*Khanna/ })
    .getByRole('link')
    .first()
    .click();
  await page.getByRole('heading', { level: 1, name: /Wheat/ }).waitFor();
  await page.getByText('₹2,480').first().waitFor();
  await expectAccessible(page);
  await page.goBack();

  const panel = page.getByRole('region', { name: tAlerts('title') });
  await panel.getByRole('button', { name: tAlerts('add') }).click();
  await panel.getByRole('combobox', { name: tAlerts('commodity') }).fill('Wheat');
  await page.getByRole('option', { name: /Wheat/ }).first().click();
  await panel.getByLabel(tAlerts('state')).selectOption({ label: 'Punjab' });
  await panel.getByLabel(tAlerts('targetPrice')).fill('2900');
  await panel.getByRole('button', { name: tAlerts('save') }).click();
  await panel.getByText(tAlerts('inState', { state: 'Punjab' })).waitFor();
  await panel.getByRole('button', { name: /^Edit: Wheat/ }).click();
  await panel.getByLabel(tAlerts('targetPrice')).fill('2600');
  await panel.getByRole('button', { name: tCommon('save') }).click();
  await panel.getByText(/2,600/).first().waitFor();
  await expectAccessible(page);

  report(0, [
    [{ ...khanna, ...wheat }, 2650],
    [{ ...rajpura, ...wheat }, 2490],
  ]);
  await fetchRates();
  const bell = page.getByRole('link', { name: new RegExp(tShell('newNotifications', { count: 1 })) });
  await bell.waitFor();
  await bell.click();
  await page.getByRole('heading', { level: 1, name: tNotifications('title') }).waitFor();
  await page
    .getByText(/Khanna/)
    .first()
    .waitFor();
  await expectAccessible(page);
  await bell.waitFor({ state: 'detached' });

  await fetchRates();
  expect((await merchant.client.call('GET /api/v1/notifications')).page.total).toBe(1);
});

test('on a phone, a post shows its price beside the nearest mandi’s', async () => {
  report(0, [[{ ...khanna, ...wheat }, 2650]]);
  await fetchRates();
  const farmer = await addPerson(server.url);
  await addPost(farmer, { price: '2782.50', priceUnit: 'per quintal' });
  const { page } = await enter(farmer, { viewport: phone });
  await page.goto('/');
  const card = page.getByRole('article').first();
  await card.getByText(/5% above/).waitFor();
  await expectAccessible(page);
  await card.getByRole('link').first().click();
  await page
    .getByText(/₹2,650.* at Khanna/)
    .first()
    .waitFor();

  mandis.fault = () => ({ kind: 'error-body', error: 'Key not authorised' });
  expect((await requestRates(server.url, secretKey)).status).toBe(502);
  await page.goto('/Market?location=Punjab');
  await ratesOn(page).getByText('Khanna').first().waitFor();
  await ratesOn(page)
    .getByText(tMarket('troubleSince', { ago: '' }))
    .waitFor();
  await expectAccessible(page);
});
