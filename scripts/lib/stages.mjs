import { checkBudgets } from './budgets.mjs';
import { runChecks } from './checks.mjs';
import { fastFolder } from './fast-folder.mjs';
import { findChromium } from './find-programs.mjs';
import { startPostgres } from './postgres.mjs';
import { startRedis } from './redis.mjs';
import { runVitest } from './vitest-stage.mjs';

/** @typedef {import('./vitest-stage.mjs').Count} Count */
/** @typedef {{ title: string; run: (filters: readonly string[]) => Promise<Count> }} Stage */

/**
 * The whole server suite runs on PostgreSQL. These files also run on the embedded database, because there the two can
 * differ: in the values that a driver returns, in what one connection does to work at the same time, and on disk.
 */
const embeddedFiles = [
  // Migrations, column types, locks of the data folder.
  'server/src/platform/db/',
  // pg-boss has its own SQL.
  'server/src/platform/jobs/open-jobs.test.ts',
  // Hand-tuned queries, JSON built by the database, trigram search.
  'server/src/trade/feed/feed.test.ts',
  'server/src/trade/feed/paging.test.ts',
  'server/src/trade/feed/search',
  'server/src/mandi/market-page/overview.test.ts',
  'server/src/mandi/board/nearest-price.test.ts',
  'server/src/mandi/market-page/rates.test.ts',
  // Bulk imports.
  'server/src/mandi/rates/rates.test.ts',
  'server/src/mandi/rates/source-run.test.ts',
  // Reads and empties every table.
  'server/src/moderation/personal-data/',
  // Concurrent requests on one connection.
  'server/src/trade/posts/races.test.ts',
  // Real processes and data folders.
  'server/test/durability.test.ts',
  'server/test/admin-command.test.ts',
  'server/test/memory.test.ts',
  // One file per other feature, for its column types.
  'server/src/people/account/account.test.ts',
  'server/src/mandi/alerts/evaluate.test.ts',
  'server/src/trade/comments/comments.test.ts',
  'server/src/chat/messages/messages.test.ts',
  'server/src/notify/notifications/notifications.test.ts',
  'server/src/trade/posts/posts.test.ts',
  'server/src/people/profiles/profiles.test.ts',
  'server/src/deals/reviews/reviews.test.ts',
];

const onEmbedded = { TEST_DATABASE_URL: undefined, TEST_REDIS_URL: undefined };

/** @param {readonly string[]} filters */
async function runOnPostgres(filters) {
  const postgres = await startPostgres();
  const redis = await startRedis();
  console.log(`PostgreSQL ${postgres.version} on port ${postgres.port} and Redis, in temporary folders`);
  try {
    const servers = { TEST_DATABASE_URL: postgres.url, TEST_REDIS_URL: redis.url, TMPDIR: fastFolder() };
    return await runVitest('postgres', ['server'], filters, servers);
  } finally {
    await redis.stop();
    await postgres.stop();
  }
}

/** @param {readonly { ok: boolean }[]} results @returns {Count} */
const countOf = (results) => ({
  passed: results.filter((result) => result.ok).length,
  failed: results.filter((result) => !result.ok).length,
  skipped: 0,
});

/** @type {Record<string, Stage>} */
export const stages = {
  check: { title: 'Static checks', run: async () => countOf(await runChecks()) },
  unit: {
    title: 'Contract, web and scripts',
    run: (filters) => runVitest('unit', ['contract', 'web', 'web-process', 'scripts'], filters),
  },
  budgets: { title: 'Web bundle budgets', run: async () => countOf(await checkBudgets()) },
  e2e: {
    title: 'Journeys in Chromium',
    run: (filters) => runVitest('e2e', ['e2e'], filters, { ...onEmbedded, CHROMIUM_PATH: findChromium() }),
  },
  postgres: { title: 'Server, PostgreSQL and Redis', run: runOnPostgres },
  embedded: {
    title: 'Server, embedded database',
    run: (filters) =>
      runVitest('embedded', ['server'], filters.length > 0 ? filters : embeddedFiles, {
        ...onEmbedded,
        TMPDIR: fastFolder(),
      }),
  },
};

/** Lanes run in parallel: while one waits, the other computes. */
export const lanes = [
  ['postgres', 'embedded'],
  ['check', 'unit', 'budgets', 'e2e'],
];
