import type { Database, Transaction } from '#src/platform/db/connection.ts';
import { rowsOf } from '#src/platform/db/expressions.ts';
import type { SearchedFields } from '#src/trade/search-text.ts';

const atOnce = 500;

export type KeyedTable = 'posts' | 'wanted_posts';

export function cropKeysStore({ db }: { db: Database }) {
  return {
    /**
     * Returns the keys that posts have, in order. Skips from key to key in the index: reading all posts takes longer.
     */
    async findKeys(table: KeyedTable, after: string, count: number): Promise<string[]> {
      const keys: string[] = [];
      for (let last: string | undefined = after; last !== undefined && keys.length < count;) {
        const next: { crop_key: string } | undefined = await db
          .selectFrom(table)
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

    /** Returns what the authors of posts with the key typed. */
    async findTypes(table: KeyedTable, key: string): Promise<string[]> {
      const types = await db
        .selectFrom(table)
        .select('crop_type')
        .distinct()
        .where('crop_key', '=', key)
        .execute();
      return types.map(({ crop_type: cropType }) => cropType);
    },

    /** Replaces the key in a batch of posts with the typed crop, and locks them. @returns their ids */
    async replaceKey(
      table: KeyedTable,
      from: string,
      to: string,
      cropType: string,
      trx: Transaction,
    ): Promise<string[]> {
      const replaced = await trx
        .updateTable(table)
        .set({ crop_key: to })
        .where('id', 'in', (eb) =>
          eb
            .selectFrom(table)
            .select('id')
            .where('crop_key', '=', from)
            .where('crop_type', '=', cropType)
            .orderBy('id')
            .limit(atOnce)
            .forNoKeyUpdate(),
        )
        .returning('id')
        .execute();
      return replaced.map(({ id }) => id);
    },

    async findSearched(
      ids: readonly string[],
      trx: Transaction,
    ): Promise<(SearchedFields & { id: string })[]> {
      return trx
        .selectFrom('posts')
        .select(['id', 'title', 'crop_type as cropType', 'variety', 'tags'])
        .select(['village', 'city', 'district', 'state'])
        .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
        .execute();
    },

    async setSearchTexts(
      texts: readonly { id: string; search_text: string }[],
      trx: Transaction,
    ): Promise<void> {
      await trx
        .updateTable('posts')
        .from(rowsOf('posts', texts).as('found'))
        .set((eb) => ({ search_text: eb.ref('found.search_text') }))
        .whereRef('posts.id', '=', 'found.id')
        .execute();
    },
  };
}

export type CropKeysStore = ReturnType<typeof cropKeysStore>;
