import type { Page } from 'playwright-core';
import { textsIn } from '../server/src/platform/texts.ts';

const tChat = textsIn('en', 'chat');

/** A list beside it shows the same text. */
export const room = (page: Page) => page.getByRole('region', { name: /Conversation with/ });
const messages = (page: Page) =>
  room(page)
    .getByRole('listitem')
    .filter({ has: page.locator('time') });
export const field = (page: Page) => page.getByRole('textbox', { name: tChat('write') });

export async function write(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press('Enter');
}

export async function texts(page: Page): Promise<string[]> {
  const all = await messages(page).locator('p.wrap-anywhere').allTextContents();
  return all.map((text) => text.trim());
}
