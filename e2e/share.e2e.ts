import type { Page } from 'playwright-core';
import { languages } from '@upaj/contract/texts';
import { beforeAll, expect, inject, test } from 'vitest';
import { addPerson, addPost, photo, postFields, toForm, type Person } from '../server/test/factories.ts';
import { textsIn } from '../server/src/platform/texts.ts';
import { desktop, expectAccessible, phone, visit } from './browser.ts';
import { enter } from './steps.ts';

const url = inject('server');
const tCommon = textsIn('en', 'common');
const tPostPage = textsIn('en', 'post-page');
const tPublicPage = textsIn('en', 'public-page');
const tShare = textsIn('en', 'share');

let seller: Person;
let buyer: Person;
let postId: string;
beforeAll(async () => {
  seller = await addPerson(url, { fullName: 'Gurpreet Singh', contact: '9812345670' });
  buyer = await addPerson(url, { fullName: 'Anita Deshmukh', userType: 'merchant' });
  const images = await Promise.all(
    ['#8a6a1f', '#1c6b3c', '#b23a1f'].map((background) => photo({ width: 900, height: 700, background })),
  );
  const form = toForm(postFields(), { images });
  postId = (await seller.client.call('POST /api/v1/post/create-post', { form })).data._id;
});

const excessOf = (page: Page) =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');

