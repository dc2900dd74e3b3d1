import type { Language } from '@upaj/contract/texts';
import type { Database } from '#src/platform/db/connect.ts';

export function languageStore(db: Database) {
  return {
    /** Returns false when the account is deleted. */
    async save(userId: string, language: Language): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('users')
        .set({ language, updated_at: new Date() })
        .where('member_id', '=', userId)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  };
}

export type LanguageStore = ReturnType<typeof languageStore>;
