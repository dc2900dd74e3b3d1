import { sql } from 'kysely';
import type { Database } from '#src/platform/db/connection.ts';

const now = sql<Date>`now()`;

export function sourcesStore({ db }: { db: Database }) {
  return {
    findRuns() {
      return db
        .selectFrom('source_runs')
        .select([
          'source',
          'last_success_at as lastSuccessAt',
          'last_failure_at as lastFailureAt',
          'last_error as lastError',
        ])
        .execute();
    },

    async saveSuccess(source: string): Promise<void> {
      await db
        .insertInto('source_runs')
        .values({ source, last_success_at: now })
        .onConflict((row) => row.column('source').doUpdateSet({ last_success_at: now }))
        .execute();
    },

    async saveFailure(source: string, error: string): Promise<void> {
      const failure = { last_failure_at: now, last_error: error };
      await db
        .insertInto('source_runs')
        .values({ source, ...failure })
        .onConflict((row) => row.column('source').doUpdateSet(failure))
        .execute();
    },
  };
}

export type SourcesStore = ReturnType<typeof sourcesStore>;
export type SourceRun = Awaited<ReturnType<SourcesStore['findRuns']>>[number];
