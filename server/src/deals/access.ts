import { expressionBuilder, type Expression, type SqlBool } from 'kysely';
import { isPostShown } from '#src/trade/access.ts';
import type { DB } from '#src/platform/db/schema.ts';

const eb = expressionBuilder<DB, 'offers' | 'deals' | 'posts'>();

/** Returns the condition that the user is buyer or seller of the row of `offers`. Nobody else may see the offer. */
export function isPartyOfOffer(userId: string): Expression<SqlBool> {
  return eb.or([eb('offers.buyer_id', '=', userId), eb('offers.seller_id', '=', userId)]);
}

/** Returns the condition that the user is buyer or seller of the row of `deals`. Nobody else may see the deal. */
export function isPartyOfDeal(userId: string): Expression<SqlBool> {
  return eb.or([eb('deals.buyer_id', '=', userId), eb('deals.seller_id', '=', userId)]);
}

/** A row of `posts` is for sale when buyers can make offers for it and its seller can accept them. */
export const isForSale = eb.and([eb.ref('posts.is_available'), isPostShown]);
