import type { Database, Transaction } from '#src/platform/db/connection.ts';

export function mediaStore({ db }: { db: Database }) {
  return {
    /** Lists photos as unclaimed. Their files remain until `since`, if that is in the future. */
    async addUnclaimed(names: readonly string[], since = new Date(), executor: Database = db): Promise<void> {
      if (names.length === 0) return;
      await executor
        .insertInto('unclaimed_media')
        .values(names.map((name) => ({ name, since })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    async removeUnclaimed(names: readonly string[], executor: Database = db): Promise<void> {
      if (names.length === 0) return;
      await executor.deleteFrom('unclaimed_media').where('name', 'in', names).execute();
    },

    async restrict(names: readonly string[], viewerIds: readonly string[], trx: Transaction): Promise<void> {
      if (names.length === 0) return;
      await trx
        .insertInto('restricted_media')
        .values([...new Set(names)].map((name) => ({ name, viewer_ids: [...viewerIds] })))
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ viewer_ids: [...viewerIds] }))
        .execute();
    },

    async unrestrict(names: readonly string[], trx: Transaction): Promise<void> {
      if (names.length === 0) return;
      await trx.deleteFrom('restricted_media').where('name', 'in', names).execute();
    },

    /** Finds who may see an image; undefined when everyone may. */
    async findViewers(name: string): Promise<readonly string[] | undefined> {
      const [found] = await db
        .selectFrom('unclaimed_media')
        .select((eb) => eb.val<string[]>([]).as('viewerIds'))
        .where('name', '=', name)
        .unionAll(
          db.selectFrom('restricted_media').select('viewer_ids as viewerIds').where('name', '=', name),
        )
        .execute();
      return found?.viewerIds;
    },

    /** Finds the photos that not everyone may see. */
    async filterHidden(names: readonly string[]): Promise<string[]> {
      const rows = await db
        .selectFrom('unclaimed_media')
        .select('name')
        .where('name', 'in', names)
        .unionAll(db.selectFrom('restricted_media').select('name').where('name', 'in', names))
        .execute();
      return rows.map(({ name }) => name);
    },

    async filterUnclaimed(names: readonly string[]): Promise<string[]> {
      if (names.length === 0) return [];
      const rows = await db.selectFrom('unclaimed_media').select('name').where('name', 'in', names).execute();
      return rows.map(({ name }) => name);
    },

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
