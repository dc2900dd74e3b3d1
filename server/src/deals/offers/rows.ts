import { expressionBuilder, sql, type Expression, type SqlBool } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import { offerStatuses, type OfferStatus, type Side } from '@upaj/contract/deals/offer-machine';
import type { Offer, Round } from '@upaj/contract/deals/offers';
import { goodsJson } from '#src/deals/rows.ts';
import { eventColumns } from '#src/notify/outbox/rows.ts';
import { mayMeet } from '#src/people/access.ts';
import { partyJson } from '#src/people/rows.ts';
import type { Transaction } from '#src/platform/db/connection.ts';
import type { DB } from '#src/platform/db/schema.ts';
import { isoTime, todayInIndia } from '#src/platform/db/times.ts';
import { canSeeWanted } from '#src/trade/access.ts';

type Fields<T> = Record<keyof T, unknown>;

const eb = expressionBuilder<DB, 'offers'>();

/** An offer is open while its last round can still be accepted. */
export const isOfferOpen = eb.and([
  eb('offers.status', '=', sql.lit('open')),
  eb('offers.valid_until', '>', eb.fn<Date>('now')),
]);

export const isExpired = eb.and([eb('offers.status', '=', 'open'), eb.not(isOfferOpen)]);

const roundJson = jsonBuildObject({
  by: sql.ref('round.by_side'),
  version: sql.ref('round.version'),
  quantity: sql.ref('round.quantity'),
  unit: sql.ref('round.unit'),
  price: sql.ref('round.price'),
  priceUnit: sql.ref('round.price_unit'),
  delivery: sql.ref('round.delivery'),
  note: sql.ref('round.note'),
  pickupDate: sql.ref('round.pickup_date'),
  bags: sql.ref('round.bags'),
  advance: sql.ref('round.advance'),
  total: sql.ref('round.total'),
  validUntil: isoTime('round.valid_until'),
  createdAt: isoTime('round.created_at'),
} satisfies Fields<Round>);

const partyOf = (column: 'offers.buyer_id' | 'offers.seller_id') =>
  eb.selectFrom('users').select(partyJson('users').as('party')).whereRef('users.id', '=', column);

const dealOf = eb.selectFrom('deals').whereRef('deals.offer_id', '=', 'offers.id');

/** Reads rows of `offers`, with the status by the clock. */
export const offerJson = jsonBuildObject({
  _id: eb.ref('offers.id'),
  postId: eb.ref('offers.post_id'),
  goods: goodsJson('offers'),
  buyer: partyOf('offers.buyer_id'),
  seller: partyOf('offers.seller_id'),
  status: eb
    .case()
    .when(eb.and([eb('offers.status', '=', sql.lit('open')), eb.not(isOfferOpen)]))
    .then(sql.lit('expired'))
    .else(eb.ref('offers.status'))
    .end(),
  turn: eb.ref('offers.turn'),
  version: eb.ref('offers.version'),
  rounds: eb
    .selectFrom('offer_changes as round')
    .select((of) => of.fn.jsonAgg(roundJson).orderBy('round.version').as('rounds'))
    .whereRef('round.offer_id', '=', 'offers.id')
    .where('round.quantity', 'is not', null),
  dealId: dealOf.select('deals.id'),
  dealStatus: dealOf.select('deals.status'),
  createdAt: isoTime('offers.created_at'),
  changedAt: isoTime('offers.changed_at'),
} satisfies Fields<Offer>).$castTo<Offer>();

/**
 * Returns conditions that together select the offers with a status, or all offers. Each condition can use the index of
 * a side. An open offer whose time has passed counts as expired.
 */
export function conditionsOf(status: OfferStatus | undefined): Expression<SqlBool>[] {
  if (status === 'open') return [isOfferOpen];
  const isStored = (status ? [status] : offerStatuses).map((each) => eb('offers.status', '=', each));
  return status === 'expired' ? [...isStored, isExpired] : isStored;
}

/** Returns the condition that this side made the first round of the row of `offers`. */
export function isMadeBy(side: Side): Expression<SqlBool> {
  return eb.exists(
    eb
      .selectFrom('offer_changes as first')
      .select('first.version')
      .whereRef('first.offer_id', '=', 'offers.id')
      .where('first.version', '=', 1)
      .where('first.by_side', '=', side),
  );
}

/** Returns the author's id, or undefined when the wanted post is not open or the user may not see it. */
export async function findWantedAuthor(
  trx: Transaction,
  wantedId: string,
  viewerId: string,
): Promise<string | undefined> {
  const wanted = await trx
    .selectFrom('wanted_posts as wanted')
    .select('author_id as authorId')
    .where('wanted.id', '=', wantedId)
    .where('is_open', '=', true)
    .where('end_date', '>=', todayInIndia)
    .where(canSeeWanted(viewerId))
    .executeTakeFirst();
  return wanted?.authorId;
}

/** Adds an event for the buyer of each open offer for the post, except across a block. */
export async function notifyOfSoldOut(trx: Transaction, postId: string, at: Date): Promise<void> {
  await trx
    .insertInto('events')
    .columns(['kind', 'data'])
    .expression((of) =>
      of
        .selectFrom('offers')
        .select((offer) =>
          eventColumns('offer.changed', {
            offerId: offer.ref('offers.id'),
            event: sql.lit('soldOut' as const),
            userId: offer.ref('buyer_id'),
            messageId: sql.lit(null),
            at: offer.cast<string>(offer.val(at.toISOString()), 'text'),
          }),
        )
        .where('post_id', '=', postId)
        .where(isOfferOpen)
        .where((offer) => mayMeet(offer.ref('buyer_id'), offer.ref('seller_id'))),
    )
    .execute();
}
