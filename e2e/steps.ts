import { randomInt } from 'node:crypto';
import { languages, type Language } from '@upaj/contract/texts';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { addPerson, type Person } from '../server/test/factories.ts';
import { giveRole, switchOn } from '../server/test/second-factor.ts';
import { textsIn } from '../server/src/platform/texts.ts';
import { expectAccessible, visit, waitForToast, type Visit } from './browser.ts';
import { secretKey } from './market-data.ts';
import type { Photo } from './photos.ts';

const tFeed = textsIn('en', 'feed');
const tNames = textsIn('en', 'names');
const tSearch = textsIn('en', 'search');

export interface Newcomer {
  role: 'farmer' | 'merchant';
  fullName: string;
  username: string;
  aadhaar: string;
  avatar?: Photo;
}

/** Makes a new name each time, because what the first try of a journey stored stays in the database. */
export const unique = () =>
  Array.from({ length: 8 }, () => String.fromCodePoint(randomInt(97, 123))).join('');

export function newcomer(role: Newcomer['role'], fullName: string): Newcomer {
  return { role, fullName, username: unique(), aadhaar: String(randomInt(10 ** 11, 10 ** 12)) };
}

export const password = 'harvest-2026';
export const emailOf = ({ username }: Newcomer) => `${username}@upaj.example`;

/** Opens a browser in which this person is logged in. */
export async function enter(person: Person, options: BrowserContextOptions = {}): Promise<Visit> {
  const seen = await visit(person.client.url, { reducedMotion: 'reduce', ...options });
  await takeCookies(seen.page, person);
  return seen;
}

/** Returns the name of the user whose data this browser stores. */
export const storedName = (page: Page) =>
  page.evaluate<string | null>(`(async () => {
    const known = await indexedDB.databases();
    if (!known.some(({ name }) => name === 'upaj-stored')) return null;
    const done = (request) => new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const database = await done(indexedDB.open('upaj-stored'));
    const owner = await done(database.transaction('queries').objectStore('queries').get('owner'));
    database.close();
    return owner?.account.fullName ?? null;
  })()`);

export async function takeCookies(page: Page, { client: { url, cookies } }: Person): Promise<void> {
  await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url })));
}

/** Chooses a language by the chips above the forms of guests. */
export async function chooseLanguage(page: Page, language: Language): Promise<void> {
  await page.getByRole('radio', { name: languages[language], exact: true }).click({ force: true });
  await expect.poll(() => page.evaluate('document.documentElement.lang')).toBe(language);
}

export async function register(page: Page, who: Newcomer, language: Language = 'en'): Promise<void> {
  await fillRegistration(page, who, language);
  await page.getByRole('button', { name: textsIn(language, 'place')('skip') }).click();
  await page
    .getByRole('heading', { level: 1, name: textsIn(language, 'feed')('welcome', { name: who.fullName }) })
    .waitFor();
}

/** Registers, and waits for the dialog that asks for the place. */
export async function fillRegistration(page: Page, who: Newcomer, language: Language = 'en'): Promise<void> {
  await typeRegistration(page, who, language);
  await page.getByRole('button', { name: textsIn(language, 'register')('register') }).click();
  await page.getByRole('dialog', { name: textsIn(language, 'place')('title') }).waitFor();
}

export async function typeRegistration(page: Page, who: Newcomer, language: Language = 'en'): Promise<void> {
  const tAuth = textsIn(language, 'auth');
  const tRegister = textsIn(language, 'register');
  await page.goto('/register');
  if (who.avatar) {
    await page.locator('input[type=file]').first().setInputFiles(who.avatar);
    await page.getByAltText(tRegister('photoPreview')).waitFor();
  }
  await page.getByLabel(tRegister('fullName')).fill(who.fullName);
  const contact = page.getByLabel(tRegister('contact'));
  await contact.pressSequentially('+91 98765 43210');
  expect(await contact.inputValue()).toBe('9876543210');
  await page.getByLabel(tRegister('username'), { exact: true }).fill(who.username);
  await page.getByLabel(tAuth('email'), { exact: true }).fill(emailOf(who));
  await page.getByLabel(tRegister('aadhaar')).fill(who.aadhaar);
  await page.getByRole('radio', { name: tRegister(`roleName.${who.role}`) }).check({ force: true });
  await page.getByLabel(tAuth('password'), { exact: true }).fill(password);
  await page.getByLabel(tAuth('confirmPassword'), { exact: true }).fill(password);
  await page.getByRole('checkbox', { name: tRegister('agree') }).check();
}

export async function logOut(page: Page, language: Language = 'en'): Promise<void> {
  const tShell = textsIn(language, 'shell');
  const visible = (name: string) => page.getByRole('button', { name }).filter({ visible: true });
  const menu = visible(tShell('menu'));
  await menu
    .or(visible(tShell('logout')))
    .first()
    .waitFor();
  if (await menu.isVisible()) await menu.click();
  await visible(tShell('logout')).click();
  await page.waitForURL(/\/login/i);
}

export const wheat = {
  title: 'Sharbati wheat of Bahomajra',
  crop: 'Wheat',
  state: 'Punjab',
  district: 'Ludhiana',
};

