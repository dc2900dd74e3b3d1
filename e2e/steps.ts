import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Person } from '../server/test/factories.ts';
import { createPost as createPostTexts } from '../web/src/i18n/en/create-post.ts';
import { en } from '../web/src/i18n/en.ts';
import { register as registerTexts } from '../web/src/i18n/en/register.ts';
import { visit, type Visit } from './browser.ts';
import type { Photograph } from './photographs.ts';

/** Steps of a user, by the texts on the screen. */

export interface Newcomer {
  role: 'farmer' | 'merchant';
  fullName: string;
  username: string;
  aadhaar: string;
  avatar?: Photograph;
}

export const password = 'harvest-2026';
export const emailOf = ({ username }: Newcomer) => `${username}@upaj.example`;

/** Opens a browser in which this person is logged in. */
export async function enter(
  browser: Browser,
  { client }: Person,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const { url, cookies } = client;
  const seen = await visit(browser, url, { reducedMotion: 'reduce', ...options });
  await seen.page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url })));
  return seen;
}

export async function register(page: Page, who: Newcomer): Promise<void> {
  await page.goto('/register');
  if (who.avatar) {
    await page.locator('input[type=file]').first().setInputFiles(who.avatar);
    await page.getByAltText(registerTexts.photoPreview).waitFor();
  }
  await page.getByLabel(registerTexts.fullName).fill(who.fullName);
  const contact = page.getByLabel(registerTexts.contact);
  await contact.pressSequentially('+91 98765 43210');
  expect(await contact.inputValue()).toBe('9876543210');
  await page.getByLabel(registerTexts.username, { exact: true }).fill(who.username);
  await page.getByLabel(en.auth.email, { exact: true }).fill(emailOf(who));
  await page.getByLabel(registerTexts.aadhaar).fill(who.aadhaar);
  await page.getByRole('radio', { name: registerTexts.roleName[who.role] }).check({ force: true });
  await page.getByLabel(en.auth.password, { exact: true }).fill(password);
  await page.getByLabel(en.auth.confirmPassword, { exact: true }).fill(password);
  await page.getByRole('checkbox', { name: registerTexts.agree }).check();
  await page.getByRole('button', { name: registerTexts.register }).click();
  await page.getByRole('heading', { level: 1, name: /Welcome to Upaj/ }).waitFor();
}

export async function logOut(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: en.shell.menu });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole('button', { name: en.shell.logout }).filter({ visible: true }).click();
  await page.waitForURL(/\/login/i);
}

export const wheat = {
  title: 'Sharbati wheat, this harvest',
  crop: 'Wheat',
  state: 'Punjab',
  district: 'Ludhiana',
};

export async function fillPost(page: Page, photographs: readonly Photograph[]): Promise<void> {
  const { labels } = createPostTexts;
  const fill = (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);
  await fill(labels.title, wheat.title);
  await fill(labels.description, 'Clean, dry grain from this Rabi. Moisture 11%.');
  await page.getByLabel(labels.cropType).fill(wheat.crop);
  await page.keyboard.press('Escape');
  await page.getByLabel(labels.category, { exact: true }).selectOption('Grains');
  await fill(labels.price, '31.50');
  await page.getByLabel(labels.priceUnit, { exact: true }).selectOption('per kg');
  await fill(labels.quantity, '40 quintal');
  await page.getByLabel(labels.state, { exact: true }).selectOption(wheat.state);
  await page.getByLabel(labels.district, { exact: true }).selectOption(wheat.district);
  await fill(labels.city, 'Khanna');
  await fill(labels.village, 'Bahomajra');
  await fill(labels.pincode, '141401');
  await fill(labels.shelLife, '12 months');
  if (photographs.length > 0) {
    await page.locator('input[type=file][multiple]').setInputFiles([...photographs]);
    await page.getByText(createPostTexts.imagesAdded(photographs.length)).waitFor();
    // Sending and saving the draft wait for the pictures.
    await page.getByText(createPostTexts.preparingAll).waitFor({ state: 'hidden' });
  }
}

/** Filters Crops to wheat from Punjab at up to ₹50 a kilogram, in the panel or the sheet. */
export async function filterCrops(page: Page): Promise<void> {
  await page.goto('/crops');
  await page.getByRole('heading', { level: 1, name: en.feed.cropsTitle }).waitFor();
  await page.getByRole('article').first().waitFor();
  const sheet = page.getByRole('button', { name: en.feed.filters });
  const isPhone = await sheet.isVisible();
  if (isPhone) await sheet.click();
  const panel = isPhone ? page.getByRole('dialog') : page.locator('main');
  await panel.getByLabel(en.feed.cropType, { exact: true }).selectOption({ label: 'Wheat' });
  await panel.getByLabel(en.feed.state, { exact: true }).selectOption(wheat.state);
  await panel.getByRole('radiogroup', { name: en.feed.price }).getByText('0-50', { exact: true }).click();
  if (isPhone) await panel.getByRole('button', { name: en.feed.showResults }).click();
  await page.waitForURL((url) =>
    ['cropType', 'state', 'priceRange'].every((name) => url.searchParams.has(name)),
  );
}
