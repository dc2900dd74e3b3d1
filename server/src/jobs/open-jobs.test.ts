import fastify from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findJobRuns } from '#src/db/job-runs.ts';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { findOrders, findSchedules, hastenRetries, silenceJobs } from '#test/jobs.ts';
import type { Job } from './job.ts';
import { openJobs, type Jobs } from './open-jobs.ts';

const waiting = { timeout: 15_000, interval: 50 };
/** Silence is told after 10 s at the soonest, but looked for every second. */
const eager = { pollSeconds: 0.5, silenceSeconds: 1 };

let database: TestDatabase;
const opened: Jobs[] = [];
const logs: { level: number; msg: string }[] = [];
const { log } = fastify({
  logger: { level: 'info', stream: { write: (line: string) => void logs.push(JSON.parse(line)) } },
});

beforeEach(async () => {
  logs.length = 0;
  database = await openTestDatabase();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((jobs) => jobs.stop()));
  await database.close();
});

/** What a process does with its jobs. */
async function start(...jobs: Job[]): Promise<Jobs> {
  const process = await openJobs(database, jobs, log, eager);
  opened.push(process);
  return process;
}

/** Not due within a test's time, but for when it starts. */
const yearly = { cron: '0 0 1 1 *', atStartAfterMinutes: 60 };

const stateOf = (job: string) => findOrders(database, job);

test('of several processes one runs a job, and never two at once', async () => {
  let [runs, running, most] = [0, 0, 0];
  const job: Job = {
    ...yearly,
    name: 'counted',
    async run() {
      runs++;
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      running--;
    },
  };
  await Promise.all([start(job), start(job), start(job)]);
  await expect.poll(() => stateOf('counted'), waiting).toEqual(['completed']);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect([runs, most]).toEqual([1, 1]);
});

test('a job is due by its clock, again and again', async () => {
  const run = vi.fn(async () => {});
  await start({ name: 'minutely', cron: '* * * * *', run });
  await expect.poll(() => run.mock.calls.length, waiting).toBe(1);
});

test('a start does not repeat what has succeeded lately, but does repeat what has failed', async () => {
  const fine = vi.fn(async () => {});
  const broken = vi.fn(() => Promise.reject(new Error('The provider is away')));
  const both: Job[] = [
    { ...yearly, name: 'fine', run: fine },
    { ...yearly, name: 'broken', run: broken },
  ];
  const first = await start(...both);
  await expect.poll(() => [fine.mock.calls.length, broken.mock.calls.length], waiting).toEqual([1, 1]);
  await expect.poll(() => stateOf('fine'), waiting).toEqual(['completed']);
  await first.stop();
  await start(...both);
  await expect.poll(() => stateOf('fine'), waiting).toEqual(['completed', 'completed']);
  await hastenRetries(database);
  await expect.poll(() => broken.mock.calls.length, waiting).toBe(2);
  expect(fine).toHaveBeenCalledTimes(1);
});

test('a job that fails is tried three times, each failure told once', async () => {
  const run = vi.fn(() => Promise.reject(new Error('The provider is away')));
  await start({ ...yearly, name: 'failing', run });
  for (const tries of [1, 2, 3]) {
    await expect.poll(() => run.mock.calls.length, waiting).toBe(tries);
    await expect.poll(() => stateOf('failing'), waiting).toEqual([tries < 3 ? 'retry' : 'failed']);
    await hastenRetries(database);
  }
  const told = logs.map(({ level, msg }) => [level, msg]);
  expect(told).toEqual([
    [40, 'job failing failed, and will be tried again'],
    [40, 'job failing failed, and will be tried again'],
    [50, 'job failing failed'],
  ]);
});

test('one that takes too long is told to end, and counts as failed', async () => {
  const aborted = vi.fn();
  await start({
    ...yearly,
    name: 'endless',
    minutesAtMost: 1 / 60,
    run: (signal) => new Promise(() => signal.addEventListener('abort', aborted)),
  });
  await expect.poll(() => stateOf('endless'), waiting).toEqual(['retry']);
  expect(aborted).toHaveBeenCalledOnce();
  expect(logs).toMatchObject([{ level: 40, err: { message: 'It took too long' } }]);
});

test('stopping tells a running job, waits for it, and leaves it to another process', async () => {
  let [hasBegun, hasEnded] = [false, false];
  const first = await start({
    ...yearly,
    name: 'stopped',
    run: (signal) =>
      new Promise((_, reject) => {
        hasBegun = true;
        signal.addEventListener('abort', () =>
          setTimeout(() => {
            hasEnded = true;
            reject(signal.reason as Error);
          }, 300),
        );
      }),
  });
  await expect.poll(() => hasBegun, waiting).toBe(true);
  await first.stop();
  expect(hasEnded).toBe(true);
  expect(logs).toMatchObject([{ level: 30, msg: 'job stopped was stopped, and will be run again' }]);
  await hastenRetries(database);
  const run = vi.fn(async () => {});
  await start({ ...yearly, name: 'stopped', run });
  await expect.poll(() => run.mock.calls.length, waiting).toBe(1);
});

test('what a process held when it was killed is run by another', async () => {
  await start({ ...yearly, name: 'orphaned', run: () => new Promise(() => {}) });
  await expect.poll(() => stateOf('orphaned'), waiting).toEqual(['active']);
  const run = vi.fn(async () => {});
  await start({ ...yearly, name: 'orphaned', run });
  await silenceJobs(database);
  await expect.poll(() => stateOf('orphaned'), waiting).toEqual(['retry']);
  await hastenRetries(database);
  await expect.poll(() => run.mock.calls.length, waiting).toBe(1);
});

test('what this process cannot run stays due for those that can', async () => {
  const run = vi.fn(async () => {});
  await start({ name: 'asks-a-provider', cron: '0 0 1 1 *', run });
  await start({ ...yearly, name: 'asks-a-provider', isRunHere: false, run });
  expect(await findSchedules(database)).toEqual(['asks-a-provider']);
  // Nor did it order one at its start.
  expect(await stateOf('asks-a-provider')).toEqual([]);
});

test('how each job did last is kept, but for an orderly stop', async () => {
  const time = expect.any(Date);
  await start(
    { ...yearly, name: 'fine', run: async () => {} },
    { ...yearly, name: 'broken', run: () => Promise.reject(new Error('with a secret')) },
  );
  const expected = [
    { job: 'broken', lastSuccessAt: null, lastFailureAt: time },
    { job: 'fine', lastSuccessAt: time, lastFailureAt: null },
  ];
  await expect.poll(() => findJobRuns(database.db), waiting).toEqual(expected);
  const begun = vi.fn();
  const stopped = await start({
    ...yearly,
    name: 'stopped',
    run(signal) {
      begun();
      return new Promise((_, reject) => signal.addEventListener('abort', reject));
    },
  });
  await expect.poll(() => begun.mock.calls.length, waiting).toBe(1);
  await stopped.stop();
  expect(await findJobRuns(database.db)).toEqual([]);
});

test('a job that is no more is no longer due', async () => {
  const first = await start({ name: 'old', cron: '* * * * *', run: async () => {} });
  await first.stop();
  await start({ ...yearly, name: 'new', run: async () => {} });
  expect(await findSchedules(database)).toEqual(['new']);
});
