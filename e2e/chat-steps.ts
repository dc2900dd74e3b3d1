import type { Language } from '@upaj/contract/texts';
import type { Page } from 'playwright-core';
import { textsIn } from '../server/src/platform/texts.ts';

/** Finds the region of the conversation. Tests look for texts within it, because the list of chats shows them too. */
export function room(page: Page, language: Language = 'en') {
  const name = textsIn(language, 'chat')('messages', { name: '' }).trim();
  return page.getByRole('region', { name });
}

const messages = (page: Page, language?: Language) =>
  room(page, language)
    .getByRole('listitem')
    .filter({ has: page.locator('time') });
export const field = (page: Page, language: Language = 'en') =>
  page.getByRole('textbox', { name: textsIn(language, 'chat')('write') });

export async function write(page: Page, text: string, language?: Language): Promise<void> {
  await field(page, language).fill(text);
  await field(page, language).press('Enter');
}

export async function texts(page: Page, language?: Language): Promise<string[]> {
  const all = await messages(page, language).locator('p.wrap-anywhere').allTextContents();
  return all.map((text) => text.trim());
}
