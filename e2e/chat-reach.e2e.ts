import { expect, inject, test } from 'vitest';
import { addPerson } from '../server/test/factories.ts';
import { textsIn } from '../server/src/platform/texts.ts';
import { expectAccessible, phone, tabTo } from './browser.ts';
import { field, room } from './chat-steps.ts';
import { enter } from './steps.ts';

const url = inject('server');
const tChat = textsIn('en', 'chat');
const tShell = textsIn('en', 'shell');

test('a long conversation opens at its end and scrolls back without a jump', async () => {
  const farmer = await addPerson(url);
  const merchant = await addPerson(url);
  const params = { userId: farmer.account._id };
  for (let index = 1; index <= 30; index += 1) {
    const body = { text: `m${index}` };
    await merchant.client.call('POST /api/v1/messages/send/:userId', { params, body });
  }
  await farmer.client.call('POST /api/v1/messages/send/:userId', {
    params: { userId: merchant.account._id },
    body: { text: 'answer' },
  });
  for (let index = 31; index <= 120; index += 1) {
    const body = { text: `m${index}` };
    await merchant.client.call('POST /api/v1/messages/send/:userId', { params, body });
  }
  const list = await farmer.client.call('GET /api/v1/messages/:userId', {
    params: { userId: merchant.account._id },
  });
  const messageId = list.messages.at(-1)?._id ?? '';
  await farmer.client.call('PUT /api/v1/messages/mark/:messageId', { params: { messageId } });

  const { page } = await enter(farmer);
  await page.goto(`/chat/${merchant.account.username}`);
  await room(page).getByText('m120', { exact: true }).waitFor();
  const isInView = (text: string) =>
    room(page)
      .getByText(text, { exact: true })
      .evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return top >= 0 && bottom <= window.innerHeight;
      });
  expect(await isInView('m120')).toBe(true);
  const scroller = room(page);
  await scroller.evaluate((element) => {
    element.scrollTop = -(element.scrollHeight - element.clientHeight) + 300;
  });
  const topOf = (text: string) =>
    room(page)
      .getByText(text, { exact: true })
      .evaluate((element) => element.getBoundingClientRect().top);
  await page.waitForTimeout(300);
  const before = await topOf('m90');
  await page.getByText('m40', { exact: true }).waitFor({ state: 'attached' });
  expect(Math.abs((await topOf('m90')) - before)).toBeLessThan(3);
  await page.getByRole('button', { name: tChat('toLatest') }).click();
  await expect.poll(() => isInView('m120')).toBe(true);
});

test('a chat works by keyboard alone, and new messages are announced', async () => {
  const farmer = await addPerson(url, { fullName: 'Gurpreet Singh' });
  const merchant = await addPerson(url, { fullName: 'Anita Deshmukh', userType: 'merchant' });
  const params = { userId: farmer.account._id };
  const say = (text: string) =>
    merchant.client.call('POST /api/v1/messages/send/:userId', { params, body: { text } });
  await say('Is the wheat dry?');
  const { page } = await enter(farmer);
  await page.goto('/Chat');
  await page.getByRole('link', { name: /Anita Deshmukh/ }).waitFor();
  await tabTo(page, /Anita Deshmukh/);
  await page.keyboard.press('Enter');
  await field(page).waitFor();
  await tabTo(page, tChat('messages', { name: 'Anita Deshmukh' }));
  await tabTo(page, tChat('report'));
  await tabTo(page, tChat('write'));
  await page.keyboard.type('Yes');
  await tabTo(page, tChat('send'));
  await page.keyboard.press('Enter');
  await room(page)
    .getByRole('img', { name: tChat('sent'), exact: true })
    .waitFor();
  await page.keyboard.type('11%');
  expect(await field(page).inputValue()).toBe('11%');

  await say('Good');
  const spoken = page
    .getByRole('status')
    .filter({ hasText: tShell('newMessage', { name: 'Anita Deshmukh', text: 'Good' }) });
  await spoken.waitFor({ state: 'attached' });
  for (let count = 0; count < 20; count += 1) await page.keyboard.press('Shift+Tab');
  await tabTo(page, tChat('back'));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: tChat('title') }).waitFor();
});

test('on a wide screen the list is beside the conversation and switches between them', async () => {
  const farmer = await addPerson(url);
  const merchant = await addPerson(url, { fullName: 'Anita Deshmukh', userType: 'merchant' });
  const other = await addPerson(url, { fullName: 'Sukhdev Brar', userType: 'merchant' });
  const params = { userId: farmer.account._id };
  const send = 'POST /api/v1/messages/send/:userId';
  for (const { client } of [merchant, other]) await client.call(send, { params, body: { text: 'Hello' } });
  const { page } = await enter(farmer);
  await page.goto(`/chat/${merchant.account.username}`);
  const list = page.getByRole('list', { name: tChat('list') });
  const current = list.locator('[aria-current=page]');
  await current.getByText('Anita Deshmukh').waitFor();
  await list.getByRole('link', { name: /Sukhdev Brar/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Sukhdev Brar' }).waitFor();
  await current.getByText('Sukhdev Brar').waitFor();
  await merchant.client.call(send, { params, body: { text: 'Are you there?' } });
  await list.getByRole('listitem').first().getByText('Are you there?').waitFor();
  await expectAccessible(page);
  await page.setViewportSize(phone);
  await list.waitFor({ state: 'detached' });
});
