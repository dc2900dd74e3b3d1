import type { Database } from '#src/platform/db/connect.ts';

export async function findDealParties(
  trx: Database,
  dealIds: readonly string[],
): Promise<Map<string, { buyerId: string; sellerId: string }>> {
  const rows = await trx
    .selectFrom('deals')
    .select(['id', 'buyer_id as buyerId', 'seller_id as sellerId'])
    .where('id', 'in', dealIds)
    .execute();
  return new Map(rows.map(({ id, ...parties }) => [id, parties]));
}
