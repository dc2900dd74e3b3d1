import { expressionBuilder, type RawBuilder } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import type { Deal } from '@upaj/contract/deals/deals';
import { isActivePerson } from '#src/people/access.ts';
import { dealNumber } from '#src/platform/db/deal-record.ts';
import { goodsJson, partyJson } from '#src/platform/db/offer-json.ts';
import type { DB } from '#src/platform/db/schema.ts';
import { isoTime } from '#src/platform/db/times.ts';

/** `stock` is the quantity of the post, for its seller, while it can be sold out. */
export type DealRow = Omit<Deal, 'canSellOut'> & { stock: string | null };

const bySide = (name: 'delivered' | 'paid' | 'cancelled') =>
  jsonBuildObject({
    buyer: isoTime(`deals.buyer_${name}_at`),
    seller: isoTime(`deals.seller_${name}_at`),
  });

/** On rows of `deals`, `buyers` and `sellers`. Problems that the other side reported are left out. */
export function dealJson(viewerId: string): RawBuilder<DealRow> {
  const eb = expressionBuilder<DB, 'deals'>();
  const isSeller = eb('deals.seller_id', '=', viewerId);
  const viewerSide = eb.case().when(isSeller).then('seller').else('buyer').end();
  const events = eb
    .selectFrom('deal_events')
    .select((of) => [
      'kind',
      'by_side',
      'text',
      'created_at',
      of.fn
        .agg<number>('row_number')
        .over((over) => over.orderBy('number'))
        .as('place'),
    ])
    .whereRef('deal_id', '=', 'deals.id')
    .where((of) => of.or([of('kind', '<>', 'problem'), of('by_side', '=', viewerSide)]));
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
    }),
    total: eb.ref('deals.total'),
    status: eb.ref('deals.status'),
    confirmations: jsonBuildObject({ delivered: bySide('delivered'), paid: bySide('paid') }),
    cancellations: bySide('cancelled'),
    events: eb.selectFrom(events.as('event')).select((of) =>
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
        .selectFrom('upi_ids')
        .innerJoin('users', 'users.id', 'upi_ids.user_id')
        .select('users.id')
        .whereRef('users.id', '=', 'deals.seller_id')
        .where(isActivePerson),
    ),
    stock: eb
      .selectFrom('posts')
      .select('posts.quantity')
      .whereRef('posts.id', '=', 'deals.post_id')
      .where('posts.is_available', '=', true)
      .where(eb.and([isSeller, eb('deals.status', '<>', 'cancelled')])),
    createdAt: isoTime('deals.created_at'),
  }) as unknown as RawBuilder<DealRow>;
}
