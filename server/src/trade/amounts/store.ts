import { sql } from 'kysely';
import { readPostAmounts } from '@upaj/contract/trade/read-amount';
import type { Database } from '#src/platform/db/connection.ts';
import { retriedTransaction } from '#src/platform/db/transaction.ts';

export function amountsStore({ db }: { db: Database }) {
  return {
    /** Reads the texts of posts without amounts. @returns how many posts there were, at most `limit` */
    addAmounts(limit: number): Promise<number> {
      return retriedTransaction(db, async (trx) => {
        const posts = await trx
          .selectFrom('posts')
          .select(['id', 'quantity', 'shelf_life as shelLife', 'packaging'])
          .select('min_order_quantity as minorderQunatity')
          .where('amounts', 'is', null)
          .orderBy('id')
          .limit(limit)
          .forNoKeyUpdate()
          .execute();
        const ids = posts.map(({ id }) => id);
        const amounts = posts.map((post) => JSON.stringify(readPostAmounts(post)));
        const read = sql<{ id: string; amounts: string }>`unnest(${ids}::uuid[], ${amounts}::jsonb[])`;
        await trx
          .updateTable('posts')
          .from(read.as<'read'>(sql`read (id, amounts)`))
          .set((of) => ({ amounts: of.ref('read.amounts') }))
          .whereRef('posts.id', '=', 'read.id')
          .execute();
        return posts.length;
      });
    },
  };
}

export type AmountsStore = ReturnType<typeof amountsStore>;
