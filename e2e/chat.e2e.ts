import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPerson, addPost, photo, type Person } from '../server/test/factories.ts';
import { chat } from '../web/src/i18n/en/chat.ts';
import { en } from '../web/src/i18n/en.ts';
import { desktop, expectAccessible, launch, phone, tabTo, visit, type Visit } from './browser.ts';
import { startServer, type RunningServer } from './server.ts';
import { logOut } from './steps.ts';

let server: RunningServer;
let browser: Browser;
beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), launch()]);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

/** A browser in which this person is logged in. */
async function enter(person: Person, viewport = desktop): Promise<Visit> {
  const seen = await visit(browser, server.url, { viewport, reducedMotion: 'reduce' });
  const cookies = [...person.client.cookies].map(([name, value]) => ({ name, value, url: server.url }));
  await seen.page.context().addCookies(cookies);
  return seen;
}

const messages = (page: Page) => page.getByRole('listitem').filter({ has: page.locator('time') });
const field = (page: Page) => page.getByRole('textbox', { name: chat.write });

async function write(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press('Enter');
}

/** What stands in the room, without times. */
async function texts(page: Page): Promise<string[]> {
  const all = await messages(page).locator('p.wrap-anywhere').allTextContents();
  return all.map((text) => text.trim());
}

test('two people talk: badges, ticks, typing, a photograph, a post, days', async () => {
  const farmer = await addPerson(server.url, { fullName: 'Gurpreet Singh' });
  const merchant = await addPerson(server.url, { fullName: 'Anita Deshmukh', userType: 'merchant' });
  const post = await addPost(farmer);
  const here = await enter(farmer, phone);
  const there = await enter(merchant);
  await here.page.goto('/');
  await here.page.getByRole('article').first().waitFor();

  await there.page.goto(`/post/${post._id}`);
  await there.page.getByRole('link', { name: en.post.chatWithSeller }).click();
  await there.page.getByRole('group', { name: chat.aboutPost }).getByText(post.title).waitFor();
  await write(there.page, 'Is it dry? https://example.org/rates.');
  await there.page.getByRole('img', { name: chat.sent, exact: true }).waitFor();
  await there.page.getByRole('group', { name: chat.aboutPost }).waitFor({ state: 'detached' });
  expect(there.page.url()).not.toContain('post=');

  // On the other's phone, on whatever screen.
  await expect.poll(() => here.page.title()).toMatch(/^\(1\) /);
  await here.page.getByRole('link', { name: /Chat/ }).last().click();
  await here.page.getByText(chat.newCount(1)).waitFor();
  await expectAccessible(here.page);
  await here.page.getByRole('link', { name: /Anita Deshmukh/ }).click();
  await here.page.getByRole('heading', { level: 2, name: chat.today }).waitFor();
  await here.page.getByRole('link', { name: new RegExp(post.title) }).waitFor();
  const link = here.page.getByRole('link', { name: 'https://example.org/rates', exact: true });
  expect(await link.getAttribute('rel')).toContain('noopener');
  await expect.poll(() => here.page.title()).not.toMatch(/^\(/);
  await there.page.getByRole('img', { name: chat.read, exact: true }).waitFor();
  await expect.poll(() => there.page.locator('header').getByText(chat.online).isVisible()).toBe(true);

  await field(here.page).pressSequentially('It is ');
  await there.page.getByText(chat.typing).waitFor();
  await field(here.page).press('Shift+Enter');
  await field(here.page).pressSequentially('very dry.');
  await field(here.page).press('Enter');
  await expect.poll(() => texts(there.page)).toContain('It is \nvery dry.');

  const picture = Buffer.from(await (await photo({ width: 900, height: 700 })).arrayBuffer());
  await there.page
    .getByLabel(chat.addPhotos)
    .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: picture });
  await there.page.getByAltText(chat.photoNumber(1)).waitFor();
  await write(there.page, 'These bags');
  await here.page.getByRole('button', { name: chat.openPhoto(1, 1) }).click();
  await here.page.getByRole('dialog').getByRole('img').waitFor();
  await here.page.keyboard.press('Escape');
  await expectAccessible(here.page);
  await expectAccessible(there.page);
  expect([...here.problems, ...there.problems]).toEqual([]);
  await here.close();
  await there.close();
});

