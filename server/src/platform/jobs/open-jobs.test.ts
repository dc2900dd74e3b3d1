import { expect, test, vi } from 'vitest';
import { findJobRuns } from './store.ts';
import { hastenRetries, findSchedules, setUpJobs, waiting, yearly } from '#test/jobs.ts';
import type { Job } from './job.ts';

const jobs = setUpJobs();
const { logs, start, stateOf } = jobs;

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
  await hastenRetries(jobs.database);
  await expect.poll(() => broken.mock.calls.length, waiting).toBe(2);
  expect(fine).toHaveBeenCalledTimes(1);
});

test('a failing job is tried three times, and each failure is logged once', async () => {
  const run = vi.fn(() => Promise.reject(new Error('The provider is away')));
  await start({ ...yearly, name: 'failing', run });
  for (const tries of [1, 2, 3]) {
    await expect.poll(() => run.mock.calls.length, waiting).toBe(tries);
    await expect.poll(() => stateOf('failing'), waiting).toEqual([tries < 3 ? 'retry' : 'failed']);
    await hastenRetries(jobs.database);
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
  await expect
    .poll(() => logs, waiting)
    .toMatchObject([{ level: 40, err: { message: 'The job timed out' } }]);
  expect(aborted).toHaveBeenCalledOnce();
});

test('stores the last result of each job, except when it was stopped', async () => {
  const time = expect.any(Date);
  await start(
    { ...yearly, name: 'fine', run: async () => {} },
    { ...yearly, name: 'broken', run: () => Promise.reject(new Error('with a secret')) },
  );
  const expected = {
    broken: { lastSuccess: null, lastFailure: time },
    fine: { lastSuccess: time, lastFailure: null },
  };
  await expect.poll(() => findJobRuns(jobs.database.db), waiting).toEqual(expected);
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
  expect(await findJobRuns(jobs.database.db)).toEqual({});
});

test('a removed job is no longer due', async () => {
  const first = await start({ name: 'old', cron: '* * * * *', run: async () => {} });
  await first.stop();
  await start({ ...yearly, name: 'new', run: async () => {} });
  expect(await findSchedules(jobs.database)).toEqual(['new']);
});
