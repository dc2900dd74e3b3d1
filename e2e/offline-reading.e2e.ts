import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPerson, addPost, goodPassword, type Person } from '../server/test/factories.ts';
import { makeOffer, respond } from '../server/test/offer-calls.ts';
import { textsIn } from '../server/src/platform/texts.ts';
import { expectAccessible, onPhone } from './browser.ts';
import { startServer, type RunningServer } from './server.ts';
import { enter, logOut, storedName, takeCookies, unique } from './steps.ts';

const tCommon = textsIn('en', 'common');
const tCreatePost = textsIn('en', 'create-post');
const tMarket = textsIn('en', 'market');
const tSettings = textsIn('en', 'settings');
const tShell = textsIn('en', 'shell');

// Posts of other journeys would push those of this one out of the first page.
let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const age = (page: Page) => page.getByText(tShell('savedAt', { time: '' }).trim());

/** Waits until the browser has what all tabs need: their data and, at the end, their scripts and texts. */
async function waitUntilFilled(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(`localStorage.getItem('upaj-filled')`)).toBeTruthy();
  await expect
    .poll(() =>
      page.evaluate<number>(`(async () => {
        const { screens, en } = await (await fetch('/offline-files.json')).json();
        const stored = await (await caches.open('upaj-assets')).keys();
        const paths = stored.map(({ url }) => new URL(url).pathname);
        return [...screens, ...en].filter((file) => !paths.includes(file)).length;
      })()`),
    )
    .toBe(0);
}

async function market() {
  const asha = await addPerson(server.url, { fullName: 'Asha Rani' });
  const ravi = await addPerson(server.url, { fullName: 'Ravi Kumar' });
  const anita = await addPerson(server.url, { userType: 'merchant', fullName: 'Anita Deshmukh' });
  const titles = {
    own: `Wheat of Asha ${unique()}`,
    seen: `Maize ${unique()}`,
    listed: `Onions ${unique()}`,
  };
  const own = await addPost(asha, { title: titles.own });
  const seen = await addPost(ravi, { title: titles.seen });
  await addPost(ravi, { title: titles.listed });
  const { dealId = '' } = await respond(
    asha,
    'accept',
    await makeOffer(anita, own._id, { note: 'In jute bags.' }),
  );
  return { asha, ravi, anita, titles, seen, dealId };
}

test('after one visit every tab opens without a connection and shows how old it is, until the log-out', async () => {
  const { asha, ravi, anita, titles, seen, dealId } = await market();
  const { page, problems } = await enter(asha, onPhone);
  const context = page.context();
  const main = page.getByRole('main');
  await page.goto('/');
  await page.getByRole('heading', { level: 2, name: titles.seen }).waitFor();
  await page.evaluate('navigator.serviceWorker.ready');
  await waitUntilFilled(page);
  await page.getByRole('link', { name: titles.seen }).first().click();
  await page.getByRole('heading', { level: 1, name: titles.seen }).waitFor();
  await expect.poll(() => storedName(page)).toBe('Asha Rani');
  // What a screen loads is stored after a second.
  await page.waitForTimeout(2_500);

  await context.setOffline(true);
  const screens: [path: string, text: string][] = [
    ['/', titles.own],
    ['/Crops', titles.listed],
    [`/post/${seen._id}`, titles.seen],
    ['/Market', tMarket('title')],
    ['/Chat', 'Anita Deshmukh'],
    [`/chat/${anita.account.username}`, 'In jute bags.'],
    ['/deals', titles.own],
    [`/deals/${dealId}`, titles.own],
    [`/deals/${dealId}/slip`, 'Anita Deshmukh'],
    ['/Profile', titles.own],
  ];
  for (const [path, text] of screens) {
    await page.goto(path);
    await main.getByText(text).first().waitFor();
    await age(page).waitFor();
    await expect
      .poll(() => page.getByRole('button', { name: tCommon('retry') }).count(), { message: path })
      .toBe(0);
  }
  await page.goto('/create-post');
  await page.getByRole('heading', { level: 1, name: tCreatePost('title') }).waitFor();

  // A post that was never opened is shown as its list has it. Its photo is there too.
  await page.goto('/Crops');
  await page.getByRole('link', { name: titles.listed }).first().tap();
  await page.getByRole('heading', { level: 1, name: titles.listed }).waitFor();
  await age(page).waitFor();
  await expect
    .poll(() => page.evaluate<number>(`document.querySelector('main img')?.naturalWidth ?? 0`))
    .toBeGreaterThan(0);
  await expectAccessible(page);

  await context.setOffline(false);
  await age(page).waitFor({ state: 'detached' });
  await page.goto('/');
  await logOut(page);
  await expect.poll(() => storedName(page)).toBeNull();
  await expect.poll(() => page.evaluate(`caches.keys()`)).not.toContain('upaj-photos');
  await context.setOffline(true);
  for (const path of ['/', '/Chat', `/deals/${dealId}`]) {
    await page.goto(path);
    await page.getByText(tShell('offline')).waitFor();
    expect(await page.getByText(/Asha|Anita/).count()).toBe(0);
  }

  // Another person on the same phone sees nothing of hers.
  await context.setOffline(false);
  await takeCookies(page, ravi);
  await page.goto('/');
  await expect.poll(() => storedName(page)).toBe('Ravi Kumar');
  await context.setOffline(true);
  await page.goto(`/deals/${dealId}`);
  await page.getByRole('button', { name: tCommon('retry') }).waitFor();
  expect(await page.getByText('Anita').count()).toBe(0);
  // Scripts and calls that failed without a connection are expected.
  problems.splice(0);
});

test('the user can have nothing stored on this phone', async () => {
  const { asha, titles } = await market();
  const { page, problems } = await enter(asha, onPhone);
  const context = page.context();
  await page.goto('/');
  await page.getByRole('heading', { level: 2, name: titles.own }).waitFor();
  await expect.poll(() => storedName(page)).toBe('Asha Rani');
  await page.goto('/settings');
  const forget = page.getByRole('switch', { name: tSettings('memory.forget') });
  await forget.check();
  await expect.poll(() => storedName(page)).toBeNull();
  await page.goto('/');
  await page.getByRole('heading', { level: 2, name: titles.own }).waitFor();
  await page.waitForTimeout(3_000);
  expect(await storedName(page)).toBeNull();
  await context.setOffline(true);
  await page.goto('/');
  await page.getByRole('heading', { level: 1, name: tCommon('offlineTitle') }).waitFor();
  await context.setOffline(false);
  await page.goto('/settings');
  await forget.uncheck();
  await expect.poll(() => storedName(page)).toBe('Asha Rani');
  problems.splice(0);
});

test('the draft of a post waits for its account after the log-out', async () => {
  const { asha, ravi } = await market();
  const { page } = await enter(asha);
  const draft = `Half a post ${unique()}`;
  const title = page.getByLabel(tCreatePost('labels.title'), { exact: true });
  const openForm = async (who: Person) => {
    await takeCookies(page, who);
    await page.goto('/create-post');
    await page.getByRole('heading', { level: 1, name: tCreatePost('title') }).waitFor();
  };
  await openForm(asha);
  await title.fill(draft);
  await page.waitForTimeout(1_500);
  await page.goto('/');
  await logOut(page);
  await openForm(ravi);
  expect(await title.inputValue()).toBe('');
  await page.goto('/');
  await logOut(page);
  await asha.client.call('POST /api/v1/users/login', {
    body: { email: asha.account.email, password: goodPassword },
  });
  await openForm(asha);
  await expect.poll(() => title.inputValue()).toBe(draft);
});
