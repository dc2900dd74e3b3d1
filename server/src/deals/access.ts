import { expressionBuilder, type Expression, type SqlBool } from 'kysely';
import type { DB } from '#src/platform/db/schema.ts';

const eb = expressionBuilder<DB, 'offers' | 'deals' | 'posts'>();

/** On rows of `offers`: the user made or received it. No one else sees an offer. */
export function isPartyOfOffer(userId: string): Expression<SqlBool> {
  return eb.or([eb('offers.buyer_id', '=', userId), eb('offers.seller_id', '=', userId)]);
}

/** On rows of `deals`: the user bought or sold. No one else sees a deal. */
export function isPartyOfDeal(userId: string): Expression<SqlBool> {
  return eb.or([eb('deals.buyer_id', '=', userId), eb('deals.seller_id', '=', userId)]);
}

/** On rows of `posts`: buyers can make offers, and sellers can accept them. */
export const isForSale = eb.and([eb.ref('posts.is_available'), eb.not(eb.ref('posts.is_hidden'))]);
