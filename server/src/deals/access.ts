import { expressionBuilder, type Expression, type SqlBool } from 'kysely';
import { isPostShown } from '#src/trade/access.ts';
import type { DB } from '#src/platform/db/schema.ts';

const eb = expressionBuilder<DB, 'offers' | 'deals' | 'posts'>();

/** The condition is that the user made or received the row of `offers`. No one else sees it. */
export function isPartyOfOffer(userId: string): Expression<SqlBool> {
  return eb.or([eb('offers.buyer_id', '=', userId), eb('offers.seller_id', '=', userId)]);
}

/** The condition is that the user is buyer or seller of the row of `deals`. No one else sees it. */
export function isPartyOfDeal(userId: string): Expression<SqlBool> {
  return eb.or([eb('deals.buyer_id', '=', userId), eb('deals.seller_id', '=', userId)]);
}

/** The condition is that buyers can make offers for the row of `posts`, and its seller can accept them. */
export const isForSale = eb.and([eb.ref('posts.is_available'), isPostShown]);
