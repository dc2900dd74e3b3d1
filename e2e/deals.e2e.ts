import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { addPerson, addPost } from '../server/test/factories.ts';
import { makeOffer, respond } from '../server/test/offer-calls.ts';
import { textsIn } from '../server/src/platform/texts.ts';
import { expectAccessible, onPhone, tabTo, waitForToast } from './browser.ts';
import { enter, password } from './steps.ts';

const url = inject('server');
const t = textsIn('en', 'deals');
const tProfile = textsIn('en', 'profile');
const tPost = textsIn('en', 'post');
const tReviews = textsIn('en', 'reviews');
const tNotifications = textsIn('en', 'notifications');
const tSettings = textsIn('en', 'settings');
const tShell = textsIn('en', 'shell');

const amount = '₹52,500';
const upiId = 'gurpreet.singh@oksbi';

test('two people carry a deal from its offer to the reviews; the buyer is on a phone, the seller at a desktop, by keyboard', async () => {
  const farmer = await addPerson(url, { fullName: 'Gurpreet Singh' });
  const merchant = await addPerson(url, { userType: 'merchant', fullName: 'Anita Deshmukh' });
  const post = await addPost(farmer);
  const offer = await makeOffer(merchant, post._id, { note: 'In jute bags.' });
  const { dealId } = await respond(farmer, 'accept', offer);
  const press = async (page: Page, name: string) => {
    const dialog = page.getByRole('dialog');
    const scope = (await dialog.count()) > 0 ? dialog : page;
    const button = scope.getByRole('button', { name, exact: true });
    await button.waitFor();
    if (page === buyer.page) return button.click();
    // Put the focus into the page before the search with Tab, because a toast would return the focus to an earlier
    // place.
    if (scope === page) await page.locator('main').focus();
    await tabTo(page, name);
    await page.keyboard.press('Enter');
  };
  const confirmStep = async (page: Page, name: string) => {
    await press(page, name);
    await page.getByRole('dialog').waitFor();
    await press(page, name);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  const expectFocus = (page: Page, text: string) => page.locator(':focus', { hasText: text }).waitFor();
  const confirmations = (page: Page) => page.getByRole('listitem');

  const seller = await enter(farmer);
  const buyer = await enter(merchant, onPhone);
  const { page } = buyer;
  await seller.page.goto('/');
  await seller.page.getByRole('link', { name: tShell('deals'), exact: true }).click();
  await seller.page.getByRole('heading', { level: 1, name: t('sections') }).waitFor();
  await seller.page.getByRole('link', { name: post.title }).click();
  await seller.page.getByRole('link', { name: t('upi.toSettings') }).click();
  const field = seller.page.getByRole('textbox', { name: tSettings('upi') });
  const upiPassword = seller.page.locator('form', { has: field }).getByLabel(tSettings('ownPassword'));
  await expect
    .poll(() => field.evaluate((element) => element.getBoundingClientRect().bottom))
    .toBeLessThan(500);
  await field.fill('gurpreet');
  await seller.page.getByRole('button', { name: tSettings('upiSave') }).click();
  await seller.page.locator('[aria-invalid]').first().waitFor();
  await field.fill(upiId);
  await upiPassword.fill('not-this-one');
  await seller.page.getByRole('button', { name: tSettings('upiSave') }).click();
  await seller.page.getByText(textsIn('en', 'fields')('currentPasswordWrong')).waitFor();
  await upiPassword.fill(password);
  await seller.page.getByRole('button', { name: tSettings('upiSave') }).click();
  await waitForToast(seller.page, tSettings('upiSaved'));
  await expectAccessible(seller.page);
  await seller.page.goto('/Chat');
  await seller.page.getByRole('link', { name: tProfile('deals') }).click();
  await seller.page.getByRole('link', { name: post.title }).click();
  await seller.page.getByText(t('next.own.seller.delivered')).waitFor();
  await expectAccessible(seller.page);
  await press(seller.page, t('upi.confirm'));
  await waitForToast(seller.page, t('upi.confirmed'));

  await page.goto('/Profile');
  await page.getByText(tPost('record.new')).waitFor();
  await page.getByRole('link', { name: tProfile('deals') }).click();
  await page.getByRole('heading', { level: 1, name: t('sections') }).waitFor();
  await page.getByRole('article').getByText(amount).waitFor();
  await expectAccessible(page);
  await page.getByRole('tab', { name: t('tabs.offers') }).click();
  await page.getByRole('link', { name: post.title }).waitFor();
  await expectAccessible(page);
  await page.getByRole('tab', { name: t('tabs.deals') }).click();
  await page.getByRole('link', { name: post.title }).click();
  await page.getByRole('heading', { level: 1, name: post.title }).waitFor();
  await page.getByText(t('noMoney')).waitFor();
  await expectAccessible(page);

  // Without a connection the step fails with a message and can be repeated.
  await page.context().setOffline(true);
  await confirmStep(page, t('confirm.buyer.delivered'));
  await page.getByRole('alert').getByText(t('confirmFailed')).waitFor();
  await expectAccessible(page);
  await page.context().setOffline(false);
  await confirmStep(page, t('confirm.buyer.delivered'));
  await page.getByText(t('next.own.buyer.paid', { amount, name: 'Gurpreet Singh' })).waitFor();
  await page.getByRole('alert').waitFor({ state: 'detached' });

  // The other side's screen shows the step without a reload.
  await confirmations(seller.page)
    .filter({ hasText: t('step.delivered.buyer') })
    .filter({ hasNotText: t('notYet') })
    .first()
    .waitFor();
  await confirmStep(seller.page, t('confirm.seller.delivered'));
  await seller.page.getByText(t('next.other.buyer.paid', { name: 'Anita Deshmukh' })).waitFor();

  const number = (await page.getByText(/^Deal \d{4} \d{4}/).innerText()).slice(5, 14);
  await press(page, t('upi.pay'));
  const sheet = page.getByRole('dialog');
  await sheet.getByText(upiId, { exact: true }).waitFor();
  await sheet.getByText(t('upi.compare', { name: 'Gurpreet Singh' })).waitFor();
  expect(await sheet.getByRole('link', { name: t('upi.open') }).getAttribute('href')).toBe(
    `upi://pay?pa=${upiId}&pn=Gurpreet%20Singh&am=52500.00&cu=INR&tn=${encodeURIComponent(`Upaj ${number}`)}`,
  );
  await expectAccessible(page);
  await press(page, t('confirm.buyer.paid'));
  const question = page.getByRole('dialog', { name: t('ask.buyer.paid', { amount }) });
  await question.waitFor();
  const atDesktop = (await enter(merchant)).page;
  await atDesktop.goto(`/deals/${dealId}`);
  await press(atDesktop, t('upi.pay'));
  await atDesktop.getByRole('img', { name: t('upi.code', { amount, upiId }) }).waitFor();
  await press(atDesktop, t('confirm.buyer.paid'));
  await atDesktop.getByRole('dialog', { name: t('ask.buyer.paid', { amount }) }).waitFor();
  await atDesktop.keyboard.press('Escape');
  await expectFocus(atDesktop, t('upi.pay'));
  await press(page, t('confirm.buyer.paid'));
  await expectFocus(page, t('next.other.seller.paid', { name: 'Gurpreet Singh' }));

  await confirmations(seller.page)
    .filter({ hasText: t('step.paid.buyer') })
    .filter({ hasNotText: t('notYet') })
    .first()
    .waitFor();
  await confirmStep(seller.page, t('confirm.seller.paid'));
  await seller.page.getByText(t('next.completed')).waitFor();
  await seller.page.getByRole('button', { name: tReviews('writeAction') }).waitFor();
  await expectAccessible(seller.page);

  await page.getByText(t('next.completed')).waitFor();
  // The deal does not count, because both accounts are new.
  await page.getByText(t('next.notCounted')).waitFor();
  await waitForToast(page, tNotifications('deal.completed', { number, title: post.title }));
  // The toast has no link to the deal, because the buyer is on its page.
  expect(await page.evaluate('[...toasts].join()')).not.toContain(tNotifications('see.deal'));
  await press(page, tReviews('writeAction'));
  // Press the label of the star, as people do. Playwright scrolls it out from under the tabs.
  await page
    .getByRole('radio', { name: tReviews('stars', { count: 5 }) })
    .locator('..')
    .click();
  await page.getByLabel(tReviews('comment')).fill('Clean grain, weighed in front of me.');
  await press(page, tReviews('save'));
  await page.getByText('Clean grain, weighed in front of me.').waitFor();
  await expectAccessible(page);

  await page.getByRole('link', { name: t('slip.open') }).click();
  await page.getByRole('heading', { level: 2, name: 'सौदा पर्ची' }).waitFor();
  await page.getByText('20 क्विंटल').waitFor();
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: t('slip.save') }).click();
  expect((await download).suggestedFilename()).toBe(`upaj-${number.replace(' ', '')}.png`);

  await page.goto(`/user/${farmer.account.username}?tab=reviews`);
  await page.getByText(tPost('record.new')).waitFor();
  await page.getByText('Clean grain, weighed in front of me.').waitFor();
  await expectAccessible(page);

  const stranger = await enter(await addPerson(url), onPhone);
  await stranger.page.goto(`/deals/${dealId}`);
  await stranger.page.getByRole('heading', { name: t('missing') }).waitFor();
  await stranger.page.close();
  // The page requests the deal a second time when its socket connects, so there may be two such problems.
  const problems = stranger.problems.splice(0);
  expect(
    problems.filter((problem) => !problem.includes(`404 (Not Found) ${url}/api/v1/deals/${dealId}`)),
  ).toEqual([]);
});
