import type { Database } from '#src/platform/db/connection.ts';

export interface JobRun {
  lastSuccess: Date | null;
  lastFailure: Date | null;
}

export async function findJobRuns(db: Database): Promise<Record<string, JobRun>> {
  const rows = await db.selectFrom('job_runs').selectAll().orderBy('job').execute();
  return Object.fromEntries(
    rows.map((row) => [row.job, { lastSuccess: row.last_success_at, lastFailure: row.last_failure_at }]),
  );
}

export async function saveJobRun(db: Database, job: string, hasSucceeded: boolean): Promise<void> {
  const ended = { [hasSucceeded ? 'last_success_at' : 'last_failure_at']: new Date() };
  await db
    .insertInto('job_runs')
    .values({ job, ...ended })
    .onConflict((conflict) => conflict.column('job').doUpdateSet(ended))
    .execute();
}

export async function removeOtherJobRuns(db: Database, jobs: readonly string[]): Promise<void> {
  await db.deleteFrom('job_runs').where('job', 'not in', jobs).execute();
}
