import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { textsIn } from '../server/src/platform/texts.ts';
import { onPhone, visit, waitForToast } from './browser.ts';
import { field, room, texts, write } from './chat-steps.ts';
import { takePhotos } from './photos.ts';
import { fillPost, fillRegistration, newcomer, nextStep, unique, wheat } from './steps.ts';

// As at the address of another computer in a village office. Browsers then have no service worker, clipboard, push,
// location, Web Locks or system share sheet. Two people do the main job, and no button is silent.

const url = inject('server').replace('localhost', 'upaj.lan');
const tChat = textsIn('en', 'chat');
const tCommon = textsIn('en', 'common');
const tCreatePost = textsIn('en', 'create-post');
const tInstall = textsIn('en', 'install');
const tNotifications = textsIn('en', 'notifications');
const tPlace = textsIn('en', 'place');
const tPostPage = textsIn('en', 'post-page');
const tShare = textsIn('en', 'share');

/** Registers on plain http, and asks for the location there. */
async function arrive(page: Page, role: 'farmer' | 'merchant', fullName: string): Promise<void> {
  const who = newcomer(role, fullName);
  await fillRegistration(page, who);
  expect(await page.evaluate('isSecureContext')).toBe(false);
  const sheet = page.getByRole('dialog', { name: tPlace('title') });
  await sheet.getByRole('button', { name: tPlace('locate') }).click();
  await sheet.getByText(tPlace('needsHttps')).waitFor();
  await sheet.getByRole('button', { name: tPlace('skip') }).click();
  await sheet.waitFor({ state: 'detached' });
}

/** Pastes what was copied into an empty field, because scripts cannot read the clipboard here. */
async function pasted(page: Page): Promise<string> {
  const empty = page.getByRole('textbox', { name: tChat('write') });
  await empty.click();
  await page.keyboard.press('ControlOrMeta+V');
  return empty.inputValue();
}

test('the main job works at an address without https, and what cannot work says why', async () => {
  const [photo, other] = await takePhotos();
  const farmer = await visit(url, onPhone);
  await arrive(farmer.page, 'farmer', 'Gurpreet Singh');
  await farmer.page.goto('/create-post');
  const title = `${wheat.title} ${unique()}`;
  await fillPost(farmer.page, [photo!], { ...wheat, title });
  await farmer.page.reload();
  await farmer.page.getByText(tCreatePost('draftRestored')).waitFor();
  await farmer.page.getByRole('button', { name: tCreatePost('removePhoto', { place: 1 }) }).waitFor();
  await nextStep(farmer.page);
  await nextStep(farmer.page);
  await farmer.page.getByRole('button', { name: tCreatePost('submit') }).click();
  await waitForToast(farmer.page, tCreatePost('created'));

  const { page } = await visit(url);
  await arrive(page, 'merchant', 'Anita Deshmukh');
  await page.goto(`/crops?q=${encodeURIComponent(title)}`);
  await page.getByRole('article').getByRole('link', { name: title }).first().click();
  await page.waitForURL(/\/post\//);
  const address = page.url();
  await page
    .getByRole('button', { name: tShare('share') })
    .first()
    .click();
  const sheet = page.getByRole('dialog', { name: tShare('share') });
  await sheet.getByRole('link', { name: tShare('whatsapp') }).waitFor();
  await sheet.getByRole('button', { name: tShare('copy') }).click();
  await waitForToast(page, tShare('copied'));
  await sheet.waitFor({ state: 'detached' });

  await page.getByRole('link', { name: tPostPage('chatWithSeller') }).click();
  expect(await pasted(page)).toBe(address.replace('/post/', '/s/'));
  await write(page, 'Is it dry?');
  await room(page)
    .getByRole('img', { name: tChat('sent'), exact: true })
    .waitFor();
  await page.getByLabel(tChat('addPhotos')).setInputFiles([other!]);
  await page.getByAltText(tChat('photoNumber', { number: 1 })).waitFor();
  await write(page, 'These bags');

  const second = await page.context().newPage();
  await second.goto(page.url());
  await write(second, 'From the second tab');
  await expect.poll(() => texts(page)).toEqual(['Is it dry?', 'These bags', 'From the second tab']);
  await field(page).fill('Half a sentence');
  await page.reload();
  await expect.poll(() => field(page).inputValue()).toBe('Half a sentence');

  await farmer.page.goto('/chat');
  await farmer.page.getByRole('link', { name: /Anita Deshmukh/ }).click();
  await expect.poll(() => texts(farmer.page)).toEqual(['Is it dry?', 'These bags', 'From the second tab']);
  await farmer.page.getByRole('button', { name: tCommon('openPhoto', { number: 1, count: 1 }) }).waitFor();

  await page.goto('/notifications');
  await page.getByText(tNotifications('settings'), { exact: true }).click();
  await page.getByText(tNotifications('pushNeedsHttps')).waitFor();
  const onDevice = page.getByRole('switch', { name: tNotifications('onDevice') });
  expect(await onDevice.isDisabled()).toBe(true);
  await page.goto('/');
  await page.getByRole('article').first().waitFor();
  expect(await page.getByRole('region', { name: tInstall('title') }).count()).toBe(0);
});