test('one loses the line, both write five messages: both have all ten, in order, once', async () => {
  const farmer = await addPerson(server.url, { fullName: 'Gurpreet Singh' });
  const merchant = await addPerson(server.url, { fullName: 'Anita Deshmukh', userType: 'merchant' });
  const here = await enter(farmer);
  const there = await enter(merchant);
  await here.page.goto(`/chat/${merchant.account.username}`);
  await there.page.goto(`/chat/${farmer.account.username}`);
  await write(there.page, 'Before');
  await expect.poll(() => texts(here.page)).toEqual(['Before']);
  await there.page.getByRole('img', { name: chat.read, exact: true }).waitFor();

  await here.page.context().setOffline(true);
  for (let count = 1; count <= 5; count += 1) {
    await write(here.page, `from here ${count}`);
    await write(there.page, `from there ${count}`);
  }
  await expect.poll(() => here.page.getByRole('img', { name: chat.pending }).count()).toBe(5);
  await here.page.getByText(en.shell.offline).waitFor();
  await expect.poll(() => there.page.getByRole('img', { name: chat.sent, exact: true }).count()).toBe(5);
  await here.page.context().setOffline(false);

  const five = (from: string) => Array.from({ length: 5 }, (_, index) => `from ${from} ${index + 1}`);
  const expected = ['Before', ...five('there'), ...five('here')];
  for (const { page } of [here, there]) {
    await expect.poll(() => texts(page), { timeout: 30_000 }).toEqual(expected);
  }
  await here.page.getByText(en.shell.offline).waitFor({ state: 'detached' });
  await here.page.reload();
  await expect.poll(() => texts(here.page)).toEqual(expected);
  await here.close();
  await there.close();
});

test('what was written without a line survives a closed tab, and another tab shows it', async () => {
  const farmer = await addPerson(server.url);
  const merchant = await addPerson(server.url);
  const here = await enter(farmer);
  await here.page.goto(`/chat/${merchant.account.username}`);
  await field(here.page).waitFor();
  const tab = await here.page.context().newPage();
  await tab.goto(`/chat/${merchant.account.username}`);
  await field(tab).waitFor();
  await here.page.context().route('**/api/v1/messages/send/**', (route) => route.abort());
  await write(here.page, 'One');
  await write(here.page, 'Two');
  await expect.poll(() => texts(tab)).toEqual(['One', 'Two']);
  await here.page.close();
  await tab.context().unroute('**/api/v1/messages/send/**');
  await tab.reload();
  await expect.poll(() => tab.getByRole('img', { name: chat.sent, exact: true }).count()).toBe(2);
  expect(await texts(tab)).toEqual(['One', 'Two']);
  await here.close();
});

test('a long room opens at its end and goes back without a jump', async () => {
  const farmer = await addPerson(server.url);
  const merchant = await addPerson(server.url);
  const params = { userId: farmer.account._id };
  for (let index = 1; index <= 30; index += 1) {
    const body = { text: `m${index}` };
    await merchant.client.call('POST /api/v1/messages/send/:userId', { params, body });
  }
  await farmer.client.call('POST /api/v1/messages/send/:userId', {
    params: { userId: merchant.account._id },
    body: { text: 'answer' },
  });
  for (let index = 31; index <= 120; index += 1) {
    const body = { text: `m${index}` };
    await merchant.client.call('POST /api/v1/messages/send/:userId', { params, body });
  }
  const list = await farmer.client.call('GET /api/v1/messages/:userId', {
    params: { userId: merchant.account._id },
  });
  const messageId = list.messages.at(-1)?._id ?? '';
  await farmer.client.call('PUT /api/v1/messages/mark/:messageId', { params: { messageId } });

  const { page, problems, close } = await enter(farmer);
  await page.goto(`/chat/${merchant.account.username}`);
  await page.getByText('m120', { exact: true }).waitFor();
  const isInView = (text: string) =>
    page.getByText(text, { exact: true }).evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= 0 && bottom <= window.innerHeight;
    });
  expect(await isInView('m120')).toBe(true);
  const scroller = page.getByRole('region', { name: /Conversation with/ });
  // Where one message stands while older ones come in above it.
  await scroller.evaluate((element) => {
    element.scrollTop = -(element.scrollHeight - element.clientHeight) + 300;
  });
  const topOf = (text: string) =>
    page.getByText(text, { exact: true }).evaluate((element) => element.getBoundingClientRect().top);
  await page.waitForTimeout(300);
  const before = await topOf('m90');
  await page.getByText('m40', { exact: true }).waitFor({ state: 'attached' });
  expect(Math.abs((await topOf('m90')) - before)).toBeLessThan(3);
  await page.getByRole('button', { name: chat.toLatest }).click();
  await expect.poll(() => isInView('m120')).toBe(true);
  expect(problems).toEqual([]);
  await close();
});

