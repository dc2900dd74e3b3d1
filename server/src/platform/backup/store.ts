import type { BackupResult } from '@upaj/contract/moderation/admin';
import type { Database } from '#src/platform/db/connection.ts';

export async function saveBackupResult(
  db: Database,
  { outcome, what, databaseBytes, photoBytes }: BackupResult,
): Promise<void> {
  const result = {
    at: new Date(),
    what,
    database_bytes: databaseBytes?.toString() ?? null,
    photo_bytes: photoBytes?.toString() ?? null,
  };
  await db
    .insertInto('backup_results')
    .values({ outcome, ...result })
    .onConflict((conflict) => conflict.column('outcome').doUpdateSet(result))
    .execute();
}

/** Finds the last success and the last failure, if there were any. */
export function findBackupResults(db: Database) {
  return db
    .selectFrom('backup_results')
    .select((eb) => [
      eb.ref('outcome').$castTo<BackupResult['outcome']>().as('outcome'),
      'at',
      'what',
      eb.cast<number | null>('database_bytes', 'float8').as('databaseBytes'),
      eb.cast<number | null>('photo_bytes', 'float8').as('photoBytes'),
    ])
    .execute();
}
