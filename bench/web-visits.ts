import type { Browser, Page } from 'playwright-core';
import { openSlowLine, type SlowLine } from './slow-line.ts';
import type { DemoMarket } from './web-demo.ts';

export interface VisitTimes {
  visit: 'first' | 'next';
  /** After how many ms the title of the first post is on screen. */
  readable: number;
  /** How many requests were sent until then. */
  requests: number;
  scripts: number;
  kilobytes: number;
}

const line = { bytesPerSecond: 50_000, roundTrip: 400 };
const cpuFactor = 4;
const patience = 60_000;
/** After so many ms without a byte, the service worker has certainly stored its files. */
const quiet = 3_000;

/**
 * Measures a first visit of the feed and the next one in the same browser, on a slow phone with 400 kbit/s and 400 ms.
 */
export async function measureVisits(browser: Browser, market: DemoMarket): Promise<VisitTimes[]> {
  const slow = await openSlowLine({ ...line, port: Number(new URL(market.url).port) });
  const url = `http://localhost:${slow.port}`;
  const context = await browser.newContext({
    baseURL: url,
    locale: 'en-IN',
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  });
  try {
    await context.addCookies([{ ...market.cookie, url }]);
    await context.addInitScript(watchForTitle);
    const times: VisitTimes[] = [];
    for (const visit of ['first', 'next'] as const) {
      const page = await context.newPage();
      times.push({ visit, ...(await measureVisit(page, slow)) });
      await waitForQuiet(slow);
      await page.close();
    }
    return times;
  } finally {
    await context.close();
    await slow.stop();
  }
}

async function measureVisit(page: Page, slow: SlowLine): Promise<Omit<VisitTimes, 'visit'>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuFactor });
  const bytesBefore = slow.received();
  const { promise: shown, resolve, reject } = Promise.withResolvers<number>();
  await page.exposeFunction('onTitleShown', resolve);
  const timer = setTimeout(() => reject(new Error('The feed did not become readable.')), patience);
  await page.goto('/', { waitUntil: 'commit' });
  const readable = await shown.finally(() => clearTimeout(timer));
  const received = slow.received() - bytesBefore;
  const requests = JSON.parse(String(await page.evaluate(listRequests))) as {
    start: number;
    bytes: number;
    isScript: boolean;
  }[];
  const before = requests.filter(({ start, bytes }) => start < readable && bytes > 0);
  return {
    readable,
    requests: before.length,
    scripts: before.filter(({ isScript }) => isScript).length,
    kilobytes: received / 1000,
  };
}

/** A script for the page, which reports the time of the frame in which the first post's title appeared. */
const watchForTitle = `{
  const look = () => {
    const title = document.querySelector('main article h2');
    if (!title || !title.getBoundingClientRect().height) return requestAnimationFrame(look);
    requestAnimationFrame(() => setTimeout(() => window.onTitleShown(performance.now())));
  };
  requestAnimationFrame(look);
}`;

/**
 * A script for the page, which lists the requests that reached the network: responses from a cache transferred nothing.
 */
const listRequests = `JSON.stringify(
  [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map((entry) => ({
    start: entry.startTime,
    bytes: entry.transferSize || (entry.responseEnd === 0 ? 1 : 0),
    isScript: entry.name.endsWith('.js'),
  })),
)`;

async function waitForQuiet(slow: SlowLine): Promise<void> {
  for (let seen = -1; slow.received() !== seen;) {
    seen = slow.received();
    await new Promise((resolve) => setTimeout(resolve, quiet));
  }
}
