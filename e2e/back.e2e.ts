import { beforeEach, expect, inject, test } from 'vitest';
import { addPerson, addPost, type Person } from '../server/test/factories.ts';
import { textsIn } from '../server/src/platform/texts.ts';
import { expectAccessible, onPhone, waitForToast } from './browser.ts';
import { enter } from './steps.ts';

const url = inject('server');
const tCommon = textsIn('en', 'common');
const tForm = textsIn('en', 'create-post');
const tPost = textsIn('en', 'post');
const tPostPage = textsIn('en', 'post-page');
const tOffers = textsIn('en', 'offers');
const tProfile = textsIn('en', 'profile');
const tShell = textsIn('en', 'shell');
const tSafety = textsIn('en', 'safety');

let seller: Person;
let buyer: Person;
let postId: string;
beforeEach(async () => {
  seller = await addPerson(url, { fullName: 'Gurpreet Singh' });
  buyer = await addPerson(url, { userType: 'merchant', fullName: 'Anita Deshmukh' });
  ({ _id: postId } = await addPost(seller));
});

test('Back closes what is on top of a page, and loses nothing that was typed', async () => {
  const { page } = await enter(buyer, onPhone);
  await page.goto('/');
  await page.locator(`a[href="/post/${postId}"]`).first().click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  const dialog = (name: string) => page.getByRole('dialog', { name });
  const goBack = async () => {
    await page.goBack();
    await page.waitForURL(`**/post/${postId}`);
  };

  await page.getByRole('button', { name: tSafety('report'), exact: true }).click();
  const report = dialog(tSafety('reportTitle.post'));
  await report.waitFor();
  await goBack();
  await report.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: tSafety('report'), exact: true }).click();
  const details = report.getByLabel(tSafety('details'));
  await details.fill('The photos are of another farm.');
  await goBack();
  const question = dialog(tCommon('discardTitle'));
  await question.waitFor();
  await expectAccessible(page);
  await goBack();
  await question.waitFor({ state: 'detached' });
  expect(await details.inputValue()).toBe('The photos are of another farm.');
  await goBack();
  await question.getByRole('button', { name: tCommon('discard') }).click();
  await report.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: tPostPage('makeOffer') }).click();
  const price = page.getByRole('dialog').getByLabel(tOffers('price'), { exact: true });
  await price.fill('2555');
  await goBack();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: tPostPage('makeOffer') }).click();
  expect(await price.inputValue()).toBe('2555');
  await goBack();
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await page.getByRole('link', { name: tPost('viewProfile') }).click();
  const more = page.getByRole('button', { name: tSafety('more'), exact: true });
  await more.click();
  await page.getByRole('button', { name: tSafety('report'), exact: true }).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: tSafety('report'), exact: true }).waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 1, name: 'Gurpreet Singh' }).waitFor();
  await page.goBack();
  await page.waitForURL(`**/post/${postId}`);
  await page.goBack();
  await page.waitForURL((address) => address.pathname === '/');
});

test('the photo viewer and a form over the profile close before the page', async () => {
  const { page } = await enter(seller, onPhone);
  await page.goto('/');
  await page.locator(`a[href="/post/${postId}"]`).first().click();
  await page
    .getByRole('button', { name: /^Open photo/ })
    .first()
    .click();
  const viewer = page.getByRole('dialog', { name: tCommon('photos') });
  await viewer.waitFor();
  await page.goBack();
  await viewer.waitFor({ state: 'detached' });
  await page.waitForURL(`**/post/${postId}`);

  const menu = page.getByRole('navigation', { name: tShell('menu') });
  await page.getByRole('button', { name: tShell('menu') }).click();
  await menu.waitFor();
  await page.goBack();
  await menu.waitFor({ state: 'detached' });
  await page.waitForURL(`**/post/${postId}`);
  await page.getByRole('button', { name: tShell('menu') }).click();
  await menu.getByRole('link', { name: tShell('profile') }).click();
  await page.getByRole('button', { name: tProfile('editProfile') }).click();
  const form = page.getByRole('dialog', { name: tProfile('editProfile') });
  const bio = form.getByLabel(tProfile('bio'));
  await bio.fill('Wheat and mustard near Khanna.');
  await page.goBack();
  const question = page.getByRole('dialog', { name: tProfile('leaveTitle') });
  await question.waitFor();
  await page.goBack();
  await question.waitFor({ state: 'detached' });
  expect(await bio.inputValue()).toBe('Wheat and mustard near Khanna.');
});

test('Cancel asks whether to save the draft of a post', async () => {
  const { page } = await enter(seller);
  const title = page.getByLabel(tForm('labels.title'), { exact: true });
  const cancel = page.getByRole('button', { name: tCommon('cancel'), exact: true });
  const question = page.getByRole('dialog', { name: tForm('cancelTitle') });
  const isHome = () => page.waitForURL((address) => address.pathname === '/');
  await page.goto('/create-post');
  await cancel.click();
  await isHome();

  await page.goto('/create-post');
  await title.fill('Mustard of this winter');
  await cancel.click();
  await question.waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  expect(await title.inputValue()).toBe('Mustard of this winter');
  await cancel.click();
  await question.getByRole('button', { name: tForm('saveDraft') }).click();
  await waitForToast(page, tForm('draftKept'));
  await isHome();

  await page.goto('/create-post');
  await page.getByText(tForm('draftRestored')).waitFor();
  expect(await title.inputValue()).toBe('Mustard of this winter');
  await cancel.click();
  await question.getByRole('button', { name: tForm('deleteDraft') }).click();
  await isHome();
  await page.goto('/create-post');
  await title.waitFor();
  expect(await title.inputValue()).toBe('');
});
