import fastify from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findJobRuns } from '#src/platform/db/job-runs.ts';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { findOrders, findSchedules, hastenRetries, silenceJobs } from '#test/jobs.ts';
import type { Job } from './job.ts';
import { openJobs, type Jobs } from './open-jobs.ts';

const waiting = { timeout: 15_000, interval: 50 };
/** The heartbeat timeout is at least 10 s, but is checked every second. */
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

const start = (...jobs: Job[]) => startOn(database, ...jobs);

async function startOn(connection: Pick<TestDatabase, 'db' | 'runScript'>, ...jobs: Job[]): Promise<Jobs> {
  const process = await openJobs(connection, jobs, log, eager);
  opened.push(process);
  return process;
}

/** Never due during a test, except at the start. */
const yearly = { cron: '0 0 1 1 *', atStartAfterMinutes: 60 };

const stateOf = (job: string) => findOrders(database, job);

test('only one of several processes runs a job, never two at once', async () => {
  let runs = 0;
  const { promise: release, resolve: letEnd } = Promise.withResolvers<void>();
  const job: Job = {
    ...yearly,
    name: 'counted',
    run() {
      runs += 1;
      return release;
    },
  };
  const looks = [0, 0, 0];
  await Promise.all(looks.map((_, index) => startOn(countingLooks(looks, index), job)));
  await expect.poll(() => stateOf('counted'), waiting).toEqual(['active']);
  await lookAgain(looks, 2);
  letEnd();
  await expect.poll(() => stateOf('counted'), waiting).toEqual(['completed']);
  await lookAgain(looks, 3);
  expect(runs).toBe(1);
});

function countingLooks(looks: number[], index: number): Pick<TestDatabase, 'db' | 'runScript'> {
  return {
    db: database.db,
    runScript(text, values) {
      if (text.includes('SKIP LOCKED')) looks[index] = (looks[index] ?? 0) + 1;
      return database.runScript(text, values);
    },
  };
}

/** Waits until these processes have looked for work at least twice. */
async function lookAgain(looks: readonly number[], processes: number): Promise<void> {
  const before = [...looks];
  const countAgain = () => looks.filter((count, index) => count >= (before[index] ?? 0) + 2).length;
  await expect.poll(countAgain, waiting).toBeGreaterThanOrEqual(processes);
}

test('a job runs on every tick of its clock', async () => {
  const run = vi.fn(async () => {});
  await start({ name: 'minutely', cron: '* * * * *', run });
  await expect.poll(() => run.mock.calls.length, waiting).toBe(1);
});

test('a start repeats a job that failed, but not one that succeeded recently', async () => {
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

test('a failing job is tried three times, and each failure is logged once', async () => {
  const run = vi.fn(() => Promise.reject(new Error('The provider is away')));
  await start({ ...yearly, name: 'failing', run });
  for (const tries of [1, 2, 3]) {
    await expect.poll(() => run.mock.calls.length, waiting).toBe(tries);
    await expect.poll(() => stateOf('failing'), waiting).toEqual([tries < 3 ? 'retry' : 'failed']);
    await hastenRetries(database);
  }
  const logged = logs.map(({ level, msg }) => [level, msg]);
  expect(logged).toEqual([
    [40, 'job failing failed, and will be tried again'],
    [40, 'job failing failed, and will be tried again'],
    [50, 'job failing failed'],
  ]);
});

test('a job that takes too long is aborted and counts as failed', async () => {
  const aborted = vi.fn();
  await start({
    ...yearly,
    name: 'endless',
    minutesAtMost: 1 / 60,
    run: (signal) => new Promise(() => signal.addEventListener('abort', aborted)),
  });
  await expect.poll(() => stateOf('endless'), waiting).toEqual(['retry']);
  // The database may mark it as silent before its own process times out.
  await expect
    .poll(() => logs, waiting)
    .toMatchObject([{ level: 40, err: { message: 'The job timed out' } }]);
  expect(aborted).toHaveBeenCalledOnce();
});

test('stopping aborts a running job, waits for it and leaves it to another process', async () => {
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

test('another process runs the job of a killed process', async () => {
  await start({ ...yearly, name: 'orphaned', run: () => new Promise(() => {}) });
  await expect.poll(() => stateOf('orphaned'), waiting).toEqual(['active']);
  const run = vi.fn(async () => {});
  await start({ ...yearly, name: 'orphaned', run });
  await silenceJobs(database);
  await expect.poll(() => stateOf('orphaned'), waiting).toEqual(['retry']);
  await hastenRetries(database);
  await expect.poll(() => run.mock.calls.length, waiting).toBe(1);
});

test('a job that this process cannot run stays due for others', async () => {
  const run = vi.fn(async () => {});
  await start({ name: 'asks-a-provider', cron: '0 0 1 1 *', run });
  await start({ ...yearly, name: 'asks-a-provider', isRunHere: false, run });
  expect(await findSchedules(database)).toEqual(['asks-a-provider']);
  expect(await stateOf('asks-a-provider')).toEqual([]);
});

test('stores the last result of each job, except when it was stopped', async () => {
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

test('a removed job is no longer due', async () => {
  const first = await start({ name: 'old', cron: '* * * * *', run: async () => {} });
  await first.stop();
  await start({ ...yearly, name: 'new', run: async () => {} });
  expect(await findSchedules(database)).toEqual(['new']);
});