test.each([
  ['a phone', phone, 'light'],
  ['a computer', desktop, 'dark'],
] as const)(
  'a post is shared on %s; its link shows a preview, and a page without an account',
  async (_, viewport, colorScheme) => {
    const member = await enter(buyer, {
      viewport,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await member.page.goto(`/post/${postId}`);
    await member.page.getByRole('button', { name: tShare('share') }).click();
    await expectAccessible(member.page);
    const chat = member.page.getByRole('link', { name: tShare('whatsapp') });
    expect(await chat.getAttribute('href')).toContain(encodeURIComponent(`/s/${postId}`));
    await member.page.getByRole('button', { name: tShare('copy') }).click();
    await member.page.getByRole('dialog').waitFor({ state: 'detached' });
    const link = await member.page.evaluate<string>('navigator.clipboard.readText()');
    expect(link).toBe(`${url}/s/${postId}`);

    for (const address of [link, link.replace('/s/', '/post/')]) {
      const html = await (
        await fetch(address, { headers: { 'user-agent': 'WhatsApp/2.24.20.89 A' } })
      ).text();
      const tag = (name: string) =>
        new RegExp(`<meta property="${name}" content="([^"]*)">`).exec(html)?.[1] ?? '';
      expect(tag('og:title')).toBe('Sharbati wheat, this harvest');
      expect(tag('og:description')).toBe(
        '₹31.50 per kg · 20% above mandi price · 40 quintals · Ludhiana, Punjab',
      );
      expect(tag('og:url')).toBe(link);
      const photo = await fetch(tag('og:image'), { headers: { 'user-agent': 'WhatsApp/2.24.20.89 A' } });
      expect([photo.status, photo.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
      expect(Number(tag('og:image:width'))).toBeGreaterThanOrEqual(600);
    }

    const stranger = await visit(url, { viewport, colorScheme });
    await stranger.page.goto(link);
    await stranger.page.getByRole('heading', { level: 1, name: 'Sharbati wheat, this harvest' }).waitFor();
    await stranger.page.getByRole('img', { name: /photo 1/ }).waitFor();
    expect(await stranger.page.innerText('body')).not.toMatch(/Singh|Bahomajra|45670/);
    await expectAccessible(stranger.page);
    expect(await excessOf(stranger.page)).toBe(0);
    await stranger.page.getByText(languages.en, { exact: true }).click();
    await expectAccessible(stranger.page);
    await stranger.page.getByRole('link', { name: textsIn('hi', 'public-page')('readHere') }).click();
    await stranger.page.getByRole('link', { name: textsIn('hi', 'public-page')('open') }).waitFor();
    await expectAccessible(stranger.page);
    await stranger.page.getByText(languages.hi, { exact: true }).click();
    await stranger.page.getByRole('link', { name: tPublicPage('readHere') }).click();
    await stranger.page.getByRole('link', { name: tPublicPage('open') }).click();
    await stranger.page.waitForURL(/\/login/i);
  },
);

test('a new device shows the account’s language, shares links in it, and keeps it after the log-out', async () => {
  const member = await addPerson(url, { userType: 'merchant', language: 'hi' });
  const { page } = await enter(member, {
    viewport: desktop,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await page.goto(`/post/${postId}`);
  const tShareInHindi = textsIn('hi', 'share');
  await page.getByRole('button', { name: tShareInHindi('share') }).click();
  await page.getByRole('button', { name: tShareInHindi('copy') }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const link = await page.evaluate<string>('navigator.clipboard.readText()');
  expect(link).toBe(`${url}/s/${postId}?lang=hi`);
  const tShell = textsIn('hi', 'shell');
  await page
    .getByRole('button', { name: tShell('logout') })
    .filter({ visible: true })
    .click();
  await page.waitForURL(/\/login/i);
  await page.reload();
  await page.getByRole('button', { name: textsIn('hi', 'auth')('login'), exact: true }).waitFor();
  const stranger = await visit(url, { viewport: phone });
  await stranger.page.goto(link);
  await stranger.page.getByRole('link', { name: textsIn('hi', 'public-page')('open') }).waitFor();
  await expectAccessible(stranger.page);
});

test('photos open large, by tap and by keyboard', async () => {
  const { page } = await enter(buyer, { viewport: phone, hasTouch: true });
  await page.goto(`/post/${postId}`);
  const open = (number: number) =>
    page.getByRole('button', { name: tCommon('openPhoto', { number, count: 3 }) });
  const viewer = page.getByRole('dialog', { name: tCommon('photos') });
  const isShown = (number: number) =>
    viewer
      .getByRole('img', { name: `Sharbati wheat, this harvest, photo ${number}` })
      .and(page.locator('.pswp__img:not(.pswp__img--placeholder)'))
      .waitFor();
  await open(1).tap();
  await isShown(1);
  await expectAccessible(page);
  await page.keyboard.press('ArrowRight');
  await isShown(2);
  await page.keyboard.press('Escape');
  await viewer.waitFor({ state: 'detached' });
  await open(1).and(page.locator(':focus')).waitFor();

  await page.keyboard.press('ArrowRight');
  await open(2).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await isShown(2);
  await viewer.getByRole('button', { name: tCommon('previousPhoto') }).press('Enter');
  await isShown(1);
  await viewer.getByRole('button', { name: tCommon('close') }).press('Enter');
  await viewer.waitFor({ state: 'detached' });
});

test('a buyer reveals the seller’s number on the post, once', async () => {
  const { page } = await enter(buyer, { viewport: phone });
  await page.goto(`/post/${postId}`);
  await page.getByRole('button', { name: tPostPage('call') }).click();
  const call = page.getByRole('link', { name: '+91 9812345670' });
  await call.waitFor();
  expect(await call.getAttribute('href')).toBe('tel:+919812345670');
  const whatsapp = page.getByRole('link', { name: tPostPage('whatsapp') });
  const message = new URL((await whatsapp.getAttribute('href')) ?? '').searchParams.get('text');
  expect(message).toMatch(/^Sharbati wheat, this harvest · ₹31\.50 per kg · Ludhiana, Punjab\n/);
  expect(message).toContain(`${url}/s/${postId}`);
  await expectAccessible(page);
  expect(await excessOf(page)).toBe(0);
});

test('a seller switches the public page off: the link is gone, and the members’ page is shared', async () => {
  const shy = await addPerson(url);
  const { _id } = await addPost(shy);
  const { page } = await enter(shy, { viewport: phone });
  await page.goto('/settings');
  const settings = textsIn('en', 'settings');
  const saved = page.waitForResponse(/\/users\/privacy/);
  await page.getByRole('switch', { name: settings('publicPage') }).click();
  expect((await saved).status()).toBe(200);
  await expectAccessible(page);
  expect((await fetch(`${url}/s/${_id}`)).status).toBe(404);
  expect(await (await fetch(`${url}/post/${_id}`)).text()).not.toContain('og:');
  await page.goto(`/post/${_id}`);
  await page.getByRole('button', { name: tShare('share') }).click();
  await page.getByText(tShare('membersOnly')).waitFor();
  await page.getByText(`${url}/post/${_id}`).waitFor();
});
