import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { texts } from './web/build/texts.ts';

/** Waiting ends when the thing happens; the limits are for a busy machine. */
const testTimeout = 60_000;
const patient = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 15_000 } } };

const web = {
  include: ['web/src/**/*.test.{ts,tsx}'],
  setupFiles: ['web/test/setup.ts'],
  testTimeout,
  maxWorkers: 2,
  // A context for each file, in threads that go on: as separate as processes, for two thirds of the time.
  pool: 'vmThreads' as const,
} satisfies TestProjectInlineConfiguration['test'];
/** A thread cannot change its time zone. */
const needsProcess = ['web/src/mandi/rates/chart-options.test.tsx'];

const projects: NonNullable<TestProjectInlineConfiguration['test']>[] = [
  { name: 'contract', include: ['contract/src/**/*.test.ts'], testTimeout },
  {
    name: 'server',
    include: ['server/{src,test,demo}/**/*.test.ts'],
    maxWorkers: 2,
    // Loading the server takes longer than most files test it for. What a file needs it starts itself.
    isolate: false,
    ...patient,
  },
  { ...web, name: 'web', exclude: needsProcess },
  { ...web, name: 'web-process', include: needsProcess, pool: 'forks' },
  { name: 'scripts', include: ['scripts/**/*.test.{ts,mjs}'], testTimeout },
  {
    name: 'e2e',
    include: ['e2e/**/*.e2e.ts'],
    globalSetup: ['e2e/first-start.ts'],
    maxWorkers: 2,
    ...patient,
  },
];

/** Those that start processes take longest. Last, they would leave a core without work. */
class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification) => moduleId.includes('/server/test/');
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: SlowestFirst },
    projects: projects.map((project, index) => ({
      root: import.meta.dirname,
      plugins: String(project.name).startsWith('web') ? [texts()] : [],
      test: { environment: 'node', ...project, sequence: { groupOrder: index } },
    })),
  },
});
