import { source as axe, type AxeResults } from 'axe-core';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { afterEach, expect, inject } from 'vitest';

export const phone = { width: 360, height: 740 };
export const desktop = { width: 1280, height: 800 };

declare module 'vitest' {
  interface TaskMeta {
    /** Of the pages that were open when the test failed. */
    urls?: string[];
  }
}

const openPages = new Set<Page>();

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  const pages = [...openPages];
  openPages.clear();
  task.meta.urls = pages.map((page) => page.url());
  for (const page of pages) {
    const text = await page.innerText('body', { timeout: 5_000 }).catch(String);
    console.error(`${page.url()}\n${text}`);
  }
});

/** The one browser of the run, in which each visit has its own profile. */
export function launch(): Promise<Browser> {
  return chromium.connect(inject('browser'));
}

/** In its own profile, with the problems on it. */
export interface Visit {
  page: Page;
  /** Console errors and uncaught exceptions; each journey expects none. */
  problems: string[];
  close(): Promise<void>;
}

/** Expected responses that the browser reports in the console; 400 is that of a socket which the server has closed. */
const expectedStatus = /status of (401|409|422|429)|status of 400 .*\/socket\.io\//;

export async function visit(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({ baseURL: url, locale: 'en-IN', viewport: desktop, ...options });
  context.setDefaultTimeout(20_000);
  await context.addInitScript(collectToasts);
  const page = await context.newPage();
  openPages.add(page);
  page.on('close', () => openPages.delete(page));
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    const problem = `${message.text()} ${message.location().url}`;
    if (message.type() === 'error' && !expectedStatus.test(problem)) problems.push(problem);
  });
  return { page, problems, close: () => context.close() };
}

const collectToasts = `
  window.toasts = new Set();
  new MutationObserver(() => {
    for (const { textContent } of document.querySelectorAll('[data-sonner-toast]')) toasts.add(textContent);
  }).observe(document, { childList: true, subtree: true, characterData: true });
`;

/** Since the page was loaded: a toast leaves after seconds, which a busy machine may miss. */
export async function waitForToast(page: Page, text: string, options = {}): Promise<void> {
  await expect
    .poll(() => page.evaluate<string[]>('[...toasts]'), options)
    .toContainEqual(expect.stringContaining(text));
}

const axeTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** WCAG 2.2 A and AA and axe's best practices. */
export async function expectAccessible(page: Page): Promise<void> {
  // Contrast is lower during transitions; when one of an inherited colour ends, those of the children begin.
  await page.evaluate(`(async () => {
    const isRunning = ({ effect, playState }) =>
      playState === 'running' && effect.getComputedTiming().endTime !== Infinity;
    for (let running; (running = document.getAnimations().filter(isRunning)).length > 0; )
      await Promise.allSettled(running.map(({ finished }) => finished));
  })()`);
  // Scrolled, fields are partly under the top bar, where they are no targets.
  await page.evaluate('scrollTo(0, 0)');
  // Without frames, this takes a quarter of the time of axe's Playwright package.
  if (await page.evaluate('!window.axe')) await page.evaluate(axe);
  // The last toast covers those before it, until the pointer or the focus spreads them.
  const violations = await page.evaluate<AxeResults['violations']>(
    `axe.run({ exclude: '[data-sonner-toast][data-front=false]' },
      { runOnly: ${JSON.stringify(axeTags)}, resultTypes: ['violations'] }).then(({ violations }) => violations)`,
  );
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  expect(found, `axe on ${page.url()}`).toEqual([]);
}

export async function tabTo(page: Page, name: RegExp | string, most = 60): Promise<void> {
  for (let count = 0; count < most; count += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate<string>(`(() => {
      const element = document.activeElement;
      if (element === document.body) return '';
      const labels = [...(element?.labels ?? [])].map((label) => label.textContent).join(' ');
      return [element?.getAttribute('aria-label'), labels, element?.textContent].filter(Boolean).join(' ');
    })()`);
    if (typeof name === 'string' ? focused.includes(name) : name.test(focused)) return;
  }
  throw new Error(`Tab did not reach ${String(name)}`);
}
