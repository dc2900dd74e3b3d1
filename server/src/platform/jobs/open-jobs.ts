import type { FastifyBaseLogger } from 'fastify';
import { PgBoss, type JobWithMetadata } from 'pg-boss';
import type { Connection, Database } from '#src/platform/db/connection.ts';
import type { Job } from './job.ts';
import { saveJobRun, removeOtherJobRuns } from './store.ts';
import { isDuplicate } from '#src/platform/db/errors.ts';
import { withLongLimits } from '#src/platform/db/time-limits.ts';

export type Jobs = Awaited<ReturnType<typeof openJobs>>;

export interface JobsOptions {
  pollSeconds?: number;
  /** Another process may take a job that sends no heartbeat for this long. */
  silenceSeconds?: number;
}

interface Outcome {
  hasRun: boolean;
}

interface Order {
  unlessWithinMinutes?: number;
}

const timeZone = 'Asia/Kolkata';
const waitedForAtStop = 5_000;
const day = 24 * 60 * 60;

export async function openJobs(
  { db, runScript }: Pick<Connection, 'db' | 'runScript'>,
  jobs: readonly Job[],
  log: FastifyBaseLogger,
  { pollSeconds = 20, silenceSeconds = 60 }: JobsOptions = {},
) {
  const cronSeconds = Math.min(45, Math.max(1, pollSeconds));
  const boss = new PgBoss({
    db: { executeSql: runScript },
    cronMonitorIntervalSeconds: cronSeconds,
    cronWorkerIntervalSeconds: cronSeconds,
    superviseIntervalSeconds: silenceSeconds,
    monitorIntervalSeconds: silenceSeconds,
    flowIntervalSeconds: day,
    monitorVacuum: false,
    reindex: false,
  });
  boss.on('error', (error) => log.error({ err: error }, 'jobs failed'));
  boss.on('warning', ({ message, data }) => log.warn({ data }, message));
  const stopping = new AbortController();
  await startBoss(boss);
  try {
    const names = jobs.map(({ name }) => name);
    for (const { name } of await boss.getSchedules()) if (!names.includes(name)) await boss.unschedule(name);
    await removeOtherJobRuns(db, names);
    for (const job of jobs.filter(({ isRunHere = true }) => isRunHere)) {
      await addQueue(boss, job, silenceSeconds);
      await boss.work(
        job.name,
        { includeMetadata: true, pollingIntervalSeconds: pollSeconds },
        async ([order]: JobWithMetadata<Order | null>[]): Promise<Outcome> => {
          if (!order || (await hasSucceeded(boss, job, order.data?.unlessWithinMinutes)))
            return { hasRun: false };
          await withLongLimits(() => runJob(job, order, { stopping: stopping.signal, db, log }));
          return { hasRun: true };
        },
      );
    }
  } catch (error) {
    await boss.stop({ graceful: false });
    throw error;
  }
  return {
    /** Runs the job soon, in one of the processes. @returns false while a run is waiting or active */
    queue: async (name: string): Promise<boolean> => (await boss.send(name, {})) !== null,

    /** Aborts the jobs and waits a few seconds for them. The database must still be open. */
    async stop(): Promise<void> {
      stopping.abort();
      await boss.stop({ timeout: waitedForAtStop });
    },
  };
}

/**
 * Starts pg-boss, whose first process creates the schema. Another process that tries it at the same time finds the
 * schema at the second try.
 */
async function startBoss(boss: PgBoss): Promise<void> {
  try {
    await boss.start();
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    await boss.start();
  }
}

async function addQueue(boss: PgBoss, job: Job, silenceSeconds: number): Promise<void> {
  const options = {
    expireInSeconds: (job.minutesAtMost ?? 15) * 60,
    heartbeatSeconds: Math.max(10, silenceSeconds),
    retryLimit: 2,
    retryDelay: 60,
    retryBackoff: true,
    // Runs are kept for long enough that `hasSucceeded` finds the successful ones.
    deleteAfterSeconds: Math.max(day, (job.atStartAfterMinutes ?? 0) * 120),
  };
  // "exclusive" allows one run, waiting or active, in all processes together.
  await boss.createQueue(job.name, { policy: 'exclusive', ...options });
  await boss.updateQueue(job.name, options);
  await boss.schedule(job.name, job.cron, undefined, { tz: timeZone });
  if (job.atStartAfterMinutes)
    await boss.send(job.name, { unlessWithinMinutes: job.atStartAfterMinutes } satisfies Order);
}

/** No other process can succeed at the same time, because only this one has the job. */
async function hasSucceeded(
  boss: PgBoss,
  { name }: Job,
  withinMinutes: number | undefined,
): Promise<boolean> {
  if (!withinMinutes) return false;
  const since = Date.now() - withinMinutes * 60_000;
  const runs = await boss.findJobs(name);
  return runs.some(
    ({ state, completedOn, output }) =>
      state === 'completed' && (output as Outcome).hasRun && completedOn && completedOn.getTime() > since,
  );
}

async function runJob(
  job: Job,
  { signal: expiry, retryCount, retryLimit }: JobWithMetadata<Order | null>,
  { stopping, db, log }: { stopping: AbortSignal; db: Database; log: FastifyBaseLogger },
): Promise<void> {
  const saveResult = (hasSucceeded: boolean) =>
    saveJobRun(db, job.name, hasSucceeded).catch((error: unknown) =>
      log.error({ err: error }, `the result of job ${job.name} was not stored`),
    );
  const expired = Promise.withResolvers<never>();
  const onExpiry = () => expired.reject(new Error('The job timed out'));
  expiry.addEventListener('abort', onExpiry);
  try {
    stopping.throwIfAborted();
    await Promise.race([job.run(AbortSignal.any([expiry, stopping])), expired.promise]);
    await saveResult(true);
  } catch (error) {
    if (stopping.aborted) {
      log.info(`job ${job.name} was stopped, and will be run again`);
      throw error;
    }
    await saveResult(false);
    if (retryCount < retryLimit) log.warn({ err: error }, `job ${job.name} failed, and will be tried again`);
    else log.error({ err: error }, `job ${job.name} failed`);
    throw error;
  } finally {
    expiry.removeEventListener('abort', onExpiry);
  }
}
