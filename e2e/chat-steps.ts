import type { Browser, Page } from 'playwright-core';
import type { Person } from '../server/test/factories.ts';
import { chat } from '../web/src/i18n/en/chat.ts';
import { desktop, visit, type Visit } from './browser.ts';

/** A browser in which this person is logged in. */
export async function enter(browser: Browser, { client }: Person, viewport = desktop): Promise<Visit> {
  const { url } = client;
  const seen = await visit(browser, url, { viewport, reducedMotion: 'reduce' });
  const cookies = [...client.cookies].map(([name, value]) => ({ name, value, url }));
  await seen.page.context().addCookies(cookies);
  return seen;
}

/** On a wide screen the list stands beside it, with the same words. */
export const room = (page: Page) => page.getByRole('region', { name: /Conversation with/ });
const messages = (page: Page) =>
  room(page)
    .getByRole('listitem')
    .filter({ has: page.locator('time') });
export const field = (page: Page) => page.getByRole('textbox', { name: chat.write });

export async function write(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press('Enter');
}

/** What stands in the room, without times. */
export async function texts(page: Page): Promise<string[]> {
  const all = await messages(page).locator('p.wrap-anywhere').allTextContents();
  return all.map((text) => text.trim());
}
