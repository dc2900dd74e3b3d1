import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AxeResults, RuleObject } from 'axe-core';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { expect, inject } from 'vitest';

export const phone = { width: 360, height: 740 };
export const desktop = { width: 1280, height: 800 };
export const onPhone = { viewport: phone, hasTouch: true, isMobile: true };

/** A visit has its own browser profile and ends with the test. */
export interface Visit {
  page: Page;
  /** Console errors and uncaught exceptions. The test fails when one is left at the end. */
  problems: string[];
}

/** The browser that all tests share. */
let browser: Promise<Browser> | undefined;
const visits = new Set<Visit>();

/**
 * Messages in the browser's console that are expected, because it reports refusals and cut connections as errors. 400
 * is for a socket that the server has closed, 403 for the console without a second factor, the log-in of a suspended
 * person and a link for another account, and 404 for an unknown pincode and a photo that another journey has deleted.
 */
const expected =
  /status of (401|409|422|429)|status of 400 .*\/socket\.io\/|WebSocket connection to .*\/socket\.io\/.* 400|status of 403 .*\/(moderation\/|operations|users\/(?:login|verify-email))|status of 404 .*\/(pincodes|media)\/|ERR_(INTERNET_DISCONNECTED|FAILED)/;

export async function visit(url: string, options: BrowserContextOptions = {}): Promise<Visit> {
  browser ??= chromium.connect(inject('browser'));
  const settings = { baseURL: url, locale: 'en-IN', viewport: desktop, ...options };
  const context = await (await browser).newContext(settings);
  context.setDefaultTimeout(60_000);
  await context.addInitScript(collectToasts);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    const problem = `${message.text()} ${message.location().url}`;
    if (message.type() === 'error' && !expected.test(problem)) problems.push(problem);
  });
  const visited = { page, problems };
  visits.add(visited);
  return visited;
}

/** Ends the visits of a test. For a failed test it prints the text of each page, and where its screenshot is. */
export async function endVisits(hasFailed: boolean): Promise<void> {
  const ended = [...visits];
  visits.clear();
  for (const { page } of ended) {
    if (hasFailed && !page.isClosed()) {
      const text = await page.innerText('body', { timeout: 5_000 }).catch(String);
      const path = `test-results/${crypto.randomUUID()}.png`;
      await page.screenshot({ path, timeout: 5_000 }).catch(String);
      console.error(`${page.url()} (${path})\n${text}`);
    }
    await page.context().close();
  }
  expect(ended.flatMap(({ problems }) => problems)).toEqual([]);
}

const collectToasts = `
  window.toasts = new Set();
  new MutationObserver(() => {
    for (const { textContent } of document.querySelectorAll('[data-sonner-toast]')) toasts.add(textContent);
  }).observe(document, { childList: true, subtree: true, characterData: true });
`;

/**
 * Waits for a toast. It also finds one that has disappeared since the page was loaded, because a busy machine may be
 * too late to see it.
 */
export async function waitForToast(page: Page, text: string): Promise<void> {
  await expect
    .poll(() => page.evaluate<string[]>('[...toasts]'))
    .toContainEqual(expect.stringContaining(text));
}

/** Changes the browser's colour scheme and waits until the page follows, in a later frame. */
export async function setColors(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await expect.poll(() => page.evaluate('document.documentElement.dataset.theme')).toBe(colorScheme);
}

const axeTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Adds axe without `page.evaluate`, which would return all that it exports. */
async function addAxe(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: axe });
  await session.detach();
}

/** Tests the page against WCAG 2.2 A and AA and the best practices of axe. */
export async function expectAccessible(page: Page, rules: RuleObject = {}): Promise<void> {
  // Wait for transitions to end, because contrast is lower during them. When that of an inherited colour ends, those of
  // the children begin.
  await page.evaluate(`(async () => {
    const isRunning = ({ effect, playState, timeline }) =>
      timeline instanceof DocumentTimeline && playState === 'running' && effect.getComputedTiming().endTime !== Infinity;
    for (let running; (running = document.getAnimations().filter(isRunning)).length > 0; )
      await Promise.allSettled(running.map(({ finished }) => finished));
  })()`);
  // Scroll to the top, because in a scrolled page the top bar may cover a part of a field, which is then too small a
  // target.
  await page.evaluate('scrollTo(0, 0)');
  // Axe runs in the page, which takes a quarter of the time of its Playwright package, because it does not look for
  // frames.
  if (await page.evaluate('!window.axe')) await addAxe(page);
  // Earlier toasts are not tested: the last one covers them until the pointer or the focus spreads them.
  const violations = await page.evaluate<AxeResults['violations']>(
    `axe.run({ exclude: '[data-sonner-toast][data-front=false]' },
      { runOnly: ${JSON.stringify(axeTags)}, resultTypes: ['violations'], rules: ${JSON.stringify(rules)} }).then(({ violations }) => violations)`,
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
