import { randomInt } from 'node:crypto';
import { expressionBuilder, sql, type Expression, type RawBuilder, type Selectable } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import type { DealState, DealStatus } from '@upaj/contract/deals/deal-machine';
import type { Deal } from '@upaj/contract/deals/deals';
import type { Side } from '@upaj/contract/deals/offer-machine';
import type { Offer, Round } from '@upaj/contract/deals/offers';
import { stockOf, type Stock, type Taken } from '@upaj/contract/deals/quantity';
import type { PostAmounts } from '@upaj/contract/trade/amounts';
import type { Post } from '@upaj/contract/trade/posts';
import type { Quantity } from '@upaj/contract/trade/quantity';
import type { PriceUnit, QuantityUnit } from '@upaj/contract/trade/units';
import { isActivePerson } from '#src/people/access.ts';
import { dealNumber, goodsJson, isDisputed, termsColumns } from '#src/deals/rows.ts';
import type { AgreedTerms } from './counted-deal.ts';
import { partyJson } from '#src/people/rows.ts';
import type { Transaction } from '#src/platform/db/connection.ts';
import type { DB } from '#src/platform/db/schema.ts';
import { isoTime } from '#src/platform/db/times.ts';

/** `stock` is the quantity of the post. It is null for the buyer, and when the post cannot be sold out. */
export type DealRow = Omit<Deal, 'canSellOut'> & { stock: Pick<Post, 'quantity' | 'amounts'> | null };

const bySide = (name: 'delivered' | 'paid' | 'cancelled' | 'settled') =>
  jsonBuildObject({
    buyer: isoTime(`deals.buyer_${name}_at`),
    seller: isoTime(`deals.seller_${name}_at`),
  });

/** Turns a row of `deals` into the state that the contract's deal machine reads. */
export function dealStateOf(row: Selectable<DB['deals']>): DealState {
  const times = (name: 'delivered' | 'paid' | 'cancelled') => ({
    buyer: row[`buyer_${name}_at`]?.toISOString() ?? null,
    seller: row[`seller_${name}_at`]?.toISOString() ?? null,
  });
  return {
    status: row.status as DealStatus,
    confirmations: { delivered: times('delivered'), paid: times('paid') },
    cancellations: times('cancelled'),
  };
}

/** Turns a row of `deals` into what `isCountedDeal` reads. */
export function agreedTermsOf(row: Selectable<DB['deals']>): AgreedTerms {
  const { asked_price: price, asked_unit: unit } = row;
  return {
    quantity: Number(row.quantity),
    unit: row.unit as QuantityUnit,
    price: Number(row.price),
    priceUnit: row.price_unit as PriceUnit,
    total: Number(row.total),
    agreedAt: row.created_at,
    asked: price === null ? null : { price: Number(price), priceUnit: unit as PriceUnit },
    origins: { buyer: row.buyer_origins, seller: row.seller_origins },
  };
}

/** Reads the UPI ID of the account, or '' when it has none. */
function upiIdOf(userId: Expression<string>): Expression<string> {
  const own = expressionBuilder<DB, never>()
    .selectFrom('upi_ids')
    .select('upi_id')
    .where('user_id', '=', userId);
  return expressionBuilder<DB, never>().fn.coalesce(own, sql.lit(''));
}

/**
 * Reads the events of a row of `deals` as the viewer sees them. Problems that the other side reported are left out, and
 * the events are numbered without a gap that would betray them.
 */
