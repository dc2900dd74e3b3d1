import { randomInt } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { textsIn } from '../server/src/platform/texts.ts';
import { addPerson, addPost } from '../server/test/factories.ts';
import { desktop, expectAccessible, onPhone, tabTo, waitForToast } from './browser.ts';
import { addModerator, enter, unique } from './steps.ts';

const url = inject('server');

test.each([
  ['en', { viewport: desktop }],
  ['hi', onPhone],
] as const)(
  'a report travels from a member to a decision, notice and appeal, and a second moderator undoes it (%s)',
  async (language, options) => {
    const t = textsIn(language, 'moderation');
    const tDecisions = textsIn(language, 'decisions');
    const tNotifications = textsIn(language, 'notifications');
    const tSafety = textsIn(language, 'safety');
    const visiting = { ...options, locale: `${language}-IN` };
    const isOnPhone = options === onPhone;
    const title = `Basmati at half price ${unique()}`;
    const appeal = `I never asked for money. ${unique()}`;
    const farmer = await addPerson(url);
    const merchant = await addPerson(url, { userType: 'merchant' });
    const { _id: postId } = await addPost(farmer, { title });
    const check = async (page: Page) => {
      await expectAccessible(page);
      expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false);
    };
    const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

    const { page: reporter } = await enter(merchant, visiting);
    await reporter.goto(`/post/${postId}`);
    await press(reporter, tSafety('report'));
    const dialog = reporter.getByRole('dialog');
    await dialog.getByLabel(tSafety('reasons.fraud')).check();
    await dialog.getByLabel(tSafety('details')).fill('He asks for ₹500 first.');
    await dialog.getByRole('button', { name: tSafety('send') }).click();
    await waitForToast(reporter, tSafety('reported'));

    const { page: first } = await enter(await addModerator(url), visiting);
    await first.goto('/moderation?kind=post');
    const link = first.getByRole('link', { name: title });
    await link.waitFor();
    await check(first);
    if (isOnPhone) await link.click();
    else {
      // On the desktop the moderator uses only the keyboard.
      for (
        let tries = 0;
        tries < 50 && !(await link.evaluate('(one) => one === document.activeElement'));
        tries += 1
      )
        await first.keyboard.press('j');
      await first.keyboard.press('Enter');
    }
    await first.getByRole('heading', { level: 1, name: title }).waitFor();
    await first.getByText('He asks for ₹500 first.').waitFor();
    await check(first);
    if (isOnPhone) await press(first, t('decide'));
    else await first.keyboard.press('r');
    const decision = first.getByRole('dialog');
    await decision.getByLabel(t('reason')).selectOption('fraud');
    await decision.getByLabel(t('text')).fill('Take no money before the goods are there.');
    await check(first);
    if (isOnPhone) await decision.getByRole('button', { name: t('decide') }).click();
    else {
      await tabTo(first, t('decide'));
      await first.keyboard.press('Enter');
    }
    await waitForToast(first, t('decided'));
    await first.getByText(t('status.decided'), { exact: true }).waitFor();

    const { page: author } = await enter(farmer, visiting);
    await author.goto('/notifications');
    await author.getByRole('link', { name: tNotifications('decision.hide', { title }) }).click();
    await author.getByText('Take no money before the goods are there.').waitFor();
    await check(author);
    await author.getByLabel(tDecisions('appealLabel')).fill(appeal);
    await press(author, tDecisions('send'));
    await author.getByText(tDecisions('appealed')).waitFor();

    const { page: second } = await enter(await addModerator(url), visiting);
    await second.goto('/moderation?kind=appeal');
    await second.getByRole('link', { name: appeal }).click();
    await second
      .getByRole('button', { name: t('undo'), exact: true })
      .first()
      .click();
    const undoing = second.getByRole('dialog');
    await undoing.getByLabel(t('reason')).selectOption('mistake');
    await undoing.getByLabel(t('text')).fill('The report was wrong.');
    await check(second);
    await undoing.getByRole('button', { name: t('undo') }).click();
    await waitForToast(second, t('undone'));

    await author.goto('/notifications');
    await author
      .getByRole('link', { name: tNotifications('decision.undone', { kind: 'post', title }) })
      .first()
      .click();
    await author.getByText('The report was wrong.').waitFor();
    await reporter.goto(`/post/${postId}`);
    await reporter.getByRole('heading', { level: 1, name: title }).waitFor();
  },
);

test.each([
  ['en', { viewport: desktop }],
  ['hi', onPhone],
] as const)('a case says what automatic rules found (%s)', async (language, options) => {
  const t = textsIn(language, 'moderation');
  const farmer = await addPerson(url);
  const title = `Wheat, call 98765 ${randomInt(10_000, 100_000)}`;
  await addPost(farmer, { title, description: 'Each buyer wins in our lottery' });
  const moderator = await addModerator(url);
  const { page } = await enter(moderator, { ...options, locale: `${language}-IN` });
  // The flags appear after the server has handled the event of the post.
  await expect
    .poll(async () => {
      const { data } = await moderator.client.call('GET /api/v1/moderation/cases', {
        query: { kind: 'post' },
      });
      return data.find((one) => one.title === title)?.flagsCount;
    })
    .toBe(2);
  await page.goto('/moderation?kind=post');
  const card = page.getByRole('article').filter({ hasText: title });
  await card.getByText(t('flagsCount', { count: 2 })).waitFor();
  await card.getByRole('link').click();
  await page.getByRole('heading', { name: t('flags') }).waitFor();
  await page.getByText(t('flag.phone-in-title')).waitFor();
  await page.getByText(t('flag.words', { words: 'lottery' })).waitFor();
  await expectAccessible(page);
  expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false);
});

test('members find no console, and load none of its code', async () => {
  const { page, problems } = await enter(await addPerson(url));
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await page.goto('/moderation');
  await page.getByRole('heading', { level: 1, name: textsIn('en', 'common')('notFoundTitle') }).waitFor();
  expect(loaded.filter((address) => address.includes('console'))).toEqual([]);
  expect(problems).toEqual([]);
});
