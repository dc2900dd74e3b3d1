import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { findChromium } from '../scripts/lib/find-programs.mjs';
import lighthousePackage from 'lighthouse/package.json' with { type: 'json' };
import { quantile, toTable, verdict } from './numbers.ts';
import { writeResults } from './results.ts';
import type { BenchOptions } from './stage.ts';
import { auditScreen, categories, type Audit } from './web-audit.ts';
import { startDemoMarket, type DemoMarket } from './web-demo.ts';
import { measureVisits, type VisitTimes } from './web-visits.ts';

const targets = {
  score: (category: string) => (category === 'performance' ? 90 : 100),
  /** The longest times until the feed is readable, in ms. */
  readable: { first: 6_000, next: 2_000 },
  requests: 8,
};

/** Runs Lighthouse on the main screens, and the feed on a slow line. */
export async function runWeb(options: BenchOptions): Promise<void> {
  const { only, screens, language = 'en', runs, data } = options;
  const isWanted = (part: string) => !only || only.includes(part);
  const executablePath = findChromium();
  if (!executablePath) throw new Error('Chromium is not installed.');
  const market = await startDemoMarket(data);
  const profile = await mkdtemp(join(tmpdir(), 'upaj-bench-'));
  try {
    const args = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', `--accept-lang=${language}`];
    const browser = await chromium.launch({ executablePath, args });
    const versions = { chromium: browser.version(), lighthouse: lighthousePackage.version };
    const visits = isWanted('visits') ? await measure(browser, market, runs) : [];
    await browser.close();
    const audits = isWanted('lighthouse')
      ? await audit(market, { executablePath, args, profile, screens, runs })
      : [];
    print(visits, audits);
    if (!only && !screens && language === 'en')
      await writeResults('web', options, versions, { runs, visits, audits });
  } finally {
    await market.stop();
    await rm(profile, { recursive: true, force: true });
  }
}

async function measure(browser: Browser, market: DemoMarket, runs: number): Promise<VisitTimes[]> {
  const all: VisitTimes[] = [];
  for (let run = 0; run < runs; run++) all.push(...(await measureVisits(browser, market)));
  return (['first', 'next'] as const).map((visit) => {
    const times = all.filter((one) => one.visit === visit);
    const median = (name: 'readable' | 'requests' | 'scripts' | 'kilobytes') =>
      Math.round(
        quantile(
          times.map((one) => one[name]),
          0.5,
        ),
      );
    return {
      visit,
      readable: median('readable'),
      requests: median('requests'),
      scripts: median('scripts'),
      kilobytes: median('kilobytes'),
    };
  });
}

interface AuditOptions {
  executablePath: string;
  args: string[];
  profile: string;
  screens: readonly string[] | undefined;
  runs: number;
}

async function audit(market: DemoMarket, options: AuditOptions): Promise<Audit[]> {
  const { executablePath, args, profile, screens, runs } = options;
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    args: [...args, '--remote-debugging-port=0'],
  });
  try {
    const port = Number((await readFile(join(profile, 'DevToolsActivePort'), 'utf8')).split('\n')[0]);
    const audits: Audit[] = [];
    for (const [screen, path] of Object.entries(market.screens)) {
      if (screens && !screens.includes(screen)) continue;
      const isForGuests = path === '/login' || path === '/register';
      if (isForGuests) await context.clearCookies();
      else await context.addCookies([{ ...market.cookie, url: market.url }]);
      audits.push(await auditScreen(screen, market.url + path, { port, runs }));
      process.stdout.write('.');
    }
    process.stdout.write('\n');
    return audits;
  } finally {
    await context.close();
  }
}

const seconds = (ms: number) => (ms / 1000).toFixed(2);

function print(visits: readonly VisitTimes[], audits: readonly Audit[]): void {
  if (visits.length > 0) {
    process.stdout.write('\nThe feed on 400 kbit/s, 400 ms, 4 × CPU\n');
    const rows = visits.map(({ visit, readable, requests, scripts, kilobytes }) => [
      visit,
      seconds(readable),
      verdict(readable <= targets.readable[visit]),
      String(requests),
      verdict(requests <= targets.requests),
      String(scripts),
      String(kilobytes),
    ]);
    const head = ['visit', 'readable (s)', '', 'requests', '', 'scripts', 'kB'];
    process.stdout.write(`${toTable(head, rows)}\n`);
  }
  if (audits.length > 0) {
    process.stdout.write('\nLighthouse, mobile\n');
    const rows = audits.map(({ screen, scores, timings, failed }) => [
      screen,
      ...categories.map(
        (category) => `${scores[category]} ${verdict(scores[category] >= targets.score(category))}`,
      ),
      seconds(timings['first paint']),
      seconds(timings['largest paint']),
      seconds(timings['speed index']),
      String(Math.round(timings.blocked)),
      timings.shift.toFixed(3),
      failed.join(', '),
    ]);
    const head = ['screen', ...categories, 'FCP (s)', 'LCP (s)', 'SI (s)', 'TBT (ms)', 'CLS', 'failed'];
    process.stdout.write(`${toTable(head, rows)}\n`);
  }
}
