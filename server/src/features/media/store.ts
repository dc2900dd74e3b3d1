import type { Database } from '#src/db/connect.ts';

export function mediaStore(db: Database) {
  return {
    /** Writes names down as shown by no row. */
    async addUnclaimed(names: readonly string[], on: Database = db): Promise<void> {
      if (names.length === 0) return;
      await on
        .insertInto('unclaimed_media')
        .values(names.map((name) => ({ name })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    /** Called in the transaction that writes the row which shows the pictures. */
    async claim(names: readonly string[], on: Database): Promise<void> {
      if (names.length === 0) return;
      await on.deleteFrom('unclaimed_media').where('name', 'in', names).execute();
    },

    async forget(names: readonly string[]): Promise<void> {
      if (names.length === 0) return;
      await db.deleteFrom('unclaimed_media').where('name', 'in', names).execute();
    },

    /** Those of the names that no row shows. */
    async filterUnclaimed(names: readonly string[]): Promise<string[]> {
      if (names.length === 0) return [];
      const rows = await db.selectFrom('unclaimed_media').select('name').where('name', 'in', names).execute();
      return rows.map(({ name }) => name);
    },

    /** Names that have been unclaimed since before the given moment. */
    async findUnclaimed(before: Date, limit: number): Promise<string[]> {
      const rows = await db
        .selectFrom('unclaimed_media')
        .select('name')
        .where('since', '<', before)
        .limit(limit)
        .execute();
      return rows.map(({ name }) => name);
    },
  };
}

export type MediaStore = ReturnType<typeof mediaStore>;
