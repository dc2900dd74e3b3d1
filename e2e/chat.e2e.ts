import { expect, inject, test } from 'vitest';
import { addPerson, addPost, photo } from '../server/test/factories.ts';
import { textsIn } from '../server/src/platform/texts.ts';
import { expectAccessible, phone } from './browser.ts';
import { field, room, texts, write } from './chat-steps.ts';
import { enter, logOut, unique } from './steps.ts';

const url = inject('server');
const tChat = textsIn('en', 'chat');
const tCommon = textsIn('en', 'common');
const tPostPage = textsIn('en', 'post-page');
const tShell = textsIn('en', 'shell');

test('two people chat: badges, ticks, typing, a photo, a post, days', async () => {
  const farmer = await addPerson(url, { fullName: 'Gurpreet Singh' });
  const merchant = await addPerson(url, { fullName: 'Anita Deshmukh', userType: 'merchant' });
  const post = await addPost(farmer);
  const here = await enter(farmer, { viewport: phone });
  const there = await enter(merchant);
  await here.page.goto('/');
  await here.page.getByRole('article').first().waitFor();
  // Wait until the other person is online, because before the first message the screen asks for that only once.
  await expect
    .poll(async () => {
      const params = { userId: farmer.account._id };
      return (await merchant.client.call('GET /api/v1/messages/:userId', { params })).user.isOnline;
    })
    .toBe(true);

  await there.page.goto(`/post/${post._id}`);
  await there.page.getByRole('link', { name: tPostPage('chatWithSeller') }).click();
  await there.page
    .getByRole('group', { name: tChat('aboutPost') })
    .getByText(post.title)
    .waitFor();
  await write(there.page, 'Is it dry? https://example.org/rates.');
  await room(there.page)
    .getByRole('img', { name: tChat('sent'), exact: true })
    .waitFor();
  await there.page.getByRole('button', { name: tChat('removePost') }).waitFor({ state: 'detached' });
  expect(there.page.url()).not.toContain('post=');

  await expect.poll(() => here.page.title()).toMatch(/^\(1\) /);
  await here.page.getByRole('link', { name: /Chat/ }).last().click();
  await here.page.getByText(tChat('newCount', { count: 1 })).waitFor();
  await expectAccessible(here.page);
  await here.page.getByRole('link', { name: /Anita Deshmukh/ }).click();
  await here.page.getByRole('heading', { level: 2, name: tChat('today') }).waitFor();
  await room(here.page)
    .getByRole('link', { name: new RegExp(post.title) })
    .waitFor();
  const link = here.page.getByRole('link', { name: 'https://example.org/rates', exact: true });
  expect(await link.getAttribute('rel')).toContain('noopener');
  await expect.poll(() => here.page.title()).not.toMatch(/^\(/);
  await room(there.page)
    .getByRole('img', { name: tChat('read'), exact: true })
    .waitFor();
  await expect.poll(() => there.page.locator('header').getByText(tChat('online')).isVisible()).toBe(true);

  await Promise.all([
    // The note is visible for a few seconds only, so the test waits for it while it types.
    there.page.locator('main header').getByText(tChat('typing')).waitFor(),
    field(here.page).pressSequentially('It is '),
  ]);
  await field(here.page).press('Shift+Enter');
  await field(here.page).pressSequentially('very dry.');
  await field(here.page).press('Enter');
  await expect.poll(() => texts(there.page)).toContain('It is \nvery dry.');

  const file = Buffer.from(await (await photo({ width: 900, height: 700 })).arrayBuffer());
  await there.page
    .getByLabel(tChat('addPhotos'))
    .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: file });
  await there.page.getByAltText(tChat('photoNumber', { number: 1 })).waitFor();
  await write(there.page, 'These bags');
  await here.page.getByRole('button', { name: tCommon('openPhoto', { number: 1, count: 1 }) }).click();
  await here.page.getByRole('dialog').getByRole('img').waitFor();
  await here.page.keyboard.press('Escape');
  await expectAccessible(here.page);
  await expectAccessible(there.page);
});

