import type { Database, Transaction } from './connection.ts';

/** Finds where the next run of a job continues its backfill. Returns undefined when the backfill is complete. */
export function findBackfill(db: Database, job: string) {
  return db
    .selectFrom('unfinished_backfills')
    .select(['after_id as afterId', 'open_until as openUntil'])
    .where('job', '=', job)
    .executeTakeFirst();
}

/** Stores the id after which the next run of the job continues. */
export async function continueBackfill(trx: Transaction, job: string, afterId: string): Promise<void> {
  await trx.updateTable('unfinished_backfills').set({ after_id: afterId }).where('job', '=', job).execute();
}

export async function finishBackfill(db: Database, job: string): Promise<void> {
  await db.deleteFrom('unfinished_backfills').where('job', '=', job).execute();
}
