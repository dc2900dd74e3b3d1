import type { Database } from '#src/platform/db/connect.ts';

/** Only Google and Facebook log-ins create such accounts. */
export async function setIncomplete(db: Database, userId: string): Promise<void> {
  await db.updateTable('users').set({ is_complete: false }).where('id', '=', userId).execute();
}