test('people are found by name and role; a block closes the room', async () => {
  const farmer = await addPerson(server.url, { fullName: 'Harbhajan Gill' });
  const trader = await addPerson(server.url, { fullName: 'Unmistakable Trader', userType: 'merchant' });
  const { page, problems, close } = await enter(farmer, phone);
  await page.goto('/Chat');
  await page.getByText(chat.none).waitFor();
  await page.getByRole('button', { name: chat.findMerchants }).click();
  await page.getByRole('dialog').getByRole('searchbox').fill('unmistak');
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /Unmistakable Trader/ })
    .waitFor();
  await expectAccessible(page);
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /Unmistakable Trader/ })
    .click();
  await write(page, 'Hello');
  await page.getByRole('img', { name: chat.sent, exact: true }).waitFor();
  const params = { username: farmer.account.username };
  await trader.client.call('POST /api/v1/blocks/:username', { params });
  await write(page, 'Still there?');
  const failed = page.getByRole('alert').filter({ hasText: chat.failed });
  await failed.getByText(/blocked/).waitFor();
  await trader.client.call('DELETE /api/v1/blocks/:username', { params });
  await failed.getByRole('button', { name: chat.retry }).click();
  await expect.poll(() => page.getByRole('img', { name: chat.sent, exact: true }).count()).toBe(2);
  expect(problems).toEqual([]);
  await page.getByRole('link', { name: chat.back }).click();
  await page.getByRole('link', { name: /Unmistakable Trader/ }).waitFor();
  const keptKeys = () =>
    page.evaluate<string[]>('Object.keys(localStorage).filter((key) => key.startsWith("chat_"))');
  await expect.poll(keptKeys).toContain('chat_users');
  await logOut(page);
  expect(await keptKeys()).toEqual([]);
  await close();
});

test('a log-out asks before it takes along what was not sent, and leaves nothing of it', async () => {
  const farmer = await addPerson(server.url);
  const merchant = await addPerson(server.url);
  const { page, problems, close } = await enter(farmer);
  await page.goto(`/chat/${merchant.account.username}`);
  await write(page, 'Hello');
  await page.getByRole('img', { name: chat.sent, exact: true }).waitFor();
  const params = { username: farmer.account.username };
  await merchant.client.call('POST /api/v1/blocks/:username', { params });
  await write(page, 'My account number is …');
  await page.getByRole('alert').filter({ hasText: chat.failed }).waitFor();

  await page.getByRole('button', { name: en.shell.logout }).click();
  const question = page.getByRole('dialog', { name: chat.unsent(1) });
  await question.waitFor();
  await expectAccessible(page);
  await question.getByRole('button', { name: en.common.cancel }).click();
  expect(await texts(page)).toEqual(['Hello', 'My account number is …']);
  await page.getByRole('button', { name: en.shell.logout }).click();
  await question.getByRole('button', { name: chat.leaveAnyway }).click();
  await page.waitForURL(/\/login/i);
  const keptMessages = () =>
    page.evaluate<number>(`new Promise((resolve, reject) => {
      const opening = indexedDB.open('upaj-outbox');
      opening.onerror = reject;
      opening.onsuccess = () => {
        const counting = opening.result.transaction('messages').objectStore('messages').count();
        counting.onsuccess = () => resolve(counting.result);
      };
    })`);
  await expect.poll(keptMessages).toBe(0);
  expect(problems).toEqual([]);
  await close();
});

test('a keyboard alone finds a chat, writes, reads back and returns; what comes in is read aloud', async () => {
  const farmer = await addPerson(server.url, { fullName: 'Gurpreet Singh' });
  const merchant = await addPerson(server.url, { fullName: 'Anita Deshmukh', userType: 'merchant' });
  const params = { userId: farmer.account._id };
  const say = (text: string) =>
    merchant.client.call('POST /api/v1/messages/send/:userId', { params, body: { text } });
  await say('Is the wheat dry?');
  const { page, problems, close } = await enter(farmer);
  await page.goto('/Chat');
  await page.getByRole('link', { name: /Anita Deshmukh/ }).waitFor();
  await tabTo(page, /Anita Deshmukh/);
  await page.keyboard.press('Enter');
  await field(page).waitFor();
  await tabTo(page, chat.messages('Anita Deshmukh'));
  await tabTo(page, chat.report);
  await tabTo(page, chat.write);
  await page.keyboard.type('Yes');
  await tabTo(page, chat.send);
  await page.keyboard.press('Enter');
  await page.getByRole('img', { name: chat.sent, exact: true }).waitFor();
  // Whoever has sent goes on writing.
  await page.keyboard.type('11%');
  expect(await field(page).inputValue()).toBe('11%');

  await say('Good');
  const spoken = page.getByRole('status').filter({ hasText: en.shell.newMessage('Anita Deshmukh', 'Good') });
  await spoken.waitFor({ state: 'attached' });
  for (let count = 0; count < 20; count += 1) await page.keyboard.press('Shift+Tab');
  await tabTo(page, chat.back);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: chat.title }).waitFor();
  expect(problems).toEqual([]);
  await close();
});