test('both users write five messages while one is offline: both get all ten, in order, once', async () => {
  const farmer = await addPerson(url, { fullName: 'Gurpreet Singh' });
  const merchant = await addPerson(url, { fullName: 'Anita Deshmukh', userType: 'merchant' });
  const here = await enter(farmer);
  const there = await enter(merchant);
  await here.page.goto(`/chat/${merchant.account.username}`);
  await there.page.goto(`/chat/${farmer.account.username}`);
  await write(there.page, 'Before');
  await expect.poll(() => texts(here.page)).toEqual(['Before']);
  await room(there.page)
    .getByRole('img', { name: tChat('read'), exact: true })
    .waitFor();

  await here.page.context().setOffline(true);
  for (let count = 1; count <= 5; count += 1) {
    await write(here.page, `from here ${count}`);
    await write(there.page, `from there ${count}`);
  }
  await expect
    .poll(() =>
      room(here.page)
        .getByRole('img', { name: tChat('pending') })
        .count(),
    )
    .toBe(5);
  await here.page.getByText(tShell('offline')).waitFor();
  await expect
    .poll(() =>
      room(there.page)
        .getByRole('img', { name: tChat('sent'), exact: true })
        .count(),
    )
    .toBe(5);
  await here.page.context().setOffline(false);

  const five = (from: string) => Array.from({ length: 5 }, (_, index) => `from ${from} ${index + 1}`);
  const expected = ['Before', ...five('there'), ...five('here')];
  for (const { page } of [here, there]) {
    await expect.poll(() => texts(page)).toEqual(expected);
  }
  await here.page.getByText(tShell('offline')).waitFor({ state: 'detached' });
  await here.page.reload();
  await expect.poll(() => texts(here.page)).toEqual(expected);
});

test('messages written offline survive a closed tab, and another tab shows them', async () => {
  const farmer = await addPerson(url);
  const merchant = await addPerson(url);
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
  await expect
    .poll(() =>
      room(tab)
        .getByRole('img', { name: tChat('sent'), exact: true })
        .count(),
    )
    .toBe(2);
  expect(await texts(tab)).toEqual(['One', 'Two']);
});

test('people are found by name and role; a block closes the room', async () => {
  const farmer = await addPerson(url, { fullName: 'Harbhajan Gill' });
  const name = `Unmistakable ${unique()}`;
  const trader = await addPerson(url, { fullName: name, userType: 'merchant' });
  const { page } = await enter(farmer, { viewport: phone });
  await page.goto('/Chat');
  await page.getByText(tChat('none')).waitFor();
  await page.getByRole('button', { name: tChat('findMerchants') }).click();
  const search = page.getByRole('dialog').getByRole('searchbox');
  await page.getByRole('dialog').getByRole('link').first().waitFor();
  const place = await search.boundingBox();
  await search.fill('nobody of that name');
  await page.getByText(tChat('peopleNone')).waitFor();
  const jump = ((await search.boundingBox())?.y ?? 0) - (place?.y ?? 0);
  expect(Math.abs(jump)).toBeLessThan(3);
  await search.fill(name.slice(0, -2).toLowerCase());
  await page.getByRole('dialog').getByRole('link', { name }).waitFor();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('link', { name }).click();
  await write(page, 'Hello');
  await room(page)
    .getByRole('img', { name: tChat('sent'), exact: true })
    .waitFor();
  const params = { username: farmer.account.username };
  await trader.client.call('POST /api/v1/blocks/:username', { params });
  await write(page, 'Still there?');
  const failed = page.getByRole('alert').filter({ hasText: tChat('failed') });
  await failed.getByText(/blocked/).waitFor();
  await trader.client.call('DELETE /api/v1/blocks/:username', { params });
  await failed.getByRole('button', { name: tChat('retry') }).click();
  await expect
    .poll(() =>
      room(page)
        .getByRole('img', { name: tChat('sent'), exact: true })
        .count(),
    )
    .toBe(2);
  await page.getByRole('link', { name: tChat('back') }).click();
  await page.getByRole('link', { name }).waitFor();
  const keptKeys = () =>
    page.evaluate<string[]>('Object.keys(localStorage).filter((key) => key.startsWith("chat_"))');
  await expect.poll(keptKeys).toContain('chat_users');
  await logOut(page);
  expect(await keptKeys()).toEqual([]);
});

test('logging out warns about unsent messages and removes them', async () => {
  const farmer = await addPerson(url);
  const merchant = await addPerson(url);
  const { page, problems } = await enter(farmer);
  await page.goto(`/chat/${merchant.account.username}`);
  await write(page, 'Hello');
  await room(page)
    .getByRole('img', { name: tChat('sent'), exact: true })
    .waitFor();
  // The block comes while the farmer is offline: online, the screen could remove the message field first.
  await page.context().setOffline(true);
  await write(page, 'My account number is …');
  const params = { username: farmer.account.username };
  await merchant.client.call('POST /api/v1/blocks/:username', { params });
  await page.context().setOffline(false);
  await page
    .getByRole('alert')
    .filter({ hasText: tChat('failed') })
    .waitFor();

  await page.getByRole('button', { name: tShell('logout') }).click();
  const question = page.getByRole('dialog', { name: tChat('unsent', { count: 1 }) });
  await question.waitFor();
  await expectAccessible(page);
  await question.getByRole('button', { name: tCommon('cancel') }).click();
  expect(await texts(page)).toEqual(['Hello', 'My account number is …']);
  await page.getByRole('button', { name: tShell('logout') }).click();
  await question.getByRole('button', { name: tChat('leaveAnyway') }).click();
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
  // The refusal of the message after the block is expected.
  expect(problems.splice(0).filter((text) => !text.includes('status of 403'))).toEqual([]);
});
