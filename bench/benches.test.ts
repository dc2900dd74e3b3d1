import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startPostgres } from '../scripts/lib/postgres.mjs';
import { runAlerts } from './alerts.ts';
import { runChat } from './chat.ts';
import { runCluster } from './cluster.ts';
import { runCosts } from './costs.ts';
import { runFeed } from './feed.ts';
import { runFlood } from './flood.ts';
import { runMarket } from './market.ts';
import { runMixed } from './mixed.ts';
import { runOffers } from './offers.ts';
import { isInstalled } from '../server/test/faults/proxies.ts';
import { withLongLimits } from '../server/src/platform/db/time-limits.ts';
import type { BenchOptions } from './stage.ts';
import { runSince } from './since.ts';
import { actions } from './write-requests.ts';
import { runWrites } from './writes.ts';

/** The options that `--quick` sets. */
const options: Omit<BenchOptions, 'only'> = {
  sizes: [1_000],
  seconds: 0.2,
  turns: 1,
  pairs: 1,
  restMinutes: 0,
  minutes: 0.05,
  rows: 2_000,
  runs: 1,
  screens: undefined,
  language: undefined,
  data: undefined,
  commit: 'HEAD',
  isQuick: true,
};

const printedBy = async (run: (options: BenchOptions) => Promise<void>, only?: readonly string[]) => {
  let printed = '';
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  const quick = { ...options, only, server: postgres.url };
  await withLongLimits(() => run(quick)).finally(() => write.mockRestore());
  return printed;
};

let postgres: Awaited<ReturnType<typeof startPostgres>>;
beforeAll(async () => {
  postgres = await startPostgres({
    settings: ['shared_preload_libraries=pg_stat_statements', 'synchronous_commit=on'],
  });
});
afterAll(() => postgres.stop());

test.each([
  ['the feed against its limits', runFeed, ['limits'], ['app warm / L3 counters', 'app cold / L2 one query']],
  ['lists at two sizes', runFeed, ['flat'], ['price-low', 'page 250 of 4 each', 'suggestions']],
  ['chat', runChat, undefined, ['bare relay', 'app / relay', 'a room of 200']],
  ['writes', runWrites, undefined, [...actions.map((name) => `\n${name} `), 'bytes on disk for each post']],
  ['two versions', runSince, ['like', 'feed-cold'], ['\nlike ', 'WAL bytes', '\nfeed-cold ']],
  ['offers', runOffers, undefined, ['box=sent&status=open']],
  ['a mixed load', runMixed, undefined, ['requests/s', ' 0 errors', 'MB at the start']],
  ['attacks', runFlood, undefined, ['\nsearches ', '\njson ', '\nlogins ', '\nphotos ', '\nframes ']],
  ['alerts', runAlerts, undefined, ['all, many met:', 'the same again: 0 fired']],
  ['the market', runMarket, undefined, ['first:', 'again:', 'overview of Delhi']],
])('the bench of %s runs on 1,000 posts', async (_, run, only, figures) => {
  const printed = await printedBy(run, only);
  for (const figure of figures) expect(printed).toContain(figure);
});

const needs = { meta: { skippedBecause: 'needs HAProxy and openssl' } };
test.runIf(isInstalled('HAProxy'))('the bench of a cluster runs on 1,000 posts', needs, async () => {
  const printed = await printedBy(runCluster);
  for (const figure of [' 0 errors', 'requests for each second of processor time', 'messages between'])
    expect(printed).toContain(figure);
});

test.runIf(isInstalled('HAProxy'))('the bench of costs runs on 1,000 posts', needs, async () => {
  const printed = await printedBy(runCosts);
  for (const name of ['feed, not in memory', '\nmessage ', 'messages of one'])
    expect(printed).toContain(name);
});
