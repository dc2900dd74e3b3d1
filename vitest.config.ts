import { defineConfig } from 'vitest/config';

const projects = [
  { name: 'contract', include: ['contract/src/**/*.test.ts'] },
  // Every file opens a database of its own: more than two at a time need more memory than they save time.
  {
    name: 'server',
    include: ['server/{src,test,demo}/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
  { name: 'web', include: ['web/src/**/*.test.{ts,tsx}'] },
  {
    name: 'scripts',
    include: ['scripts/**/*.test.{ts,mjs}'],
    testTimeout: 60_000,
  },
  {
    name: 'e2e',
    include: ['e2e/**/*.e2e.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 1,
  },
];

export default defineConfig({
  test: {
    projects: projects.map((project, index) => ({
      root: import.meta.dirname,
      test: { environment: 'node', ...project, sequence: { groupOrder: index } },
    })),
  },
});
