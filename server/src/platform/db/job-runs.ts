import { sql } from 'kysely';
import type { Database } from './connect.ts';

export interface JobRun {
  job: string;
  lastSuccessAt: Date | null;
  lastFailureAt: Date | null;
}

export async function findJobRuns(db: Database): Promise<JobRun[]> {
  return db
    .selectFrom('job_runs')
    .select(['job', 'last_success_at as lastSuccessAt', 'last_failure_at as lastFailureAt'])
    .orderBy('job')
    .execute();
}

export async function saveJobRun(
  db: Database,
  job: string,
  hasSucceeded: boolean,
  beganAt?: Date,
): Promise<void> {
  const column = sql.ref(hasSucceeded ? 'last_success_at' : 'last_failure_at');
  await sql`insert into job_runs (job, ${column}, began_at) values (${job}, now(), ${beganAt ?? null})
    on conflict (job) do update set ${column} = now(), began_at = greatest(job_runs.began_at, excluded.began_at)`.execute(
    db,
  );
}

export async function removeOtherJobRuns(db: Database, jobs: readonly string[]): Promise<void> {
  await db.deleteFrom('job_runs').where('job', 'not in', jobs).execute();
}