/** Fills the form of a post, which phones show in steps. */
export async function fillPost(
  page: Page,
  photos: readonly Photo[],
  produce = wheat,
  language: Language = 'en',
): Promise<void> {
  const t = textsIn(language, 'create-post');
  const fill = (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);
  await page.locator('input[type=file][multiple]').setInputFiles([...photos]);
  await waitForToast(page, t('imagesAdded', { count: photos.length }));
  await nextStep(page, language);
  await page.getByLabel(t('labels.cropType'), { exact: true }).fill(produce.crop);
  await page.keyboard.press('Tab');
  await page.getByLabel(t('labels.category'), { exact: true }).selectOption('Grains');
  await fill(t('labels.title'), produce.title);
  await fill(t('labels.description'), 'Clean, dry grain from this Rabi. Moisture 11%.');
  await fill(t('labels.price'), '31.50');
  await page.getByLabel(t('labels.priceUnit'), { exact: true }).selectOption('per kg');
  await fill(t('labels.quantity'), '40 quintal');
  await nextStep(page, language);
  await fill(t('labels.pincode'), '141401');
  await page.getByLabel(t('labels.state'), { exact: true }).selectOption(produce.state);
  await page.getByLabel(t('labels.district'), { exact: true }).selectOption(produce.district);
  await fill(t('labels.city'), 'Khanna');
  await fill(t('labels.village'), 'Bahomajra');
  await fill(t('labels.shelLife'), '12 months');
}

/** Creates a post, and waits until the feed shows it. */
export async function createPost(
  page: Page,
  photos: readonly Photo[],
  produce = wheat,
  language: Language = 'en',
): Promise<void> {
  const t = textsIn(language, 'create-post');
  await page.goto('/create-post');
  await fillPost(page, photos, produce, language);
  await page.getByRole('button', { name: t('submit') }).click();
  await waitForToast(page, t('created'));
  await page.waitForURL((url) => url.pathname === '/');
  await page.getByRole('article').filter({ hasText: produce.title }).first().waitFor();
}

/** Taps a field and waits for the focus, which comes a moment later. */
export async function tapInto(field: Locator): Promise<void> {
  await field.tap();
  await field.and(field.page().locator(':focus')).waitFor();
}

export async function nextStep(page: Page, language: Language = 'en'): Promise<void> {
  await page.locator('form button[type=submit]').waitFor();
  const next = page.getByRole('button', { name: textsIn(language, 'create-post')('next'), exact: true });
  if (await next.isVisible()) await next.click();
}

/** Opens the search, which phones hide behind a button. */
export async function openSearch(page: Page, language: Language = 'en'): Promise<Locator> {
  const t = textsIn(language, 'shell');
  await page.getByRole('article').first().waitFor();
  const button = page.getByRole('button', { name: t('search'), exact: true });
  if (await button.isVisible()) await button.click();
  const field = page.getByRole('combobox', { name: t('searchHint') }).filter({ visible: true });
  await field.click();
  return field;
}

/** Opens the filters: a sheet on a phone, a panel that is always visible on a desktop. */
async function openFilters(page: Page): Promise<{ panel: Locator; apply: () => Promise<void> }> {
  const sheet = page.getByRole('button', { name: tFeed('filters') });
  const isPhone = await sheet.isVisible();
  if (isPhone) await sheet.click();
  const panel = isPhone ? page.getByRole('dialog') : page.locator('main');
  const apply = async () => {
    if (isPhone) await panel.getByRole('button', { name: /^(Show|No) .*results?/ }).click();
  };
  return { panel, apply };
}

/** Sorts by distance and shows posts within 500 km. */
export async function filterNearest(page: Page): Promise<void> {
  const { panel, apply } = await openFilters(page);
  await panel.getByLabel(tFeed('sort'), { exact: true }).selectOption(tNames('sorts.nearest'));
  await panel
    .getByRole('radiogroup', { name: tSearch('distance') })
    .getByText(tSearch('km', { km: 500 }), { exact: true })
    .click();
  await expectAccessible(page);
  await apply();
  await page.waitForURL((url) => url.searchParams.get('within') === '500');
}

/** Filters for wheat from Punjab at up to ₹50 a kilogram. */
export async function filterCrops(page: Page): Promise<void> {
  await page.goto('/crops');
  await page.getByRole('heading', { level: 1, name: tFeed('cropsTitle') }).waitFor();
  await page.getByRole('article').first().waitFor();
  const { panel, apply } = await openFilters(page);
  await panel.getByLabel(tSearch('cropType'), { exact: true }).selectOption({ label: 'Wheat' });
  await panel.getByLabel(tSearch('state'), { exact: true }).selectOption(wheat.state);
  await panel
    .getByRole('radiogroup', { name: tSearch('price') })
    .getByText('0-50', { exact: true })
    .click();
  await apply();
  await page.waitForURL((url) =>
    ['cropType', 'state', 'priceRange'].every((name) => url.searchParams.has(name)),
  );
}

export async function addModerator(url: string): Promise<Person> {
  const person = await addPerson(url);
  await giveRole(url, secretKey, person, 'moderator');
  await switchOn(person.client);
  return person;
}
