import { AppError } from '#src/platform/http/errors.ts';
import type { Database } from '#src/platform/db/connection.ts';
import { endHotCopy } from '#src/platform/db/hot-copy.ts';
import { adminRoute, type Route } from '#src/platform/http/route.ts';
import { beginEmbedded } from './embedded.ts';
import { saveBackupResult } from './store.ts';

/** `npm run admin -- backup` makes these calls while the embedded database belongs to this process. */
export function backupRoutes({ db, isEmbedded }: { db: Database; isEmbedded: boolean }): Route[] {
  const assertEmbedded = () => {
    if (!isEmbedded) throw new AppError('NOT_FOUND');
  };

  return [
    adminRoute('POST /api/v1/admin/backup/begin', async () => {
      assertEmbedded();
      return { message: 'The files of the database may be copied.', data: await beginEmbedded(db) };
    }),

    adminRoute('POST /api/v1/admin/backup/end', async () => {
      assertEmbedded();
      return { message: 'The copy is complete.', data: { label: await endHotCopy(db) } };
    }),

    adminRoute('POST /api/v1/admin/backup/result', async ({ body }) => {
      assertEmbedded();
      await saveBackupResult(db, body);
      return { message: 'The result is stored.', data: null };
    }),
  ];
}
