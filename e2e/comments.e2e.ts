import { expect, inject, test } from 'vitest';
import { addPerson, addPost } from '../server/test/factories.ts';
import { textsIn } from '../server/src/platform/texts.ts';
import { expectAccessible, phone } from './browser.ts';
import { enter } from './steps.ts';

const url = inject('server');
const tComments = textsIn('en', 'comments');
const tCommon = textsIn('en', 'common');
const tNotifications = textsIn('en', 'notifications');

test('a buyer comments, the seller is notified, follows the link and replies; a comment is deleted', async () => {
  const farmer = await addPerson(url);
  const merchant = await addPerson(url, { userType: 'merchant' });
  const post = await addPost(farmer, { title: 'Washed ginger' });
  const his = await enter(farmer);
  await his.page.goto('/');
  await his.page.getByText('Washed ginger').first().waitFor();

  const hers = await enter(merchant, { viewport: phone });
  await hers.page.goto(`/post/${post._id}`);
  // Scroll down, because the comments load only when the reader comes near.
  await hers.page.getByText(post.author.fullName).last().scrollIntoViewIfNeeded();
  await hers.page.getByText(tComments('empty')).waitFor();
  const hersComments = hers.page.getByRole('region', { name: tComments('title') });
  await hersComments.getByRole('button', { name: tComments('send') }).click();
  await hersComments.getByText('Please write a comment').waitFor();
  await hersComments.getByLabel(tComments('label')).fill('How fresh is it?\nAnd for 40 quintal?');
  await Promise.all([
    // The button is in a toast, which disappears after some seconds.
    his.page.getByRole('button', { name: tNotifications('see.comment') }).click(),
    hersComments.getByRole('button', { name: tComments('send') }).click(),
  ]);
  await hersComments.getByRole('article').getByText('How fresh is it?').waitFor();
  expect(await hersComments.getByLabel(tComments('label')).inputValue()).toBe('');
  await hersComments.getByText('(1)').waitFor();

  await his.page.waitForURL(/\/post\//);
  const hisComments = his.page.getByRole('region', { name: tComments('title') });
  await hisComments.getByText('And for 40 quintal?').waitFor();
  await expect.poll(() => hisComments.evaluate((it) => it.getBoundingClientRect().top)).toBeLessThan(500);
  await hisComments.getByLabel(tComments('label')).fill('Dug this morning.');
  await hisComments.getByRole('button', { name: tComments('send') }).click();
  await hisComments.getByRole('article').getByText('Dug this morning.').waitFor();

  await hers.page.reload();
  const answer = hersComments.getByRole('article').filter({ hasText: 'Dug this morning.' });
  await answer.getByText(tComments('seller'), { exact: true }).waitFor();
  await answer.scrollIntoViewIfNeeded();
  await expectAccessible(hers.page);
  const question = hersComments.getByRole('article').filter({ hasText: 'How fresh is it?' });
  await question.getByRole('button', { name: tCommon('delete') }).click();
  const confirmation = hers.page.getByRole('dialog');
  await confirmation.waitFor();
  await expectAccessible(hers.page);
  await confirmation.getByRole('button', { name: tCommon('delete') }).click();
  await question.waitFor({ state: 'detached' });
  await hersComments.getByText('(1)').waitFor();

  await hersComments.getByLabel(tComments('label')).fill('Then 20 quintal, please.');
  await hers.page.context().setOffline(true);
  await hersComments.getByRole('button', { name: tComments('send') }).click();
  await hersComments.getByRole('alert').waitFor();
  expect(await hersComments.getByLabel(tComments('label')).inputValue()).toBe('Then 20 quintal, please.');
  await hers.page.context().setOffline(false);
  await hersComments.getByRole('button', { name: tComments('send') }).click();
  await hersComments.getByRole('article').getByText('Then 20 quintal, please.').waitFor();
  await hersComments.getByText('(2)').waitFor();
});
