import type { Taken } from '@upaj/contract/deals/quantity';
import type { QuantityUnit } from '@upaj/contract/trade/units';
import type { Transaction } from '#src/platform/db/connect.ts';

/** The post's quantity, and what its other deals took. */
export interface Stock {
  postId: string;
  left: string;
  others: Taken[];
}

/** Returns undefined when the acceptance took nothing that can be given back, or the post is deleted. */
export async function lockStock(trx: Transaction, dealId: string): Promise<Stock | undefined> {
  const taker = await trx
    .selectFrom('deals')
    .select(['post_id', 'taken_unit'])
    .where('id', '=', dealId)
    .where('taken', 'is not', null)
    .executeTakeFirst();
  if (!taker?.post_id) return undefined;
  const post = await trx
    .selectFrom('posts')
    .select(['id', 'quantity'])
    .where('id', '=', taker.post_id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!post) return undefined;
  const others = await trx
    .selectFrom('deals')
    .select(['id', 'quantity', 'unit', 'taken'])
    .where('post_id', '=', post.id)
    .where('id', '<>', dealId)
    .where('status', '<>', 'cancelled')
    .where('taken_unit', '=', taker.taken_unit)
    .where('taken', 'is not', null)
    .orderBy('id')
    .execute();
  return {
    postId: post.id,
    left: post.quantity,
    others: others.map(({ id, quantity, unit, taken }) => ({
      dealId: id,
      quantity: Number(quantity),
      unit: unit as QuantityUnit,
      taken: Number(taken),
    })),
  };
}

export async function setTaken(trx: Transaction, dealId: string, taken: number): Promise<void> {
  await trx.updateTable('deals').set({ taken }).where('id', '=', dealId).execute();
}
