import { expressionBuilder, sql } from 'kysely';
import type { Waiting } from '@upaj/contract/chat/messages';
import type { DealLine } from '@upaj/contract/deals/deals';
import { sides } from '@upaj/contract/deals/offer-machine';
import type { Offer } from '@upaj/contract/deals/offers';
import { limits } from '@upaj/contract/limits';
import type { ChatParts, PageTimes } from '#src/chat/rows.ts';
import { seenDealEvents } from '#src/deals/deals/rows.ts';
import { isOfferOpen, offerJson } from '#src/deals/offers/rows.ts';
import type { Database } from '#src/platform/db/connection.ts';
import type { DB } from '#src/platform/db/schema.ts';
import { isoTime } from '#src/platform/db/times.ts';

const eb = expressionBuilder<DB, 'messages' | 'offers'>();
const deals = expressionBuilder<DB, 'deals'>();

async function findOpenOffers(db: Database, both: readonly string[]): Promise<Offer[]> {
  const rows = await db
    .selectFrom('offers')
    .select(offerJson.as('offer'))
    .where('buyer_id', 'in', both)
    .where('seller_id', 'in', both)
    .where(isOfferOpen)
    .orderBy('changed_at', 'desc')
    .limit(limits.offer.shown)
    .execute();
  return rows.map(({ offer }) => offer);
}

/** Finds what changed in the deals of the two during a page of their conversation. */
async function findDealLines(
  db: Database,
  [viewerId, otherId]: readonly [string, string],
  { from, before }: PageTimes,
): Promise<DealLine[]> {
  const both = [viewerId, otherId];
  let lines = db
    .selectFrom('deals')
    .innerJoinLateral(seenDealEvents(viewerId).as('event'), (join) => join.onTrue())
    .select((of) => [
      'deals.id as dealId',
      'deals.title',
      of.cast<number>('event.place', 'integer').as('number'),
      of.ref('event.kind').$castTo<DealLine['kind']>().as('kind'),
      of.ref('event.by_side').$castTo<DealLine['by']>().as('by'),
      of.fn.coalesce('event.is_own', of.lit(false)).$castTo<boolean>().as('isOwn'),
      of.ref('deals.status').$castTo<DealLine['status']>().as('status'),
      isoTime('event.created_at').as('createdAt'),
    ])
    .where('buyer_id', 'in', both)
    .where('seller_id', 'in', both)
    .where('event.kind', '<>', 'agreed');
  if (from) lines = lines.where('event.created_at', '>=', from);
  if (before) lines = lines.where('event.created_at', '<', before);
  return lines.orderBy('event.created_at').orderBy('deals.id').orderBy('event.place').execute();
}

const isUntouched = sql<boolean>`num_nonnulls(buyer_delivered_at, seller_delivered_at, buyer_paid_at, seller_paid_at) = 0`;
const awaited = sql<string>`case when seller_delivered_at is null then 'seller'
  when buyer_delivered_at is null or buyer_paid_at is null then 'buyer' else 'seller' end`;

/** Counts the open offers and the deals whose next step is the user's, as `awaitedSides` says. */
async function countWaiting(db: Database, userId: string): Promise<Waiting> {
  const isOffer = eb.or(
    sides.map((side) => eb.and([eb(`${side}_id`, '=', userId), eb('turn', '=', side), isOfferOpen])),
  );
  const isDeal = deals.or(
    sides.map((side) =>
      deals.and([
        deals(`${side}_id`, '=', userId),
        deals('ended_at', 'is', null),
        deals.or([
          isUntouched,
          deals.and([deals(awaited, '=', side), deals(`${side}_cancelled_at`, 'is', null)]),
        ]),
      ]),
    ),
  );
  return db
    .selectNoFrom((of) => {
      const count = of.cast<number>(of.fn.countAll(), 'integer').as('count');
      return [
        of.selectFrom('offers').where(isOffer).select(count).$asScalar().$notNull().as('offers'),
        of.selectFrom('deals').where(isDeal).select(count).$asScalar().$notNull().as('deals'),
      ];
    })
    .executeTakeFirstOrThrow();
}

/**
 * Shows offers and deals in the chat. Both users of a conversation are the sides of its offers, so no further check is
 * needed.
 */
export const chatParts: ChatParts = {
  idColumn: 'offer_id',
  messageFields: {
    offer: eb
      .selectFrom('offers')
      .select(offerJson.as('card'))
      .whereRef('offers.id', '=', 'messages.offer_id'),
    offerVersion: eb.ref('messages.offer_version'),
  },
  noPart: { offer: null, offerVersion: null },
  lastMessageFields: { hasOffer: eb('messages.offer_id', 'is not', null) },

  async findOfPage(db, viewerId, otherId, times) {
    const [dealLines, openOffers] = await Promise.all([
      findDealLines(db, [viewerId, otherId], times),
      findOpenOffers(db, [viewerId, otherId]),
    ]);
    return { dealLines, openOffers };
  },

  countWaiting,
};
