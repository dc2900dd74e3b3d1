import type { Transaction } from '#src/platform/db/connection.ts';
import type { Parties } from '#src/deals/rows.ts';

export async function findDealParties(
  trx: Transaction,
  dealIds: readonly string[],
): Promise<Map<string, Parties>> {
  const rows = await trx
    .selectFrom('deals')
    .select(['id', 'buyer_id as buyerId', 'seller_id as sellerId'])
    .where('id', 'in', dealIds)
    .execute();
  return new Map(rows.map(({ id, ...parties }) => [id, parties]));
}

/** Returns undefined when the review was deleted meanwhile. */
export async function findReview(trx: Transaction, reviewId: string) {
  return trx
    .selectFrom('reviews')
    .select(['reviewer_id as reviewerId', 'person_id as personId'])
    .where('id', '=', reviewId)
    .executeTakeFirst();
}
