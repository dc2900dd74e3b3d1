import type { Database, Transaction } from '#src/platform/db/connection.ts';

/** A photo with viewers is not public. Moderators may see it as long as they have the role. */
export interface PhotoViewers {
  viewerIds: readonly string[];
  moderatorIds: readonly string[];
}

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
        .values(names.map((name) => ({ name, viewer_ids: [...viewerIds] })))
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ viewer_ids: [...viewerIds] }))
        .execute();
    },

    async addModerator(names: readonly string[], moderatorId: string): Promise<void> {
      if (names.length === 0) return;
      await db
        .updateTable('restricted_media')
        .set((eb) => ({
          moderator_ids: eb.fn('array_append', ['moderator_ids', eb.cast(eb.val(moderatorId), 'uuid')]),
        }))
        .where('name', 'in', names)
        .where((eb) => eb.not(eb(eb.cast(eb.val(moderatorId), 'uuid'), '=', eb.fn.any('moderator_ids'))))
        .execute();
    },

    async unrestrict(names: readonly string[], trx: Transaction): Promise<void> {
      if (names.length === 0) return;
      await trx.deleteFrom('restricted_media').where('name', 'in', names).execute();
    },

    /** Returns undefined when everyone may see the image. */
    async findViewers(name: string): Promise<PhotoViewers | undefined> {
      const [found] = await db
        .selectFrom('unclaimed_media')
        .select((eb) => [eb.val<string[]>([]).as('viewerIds'), eb.val<string[]>([]).as('moderatorIds')])
        .where('name', '=', name)
        .unionAll(
          db
            .selectFrom('restricted_media')
            .select(['viewer_ids as viewerIds', 'moderator_ids as moderatorIds'])
            .where('name', '=', name),
        )
        .execute();
      return found;
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