export function seenDealEvents(viewerId: string) {
  const deals = expressionBuilder<DB, 'deals'>();
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

/** Selects a deal as the viewer sees it, from rows of `deals`, `buyers` and `sellers`. */
export function dealJson(viewerId: string): RawBuilder<DealRow> {
  const eb = expressionBuilder<DB, 'deals'>();
  const isSeller = eb('deals.seller_id', '=', viewerId);
  return jsonBuildObject({
    _id: eb.ref('deals.id'),
    number: dealNumber,
    offerId: eb.ref('deals.offer_id'),
    postId: eb.ref('deals.post_id'),
    goods: goodsJson('deals'),
    place: jsonBuildObject({
      village: eb.ref('deals.village'),
      city: eb.ref('deals.city'),
      district: eb.ref('deals.district'),
      state: eb.ref('deals.state'),
      pincode: eb.ref('deals.pincode'),
    }),
    buyer: partyJson('buyers'),
    seller: partyJson('sellers'),
    terms: jsonBuildObject({
      quantity: eb.ref('deals.quantity'),
      unit: eb.ref('deals.unit'),
      price: eb.ref('deals.price'),
      priceUnit: eb.ref('deals.price_unit'),
      delivery: eb.ref('deals.delivery'),
      note: eb.ref('deals.note'),
      pickupDate: eb.ref('deals.pickup_date'),
      bags: eb.ref('deals.bags'),
      advance: eb.ref('deals.advance'),
    }),
    total: eb.ref('deals.total'),
    status: eb.ref('deals.status'),
    isCounted: eb.ref('deals.is_counted'),
    confirmations: jsonBuildObject({ delivered: bySide('delivered'), paid: bySide('paid') }),
    cancellations: bySide('cancelled'),
    dispute: eb
      .case()
      .when(isDisputed)
      .then(
        jsonBuildObject({
          by: eb.case().when('deals.buyer_cancelled_at', 'is', null).then('seller').else('buyer').end(),
          settlements: bySide('settled'),
        }),
      )
      .end(),
    events: eb.selectFrom(seenDealEvents(viewerId).as('event')).select((of) =>
      of.fn
        .jsonAgg(
          jsonBuildObject({
            number: of.ref('event.place'),
            kind: of.ref('event.kind'),
            by: of.ref('event.by_side'),
            text: of.ref('event.text'),
            createdAt: isoTime('event.created_at'),
          }),
        )
        .orderBy('event.place')
        .as('events'),
    ),
    hasUpi: eb.exists(
      eb
        .selectFrom('users')
        .select('users.id')
        .whereRef('users.id', '=', 'deals.seller_id')
        .where('deals.upi_id', '<>', '')
        .where(isActivePerson),
    ),
    upiChangedAt: isoTime('deals.upi_changed_at'),
    hasOldUpi: eb.and([
      isSeller,
      eb('deals.ended_at', 'is', null),
      eb('deals.upi_id', '<>', upiIdOf(eb.ref('deals.seller_id'))),
    ]),
    stock: eb
      .selectFrom('posts')
      .select((of) =>
        jsonBuildObject({ quantity: of.ref('posts.quantity'), amounts: of.ref('posts.amounts') }).as('stock'),
      )
      .whereRef('posts.id', '=', 'deals.post_id')
      .where('posts.is_available', '=', true)
      .where(eb.and([isSeller, eb('deals.status', '<>', 'cancelled')])),
    createdAt: isoTime('deals.created_at'),
  }) as unknown as RawBuilder<DealRow>;
}

export interface AgreedOffer {
  offer: Offer;
  cropKey: string;
  image: string | null;
}

/** Adds the deal of an accepted offer, with the terms of its last round, and the deal's first event. */
export async function addDeal(
  trx: Transaction,
  { id, by, at }: { id: string; by: Side; at: Date },
  { offer, cropKey, image }: AgreedOffer,
  round: Round,
  post: Pick<
    Selectable<DB['posts']>,
    'id' | 'village' | 'city' | 'district' | 'state' | 'pincode' | 'price' | 'price_unit'
  >,
  took: Quantity | undefined,
): Promise<void> {
  const { id: postId, village, city, district, state, pincode } = post;
  const values = {
    id,
    offer_id: offer._id,
    post_id: postId,
    buyer_id: offer.buyer._id,
    seller_id: offer.seller._id,
    title: offer.goods.title,
    crop_type: offer.goods.cropType,
    crop_key: cropKey,
    image,
    village,
    city,
    district,
    state,
    pincode,
    ...termsColumns(round),
    taken: took?.quantity ?? null,
    taken_unit: took?.unit ?? null,
    upi_id: upiIdOf(sql.val(offer.seller._id)),
    asked_price: post.price,
    asked_unit: post.price_unit,
    created_at: at,
    changed_at: at,
  };
  const tryNumber = (number: number) =>
    trx
      .with('deal', (query) =>
        query
          .insertInto('deals')
          .values({ ...values, number })
          // Another deal may have this number already. Then nothing is inserted.
          .onConflict((conflict) => conflict.column('number').doNothing())
          .returning('deals.id'),
      )
      .insertInto('deal_events')
      .columns(['deal_id', 'number', 'kind', 'by_side', 'created_at'])
      .expression((of) =>
        of
          .selectFrom('deal')
          .select((deal) => [
            'deal.id as deal_id',
            deal.lit(1).as('number'),
            deal.val('agreed').as('kind'),
            deal.val(by).as('by_side'),
            deal.cast<Date>(deal.val(at), 'timestamptz').as('created_at'),
          ]),
      )
      .returning('deal_id')
      .executeTakeFirst();
  let added;
  do added = await tryNumber(randomInt(10_000_000, 100_000_000));
  while (!added);
}

/** The quantity that is left of a post, and what its other deals took. */
export interface LockedStock {
  postId: string;
  left: Stock;
  others: Taken[];
}

/**
 * Locks the post of a deal. Returns undefined when the acceptance took nothing that can be given back, or the post is
 * deleted.
 */
export async function lockStock(trx: Transaction, dealId: string): Promise<LockedStock | undefined> {
  const taker = await trx
    .selectFrom('deals')
    .select(['post_id', 'taken_unit'])
    .where('id', '=', dealId)
    .where('taken', 'is not', null)
    .executeTakeFirst();
  if (!taker?.post_id) return undefined;
  const post = await trx
    .selectFrom('posts')
    .select(['id', 'quantity', 'amounts'])
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
    left: stockOf({ quantity: post.quantity, amounts: post.amounts as PostAmounts | null }),
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
