import type { TestDatabase } from './database.ts';

export async function findOrders({ runScript }: TestDatabase, job: string): Promise<unknown[]> {
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
