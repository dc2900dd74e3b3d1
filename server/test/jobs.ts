import fastify from 'fastify';
import { afterEach, beforeEach } from 'vitest';
import type { Job } from '#src/platform/jobs/job.ts';
import { openJobs, type Jobs } from '#src/platform/jobs/open-jobs.ts';
import { openTestDatabase, type TestDatabase } from './database.ts';

export const waiting = { timeout: 60_000, interval: 50 };
/**
 * The jobs look for work and for silent processes often, so that tests do not wait. A process counts as silent after 10
 * s at the earliest, whatever `silenceSeconds` says.
 */
const eager = { pollSeconds: 0.5, silenceSeconds: 1 };

/** In effect, a job with this plan runs only when a test starts it. */
export const yearly = { cron: '0 0 1 1 *', atStartAfterMinutes: 60 };

export function setUpJobs() {
  let database: TestDatabase;
  const opened: Jobs[] = [];
  const logs: { level: number; msg: string }[] = [];
  const stream = { write: (line: string) => void logs.push(JSON.parse(line)) };
  const { log } = fastify({ logger: { level: 'info', stream } });

  beforeEach(async () => {
    logs.length = 0;
    database = await openTestDatabase();
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((jobs) => jobs.stop()));
    await database.close();
  });

  async function startOn(connection: Pick<TestDatabase, 'db' | 'runScript'>, ...jobs: Job[]): Promise<Jobs> {
    const process = await openJobs(connection, jobs, log, eager);
    opened.push(process);
    return process;
  }

  return {
    logs,
    get database() {
      return database;
    },
    start: (...jobs: Job[]) => startOn(database, ...jobs),
    startOn,
    stateOf: (job: string) => findOrders(database, job),
  };
}

async function findOrders({ runScript }: TestDatabase, job: string): Promise<unknown[]> {
  const { rows } = await runScript('select state from pgboss.job where name = $1', [job]);
  return (rows as { state: string }[]).map(({ state }) => state);
}

export async function findSchedules({ runScript }: TestDatabase): Promise<unknown[]> {
  const { rows } = await runScript('select name from pgboss.schedule');
  return (rows as { name: string }[]).map(({ name }) => name);
}

export async function hastenRetries({ runScript }: TestDatabase): Promise<void> {
  await runScript("update pgboss.job set start_after = now() where state = 'retry'");
}

export async function silenceJobs({ runScript }: TestDatabase): Promise<void> {
  await runScript("update pgboss.job set heartbeat_on = now() - interval '1 minute'");
}
