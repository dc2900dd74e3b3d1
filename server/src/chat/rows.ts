import { expressionBuilder, sql } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import type { DealLine } from '@upaj/contract/deals/deals';
import { sides } from '@upaj/contract/deals/offer-machine';
import type { Offer, Round } from '@upaj/contract/deals/offers';
import { pairOf } from '#src/chat/conversations/rows.ts';
import { partyJson } from '#src/people/rows.ts';
import type { Database } from '#src/platform/db/connect.ts';
import type { DB } from '#src/platform/db/schema.ts';
import { isoTime } from '#src/platform/db/times.ts';

type Fields<T> = Record<keyof T, unknown>;

const eb = expressionBuilder<DB, 'offers'>();

/** Reads rows of `offers` or `deals`. The photo is deleted with the post. */
export function goodsJson(table: 'offers' | 'deals') {
  const column = (name: 'title' | 'crop_type' | 'image' | 'post_id') =>
    sql.ref<string | null>(`${table}.${name}`);
  const photo = eb.fn('jsonb_build_object', [sql.lit('url'), column('image')]);
  return jsonBuildObject({
    title: column('title'),
    cropType: column('crop_type'),
    image: eb
      .selectFrom('posts')
      .select(column('image').as('image'))
      .where('posts.id', '=', column('post_id'))
      .where('posts.images', '@>', eb.fn<string>('jsonb_build_array', [photo])),
  } satisfies Fields<Offer['goods']>).$castTo<Offer['goods']>();
}

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

/** The round on the table can still be accepted. */
export const isOfferOpen = eb.and([
  eb('offers.status', '=', sql.lit('open')),
  eb('offers.valid_until', '>', eb.fn<Date>('now')),
]);

const dealOf = eb.selectFrom('deals').whereRef('deals.offer_id', '=', 'offers.id');

/** Reads rows of `offers`, with the status by the clock. Messages carry it. */
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
 * Reads a row of `deals`: its events as the viewer sees them. Problems that the other side reported are left out, and no gap
 * in the numbers betrays them.
 */
export function seenDealEvents(viewerId: string) {
  const viewerSide = deals.case().when('deals.seller_id', '=', viewerId).then('seller').else('buyer').end();
  return deals
    .selectFrom('deal_events')
    .select((of) => [
      'kind',
      'by_side',
      'text',
      'created_at',
      of('by_side', '=', viewerSide).as('is_own'),
      of.fn
        .agg<number>('row_number')
        .over((over) => over.orderBy('number'))
        .as('place'),
    ])
    .whereRef('deal_id', '=', 'deals.id')
    .where((of) => of.or([of('kind', '<>', 'problem'), of('by_side', '=', viewerSide)]));
}

/** What changed in the deals of the two from one message until before another, by their numbers. */
export async function findDealLines(
  db: Database,
  [viewerId, otherId]: readonly [string, string],
  { from, before }: { from: number | undefined; before: number | undefined },
): Promise<DealLine[]> {
  const both = [viewerId, otherId];
  // Clients know milliseconds.
  const timeOf = (number: number) =>
    db
      .selectFrom('messages')
      .select((of) => of.fn<Date>('date_trunc', [sql.lit('milliseconds'), 'messages.created_at']).as('time'))
      .where('conversation_id', '=', (of) =>
        of
          .selectFrom('conversations')
          .select('conversations.id')
          .where((row) => row.and(pairOf(viewerId, otherId))),
      )
      .where('number', '=', number);
  return db
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
    .where('event.kind', '<>', 'agreed')
    .$if(from !== undefined, (query) => query.where('event.created_at', '>=', timeOf(from ?? 0)))
    .$if(before !== undefined, (query) => query.where('event.created_at', '<', timeOf(before ?? 0)))
    .orderBy('event.created_at')
    .orderBy('deals.id')
    .orderBy('event.place')
    .execute();
}

const deals = expressionBuilder<DB, 'deals'>();
const isUntouched = sql<boolean>`num_nonnulls(buyer_delivered_at, seller_delivered_at, buyer_paid_at, seller_paid_at) = 0`;
const awaited = sql<string>`case when seller_delivered_at is null then 'seller'
  when buyer_delivered_at is null or buyer_paid_at is null then 'buyer' else 'seller' end`;

/** The open offers and the deals whose next step is the user's, as `awaitedSides` says. */
export async function countWaiting(db: Database, userId: string): Promise<{ offers: number; deals: number }> {
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
