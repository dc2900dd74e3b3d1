import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { furtherCrops } from './web/build/further-crops.ts';
import { texts } from './web/build/texts.ts';

type Project = NonNullable<TestProjectInlineConfiguration['test']>;

const server: Project = {
  include: ['server/{src,test,demo}/**/*.test.ts', 'bench/*.test.ts'],
};

/**
 * The whole server suite runs on PostgreSQL, and the journeys on the embedded database. These files run on both, because
 * there the two can differ: in the values that a driver returns, in what one connection does to work at the same time,
 * and on disk.
 */
const embedded = [
  // Migrations, column types, locks of the data folder.
  'server/src/platform/db/**/*.test.ts',
  // pg-boss has its own SQL.
  'server/src/platform/jobs/open-jobs.test.ts',
  // Hand-tuned queries, JSON built by the database, trigram search.
  'server/src/trade/feed/{feed,paging}.test.ts',
  'server/src/trade/feed/search*.test.ts',
  'server/src/mandi/market-page/overview.test.ts',
  // Bulk imports.
  'server/src/mandi/rates/rates.test.ts',
  'server/src/trade/amounts/amounts.test.ts',
  // Reads and empties every table.
  'server/src/moderation/personal-data/**/*.test.ts',
  // Concurrent requests on one connection.
  'server/src/trade/posts/races.test.ts',
  'server/src/chat/messages/messages.test.ts',
  'server/test/moderation-model.test.ts',
  // Real processes and data folders.
  'server/test/{durability,admin-command,memory,backup}.test.ts',
  'server/src/platform/backup/**/*.test.ts',
];

const web: Project = {
  include: ['web/src/**/*.test.{ts,tsx}'],
  setupFiles: ['web/test/setup.ts'],
  // Each file has a context of its own in a thread that goes on. That is as separate as a process, in two thirds of the time.
  pool: 'vmThreads',
};
/** A thread can neither change its time zone nor run Vite's native code. */
const needsProcess = ['web/src/mandi/rates/chart-options.test.tsx', 'web/src/app/screen-texts.test.ts'];

/** In the order in which they start: what takes long first, so that no core is without work at the end. */
const projects: Project[] = [
  {
    name: 'e2e',
    include: ['e2e/*.e2e.ts'],
    globalSetup: ['e2e/start.ts'],
    setupFiles: ['e2e/setup.ts'],
    // The summary names the journeys that passed only then.
    retry: 1,
  },
  {
    name: 'browsers',
    include: ['e2e/browsers/*.e2e.ts'],
    globalSetup: ['e2e/start.ts'],
  },
  { name: 'checks', include: ['scripts/checks.test.mjs', 'scripts/*.test.ts'] },
  { ...server, name: 'postgres', globalSetup: ['scripts/databases.mjs'] },
  { ...server, name: 'embedded', include: embedded },
  // This project is for running one file at a time, on the embedded database.
  { ...server, name: 'server' },
  { name: 'scripts', include: ['scripts/**/*.test.mjs'], exclude: ['scripts/checks.test.mjs'] },
  { ...web, name: 'web', exclude: needsProcess },
  { ...web, name: 'web-process', include: needsProcess, pool: 'forks' },
  { name: 'contract', include: ['contract/src/**/*.test.ts'] },
];

// Workers and the servers that tests start load the same modules, so these are compiled once.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '.cache/node');

const isWeb = ({ name }: Project) => name === 'web' || name === 'web-process';

class InOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ project, moduleId }: TestSpecification) =>
      2 * projects.findIndex(({ name }) => name === project.name) +
      // Files that start processes take longest.
      (/\/(?:server\/test|bench)\//.test(moduleId) ? 0 : 1);
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: InOrder },
    projects: projects.map((project) => ({
      root: import.meta.dirname,
      plugins: isWeb(project) ? [texts(), furtherCrops()] : [],
      test: {
        environment: 'node',
        env: {},
        // Loading modules takes longer than the tests of most files. Each file starts what it needs.
        isolate: isWeb(project),
        // Node itself loads the files, as it does in production. Vite loads only those of the web app, which need its plugins.
        experimental: { viteModuleRunner: isWeb(project), nodeLoader: false },
        // Some wait while the others compute.
        maxWorkers: availableParallelism() + 2,
        // Tests wait until something happens, so these limits matter only on a busy machine.
        testTimeout: 300_000,
        hookTimeout: 300_000,
        expect: { poll: { timeout: 60_000 } },
        ...project,
      },
    })),
  },
});
