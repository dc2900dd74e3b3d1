import { expect, test, vi } from 'vitest';
import type { TestDatabase } from '#test/database.ts';
import { hastenRetries, findSchedules, silenceJobs, setUpJobs, waiting, yearly } from '#test/jobs.ts';
import { waitForWaiting } from '#test/locks.ts';
import type { Job } from './job.ts';

const jobs = setUpJobs();
const { logs, start, startOn, stateOf } = jobs;

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
    db: jobs.database.db,
    runScript(text, values) {
      if (text.includes('SKIP LOCKED')) looks[index] = (looks[index] ?? 0) + 1;
      return jobs.database.runScript(text, values);
    },
  };
}

async function lookAgain(looks: readonly number[], processes: number): Promise<void> {
  const before = [...looks];
  const countAgain = () => looks.filter((count, index) => count >= (before[index] ?? 0) + 2).length;
  await expect.poll(countAgain, waiting).toBeGreaterThanOrEqual(processes);
}

test.runIf(process.env['TEST_DATABASE_URL'])(
  'a process starts while another creates the schema of the jobs',
  { meta: { skippedBecause: 'the embedded database runs one transaction at a time' } },
  async () => {
    const { db } = jobs.database;
    const other = await db.startTransaction().execute();
    await other.schema.createSchema('pgboss').execute();
    const run = vi.fn(async () => {});
    const starting = start({ ...yearly, name: 'early', run });
    await waitForWaiting(db, 1);
    await other.commit().execute();
    await starting;
    await expect.poll(() => run.mock.calls.length, waiting).toBe(1);
  },
);

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
  await hastenRetries(jobs.database);
  const run = vi.fn(async () => {});
  await start({ ...yearly, name: 'stopped', run });
  await expect.poll(() => run.mock.calls.length, waiting).toBe(1);
});

test('another process runs the job of a killed process', async () => {
  await start({ ...yearly, name: 'orphaned', run: () => new Promise(() => {}) });
  await expect.poll(() => stateOf('orphaned'), waiting).toEqual(['active']);
  const run = vi.fn(async () => {});
  await start({ ...yearly, name: 'orphaned', run });
  // The first process still runs and sends heartbeats for the job. So each poll sets the heartbeat back by a minute,
  // until the job is marked for a retry.
  const stateWhenSilent = async () => {
    await silenceJobs(jobs.database);
    return stateOf('orphaned');
  };
  await expect.poll(stateWhenSilent, waiting).toEqual(['retry']);
  await hastenRetries(jobs.database);
  await expect.poll(() => run.mock.calls.length, waiting).toBe(1);
});

test('a job that this process cannot run remains due for others', async () => {
  const run = vi.fn(async () => {});
  await start({ name: 'requests-a-provider', cron: '0 0 1 1 *', run });
  await start({ ...yearly, name: 'requests-a-provider', isRunHere: false, run });
  expect(await findSchedules(jobs.database)).toEqual(['requests-a-provider']);
  expect(await stateOf('requests-a-provider')).toEqual([]);
});

test('jobs of several kinds run beside each other', async () => {
  const { promise: release, resolve: letEnd } = Promise.withResolvers<void>();
  const slow = vi.fn(() => release);
  const kinds: Job[] = ['slow', 'slower', 'slowest'].map((name) => ({ ...yearly, name, run: slow }));
  const quick = vi.fn(async () => {});
  await Promise.all([1, 2].map(() => start(...kinds, { ...yearly, name: 'quick', run: quick })));
  await expect.poll(() => slow.mock.calls.length, waiting).toBe(3);
  await expect.poll(() => stateOf('quick'), waiting).toContain('completed');
  expect(quick).toHaveBeenCalledOnce();
  letEnd();
});
