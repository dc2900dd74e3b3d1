import { expressionBuilder, sql } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import type { Offer, Round } from '@upaj/contract/deals/offers';
import { partyJson } from '#src/people/rows.ts';
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
  dealId: eb.selectFrom('deals').select('deals.id').whereRef('deals.offer_id', '=', 'offers.id'),
  createdAt: isoTime('offers.created_at'),
  changedAt: isoTime('offers.changed_at'),
} satisfies Fields<Offer>).$castTo<Offer>();
