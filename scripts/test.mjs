// `npm test`: every stage after the other, one sum at the end. `npm test -- --only server likes` runs one stage, and
// of that the test files whose path contains "likes".
import { parseArgs } from 'node:util';
import { checkBudgets } from './lib/budgets.mjs';
import { runChecks } from './lib/checks.mjs';
import { endChildren } from './lib/child.mjs';
import { findChromium } from './lib/find-programs.mjs';
import { startPostgres } from './lib/postgres.mjs';
import { startRedis } from './lib/redis.mjs';
import { reportFailure, seconds } from './lib/steps.mjs';
import { runVitest } from './lib/vitest-stage.mjs';

/** @typedef {import('./lib/vitest-stage.mjs').Count} Count */

const { values, positionals: filters } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string', multiple: true } },
});

/** @param {readonly { ok: boolean }[]} results @returns {Count} */
const countOf = (results) => ({
  passed: results.filter((result) => result.ok).length,
  failed: results.filter((result) => !result.ok).length,
  skipped: 0,
});

/** The server suite again, on the database that large installations use, and with several processes on Redis. */
async function runOnPostgres() {
  const postgres = await startPostgres();
  const redis = await startRedis();
  console.log(`PostgreSQL ${postgres.version} on port ${postgres.port} and Redis, in temporary folders`);
  try {
    const servers = { TEST_DATABASE_URL: postgres.url, TEST_REDIS_URL: redis.url };
    return await runVitest('postgres', ['server'], filters, servers);
  } finally {
    await redis.stop();
    await postgres.stop();
  }
}

const embedded = { TEST_DATABASE_URL: undefined, TEST_REDIS_URL: undefined };

/** @type {Record<string, { title: string; run: () => Promise<Count> }>} */
const stages = {
  check: { title: 'Static checks', run: async () => countOf(await runChecks()) },
  unit: {
    title: 'Contract, web and scripts',
    run: () => runVitest('unit', ['contract', 'web', 'scripts'], filters),
  },
  server: {
    title: 'Server, embedded database',
    run: () => runVitest('server', ['server'], filters, embedded),
  },
  postgres: { title: 'Server, PostgreSQL', run: runOnPostgres },
  budgets: { title: 'Web bundle budgets', run: async () => countOf(await checkBudgets()) },
  e2e: {
    title: 'Journeys in Chromium',
    run: () => runVitest('e2e', ['e2e'], filters, { ...embedded, CHROMIUM_PATH: findChromium() }),
  },
};

const chosen = values.only ?? Object.keys(stages);
const unknown = chosen.filter((name) => !stages[name]);
if (unknown.length > 0) {
  console.error(`No stage is called ${unknown.join(', ')}. The stages: ${Object.keys(stages).join(', ')}.`);
  process.exit(1);
}

let isInterrupted = false;
/** @param {NodeJS.Signals} signal @param {number} exitCode */
const interrupt = (signal, exitCode) => {
  // A second Ctrl-C waits for nothing; the cluster is still removed, by its exit handler.
  if (isInterrupted) process.exit(exitCode);
  isInterrupted = true;
  process.exitCode = exitCode;
  endChildren(signal);
};
process.on('SIGINT', () => interrupt('SIGINT', 130));
process.on('SIGTERM', () => interrupt('SIGTERM', 143));

/** @type {Count} */
const sum = { passed: 0, failed: 0, skipped: 0 };
/** @type {string[]} */
const lines = [];

for (const name of chosen) {
  const stage = stages[name];
  if (!stage || isInterrupted) break;
  console.log(`\n── ${stage.title} ${'─'.repeat(Math.max(0, 76 - stage.title.length))}`);
  const started = Date.now();
  /** @type {Count} */
  let count = { passed: 0, failed: 1, skipped: 0 };
  try {
    count = await stage.run();
  } catch (error) {
    reportFailure(error);
  }
  if (isInterrupted) break;
  if (count.passed + count.failed === 0) {
    console.error('This stage ran no test.');
    count.failed = 1;
  }
  sum.passed += count.passed;
  sum.failed += count.failed;
  sum.skipped += count.skipped;
  const mark = count.failed === 0 ? '✓' : '✗';
  const line = `${mark} ${stage.title}: ${count.passed} passed, ${count.failed} failed`;
  lines.push(`${line} in ${seconds(Date.now() - started)}`);
}

if (isInterrupted) {
  console.error('\nInterrupted.');
} else {
  console.log(`\n${lines.join('\n')}\n`);
  console.log(
    `${sum.passed} passed, ${sum.failed} failed${sum.skipped > 0 ? `, ${sum.skipped} skipped` : ''}`,
  );
  process.exitCode = sum.failed === 0 ? 0 : 1;
}
