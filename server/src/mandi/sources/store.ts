import { sql } from 'kysely';
import type { Database } from '#src/platform/db/connect.ts';

export interface SourceRun {
  source: string;
  lastSuccessAt: Date | null;
  lastFailureAt: Date | null;
  lastError: string | null;
}

export function sourcesStore(db: Database) {
  return {
    async findRuns(): Promise<SourceRun[]> {
      const { rows } = await sql<SourceRun>`
        select source, last_success_at as "lastSuccessAt", last_failure_at as "lastFailureAt",
          last_error as "lastError" from source_runs`.execute(db);
      return rows;
    },

    async saveSuccess(source: string): Promise<void> {
      await sql`insert into source_runs (source, last_success_at) values (${source}, now())
        on conflict (source) do update set last_success_at = now()`.execute(db);
    },

    async saveFailure(source: string, error: string): Promise<void> {
      await sql`insert into source_runs (source, last_failure_at, last_error) values (${source}, now(), ${error})
        on conflict (source) do update set last_failure_at = now(), last_error = ${error}`.execute(db);
    },
  };
}

export type SourcesStore = ReturnType<typeof sourcesStore>;
