import type { Database } from '#src/platform/db/connection.ts';

const atOnce = 500;

export function cropKeysStore({ db }: { db: Database }) {
  return {
    /**
     * Returns the keys that posts have, in order. Skips from key to key in the index: reading all posts takes longer.
     */
    async findKeys(after: string, count: number): Promise<string[]> {
      const keys: string[] = [];
      for (let last: string | undefined = after; last !== undefined && keys.length < count;) {
        const next: { crop_key: string } | undefined = await db
          .selectFrom('posts')
          .select('crop_key')
          .where('crop_key', '>', last)
          .orderBy('crop_key')
          .limit(1)
          .executeTakeFirst();
        if (next) keys.push(next.crop_key);
        last = next?.crop_key;
      }
      return keys;
    },

    /** Returns what sellers of posts with the key typed. */
    async findTypes(key: string): Promise<string[]> {
      const types = await db
        .selectFrom('posts')
        .select('crop_type')
        .distinct()
        .where('crop_key', '=', key)
        .execute();
      return types.map(({ crop_type: cropType }) => cropType);
    },

    /** Replaces the key in a batch of posts with the typed crop. @returns whether there were such posts */
    async replaceKey(from: string, to: string, cropType: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('posts')
        .set({ crop_key: to })
        .where('id', 'in', (eb) =>
          eb
            .selectFrom('posts')
            .select('id')
            .where('crop_key', '=', from)
            .where('crop_type', '=', cropType)
            .orderBy('id')
            .limit(atOnce)
            .forNoKeyUpdate(),
        )
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  };
}

export type CropKeysStore = ReturnType<typeof cropKeysStore>;
