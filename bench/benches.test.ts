import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startPostgres } from '../scripts/lib/postgres.mjs';
import { runAlerts } from './alerts.ts';
import { runChat } from './chat.ts';
import { runFeed } from './feed.ts';
import { runMarket } from './market.ts';
import { runMixed } from './mixed.ts';
import { runOffers } from './offers.ts';
import type { BenchOptions } from './stage.ts';
import { runWrites } from './writes.ts';

/** As `--quick`. */
const options: BenchOptions = {
  sizes: [1_000],
  only: undefined,
  seconds: 0.2,
  rounds: 1,
  pairs: 2,
  restMinutes: 0,
  rows: 2_000,
  runs: 1,
  screens: undefined,
  data: undefined,
  isQuick: true,
};

let postgres: Awaited<ReturnType<typeof startPostgres>>;
beforeAll(async () => {
  postgres = await startPostgres({ settings: ['shared_preload_libraries=pg_stat_statements'] });
});
afterAll(() => postgres.stop());

const writes = ['like', 'create', 'price', 'availability', 'comment', 'follow', 'message', 'offer', 'accept'];

test.each([
  [
    'feed',
    runFeed,
    ['app warm / L3 counters', 'price-low', 'page 250 of 4 each', 'suggestions', 'feed / /healthz'],
  ],
  ['chat', runChat, ['bare relay', 'app / relay', 'a room of 200']],
  ['writes', runWrites, [...writes.map((name) => `\n${name} `), 'bytes on disk for each post']],
  ['offers', runOffers, ['box=sent&status=open']],
  ['mixed', runMixed, ['requests/s', ' 0 errors', 'MB at the start']],
  ['alerts', runAlerts, ['✓ all, many met', '✓ the same again: 0 fired']],
  ['market', runMarket, ['✓ first', '✓ again', 'overview of Delhi']],
])('the bench of %s runs on 1,000 posts', async (_, run, figures) => {
  let printed = '';
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  await run({ ...options, server: postgres.url }).finally(() => write.mockRestore());
  for (const figure of figures) expect(printed).toContain(figure);
});
