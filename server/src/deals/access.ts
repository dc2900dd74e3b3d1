import { expressionBuilder, type Expression, type SqlBool } from 'kysely';
import type { DB } from '#src/platform/db/schema.ts';

/** On rows of `deals`: the user bought or sold. No one else sees a deal. */
export function isPartyOfDeal(userId: string): Expression<SqlBool> {
  const eb = expressionBuilder<DB, 'deals'>();
  return eb.or([eb('deals.buyer_id', '=', userId), eb('deals.seller_id', '=', userId)]);
}
