import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPerson, type Person } from '../server/test/factories.ts';
import { chat } from '../web/src/i18n/en/chat.ts';
import { profile } from '../web/src/i18n/en/profile.ts';
import { reviews } from '../web/src/i18n/en/reviews.ts';
import { expectAccessible, launch, phone, visit, type Visit } from './browser.ts';
import { takePhotographs, type Photograph } from './photographs.ts';
import { startServer, type RunningServer } from './server.ts';
import { password } from './steps.ts';

let server: RunningServer;
let browser: Browser;
let photographs: Photograph[];
beforeAll(async () => {
  [server, browser, photographs] = await Promise.all([startServer(), launch(), takePhotographs()]);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

async function comeIn(person: Person, options = {}): Promise<Visit> {
  const visiting = await visit(browser, server.url, options);
  const { email } = person.account;
  await visiting.page.request.post('/api/v1/users/login', { data: { email, password } });
  return visiting;
}

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).click();
const openTab = (page: Page, name: RegExp) => page.getByRole('tab', { name }).click();

test('a farmer edits the profile; a merchant follows, calls, writes and reviews; all of it is stored', async () => {
  const words = { password, confirmPassword: password };
  const farmer = await addPerson(server.url, { fullName: 'Gurpreet Singh', ...words });
  const merchant = await addPerson(server.url, {
    fullName: 'Anita Deshmukh',
    userType: 'merchant',
    ...words,
  });
  const his = await comeIn(farmer, { viewport: phone });
  await tellOfOneself(his.page);
  const hers = await comeIn(merchant);
  await meet(hers.page, farmer);
  await his.page.request.post(`/api/v1/messages/send/${merchant.account._id}`, {
    data: { text: 'Yes, 11% moisture.' },
  });
  await review(hers.page, farmer);
  await answer(his.page);

  await hers.page.goto(`/user/${farmer.account.username}?tab=reviews`);
  await hers.page.getByText('Thank you. Come again!').waitFor();
  await hers.page.getByRole('button', { name: profile.unfollowPerson('Gurpreet Singh Gill') }).waitFor();
  await hers.page.getByText('Clean, dry grain, weighed honestly.').first().waitFor();
  await press(hers.page, profile.showContact);
  await hers.page.getByRole('link', { name: /98765/ }).waitFor();
  await openTab(hers.page, new RegExp(profile.about));
  for (const text of ['Gill Farms', 'Bahomajra', '141401'])
    await hers.page.getByText(text, { exact: true }).waitFor();
  await expectAccessible(hers.page);

  await his.page.goto('/Profile');
  await his.page.getByRole('heading', { level: 1, name: /Gurpreet Singh Gill/ }).waitFor();
  expect(await his.page.locator('img[srcset*="-1280.webp"]').count()).toBeGreaterThan(0);
  expect([...his.problems, ...hers.problems]).toEqual([]);
  await his.close();
  await hers.close();
});

async function tellOfOneself(page: Page): Promise<void> {
  await page.goto('/Profile');
  const cover = page.locator('label', { hasText: profile.coverAdd }).locator('input[type=file]');
  await cover.setInputFiles(photographs.slice(0, 1));
  await page.getByText(profile.coverUpdated).waitFor();
  await press(page, profile.editProfile);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(profile.fullName).fill('Gurpreet Singh Gill');
  await dialog.getByLabel(profile.businessName.farmer).fill('Gill Farms');
  await dialog.getByLabel(profile.bio).fill('Wheat and mustard from twelve acres.');
  await expectAccessible(page);
  await press(page, profile.saveProfile);
  await page.getByText(profile.profileUpdated).waitFor();
  await openTab(page, new RegExp(profile.about));
  await press(page, profile.editAddress);
  await page.getByLabel(profile.state, { exact: true }).selectOption('Punjab');
  await page.getByLabel(profile.district, { exact: true }).selectOption('Ludhiana');
  await page.getByLabel(profile.city, { exact: true }).fill('Khanna');
  await page.getByLabel(profile.village, { exact: true }).fill('Bahomajra');
  await page.getByLabel(profile.pincode, { exact: true }).fill('141401');
  await press(page, profile.saveProfile);
  await page.getByText(profile.addressUpdated).waitFor();
}

async function meet(page: Page, farmer: Person): Promise<void> {
  await page.goto(`/user/${farmer.account.username}`);
  await press(page, profile.followPerson('Gurpreet Singh Gill'));
  await page.getByText(profile.followed).waitFor();
  await press(page, profile.showContact);
  await page.getByRole('link', { name: /98765/ }).waitFor();
  await page.getByRole('link', { name: profile.startChat }).click();
  await page.waitForURL(new RegExp(`/chat/${farmer.account.username}$`));
  await page.getByLabel(chat.write).fill('Is the wheat dry?');
  await page.keyboard.press('Enter');
  await page.getByRole('region').getByRole('img', { name: chat.sent, exact: true }).first().waitFor();
}

async function review(page: Page, farmer: Person): Promise<void> {
  await page.goto(`/user/${farmer.account.username}?tab=reviews`);
  await press(page, reviews.writeAction);
  await page.getByRole('radio', { name: reviews.stars(5) }).check({ force: true });
  await page.getByLabel(reviews.comment).fill('Clean, dry grain, weighed honestly.');
  await expectAccessible(page);
  await press(page, reviews.save);
  await page.getByText(reviews.saved).waitFor();
}

async function answer(page: Page): Promise<void> {
  await page.goto('/Profile?tab=reviews');
  await press(page, new RegExp(`^${reviews.answer}:`));
  await page.getByLabel(reviews.answer).fill('Thank you. Come again!');
  await press(page, reviews.sendAnswer);
  await page.getByText(reviews.answered).waitFor();
}
