import { sql, type RawBuilder } from 'kysely';
import type { Offer, Party, Round } from '@upaj/contract/deals/offers';
import { isoTime } from './times.ts';

/** Of a row of `users` with this name. */
export function partyJson(name = 'users'): RawBuilder<Party> {
  const column = (of: string) => sql.ref(`${name}.${of}`);
  const unlessDeleted = (of: string) => sql`case when ${column('deleted_at')} is null then ${column(of)} end`;
  return sql<Party>`json_build_object('_id', ${column('id')}, 'username', ${unlessDeleted('username')},
    'fullName', ${unlessDeleted('full_name')}, 'avatar', ${unlessDeleted('avatar')},
    'userType', ${column('user_type')}, 'isVerified', ${column('is_verified')})`;
}

/** Of a row of `offers` or `deals`. The picture is deleted with the post. */
export function goodsJson(name: 'offers' | 'deals'): RawBuilder<Offer['goods']> {
  const column = (of: string) => sql.ref(`${name}.${of}`);
  return sql<
    Offer['goods']
  >`json_build_object('title', ${column('title')}, 'cropType', ${column('crop_type')}, 'image', (
    select ${column('image')} from posts where posts.id = ${column('post_id')}
      and posts.images @> jsonb_build_array(jsonb_build_object('url', ${column('image')}))))`;
}

const partyOf = (id: string) => sql`(select ${partyJson()} from users where users.id = ${sql.ref(id)})`;

const roundJson = sql<Round>`json_build_object('by', round.by_side, 'version', round.version,
  'quantity', round.quantity, 'unit', round.unit, 'price', round.price, 'priceUnit', round.price_unit,
  'delivery', round.delivery, 'note', round.note, 'total', round.total,
  'validUntil', ${isoTime('round.valid_until')}, 'createdAt', ${isoTime('round.created_at')})`;

/** The status of a row of `offers` by the clock. */
const offerStatus = sql`case when offers.status = 'open' and offers.valid_until <= now() then 'expired'
  else offers.status end`;

/** Of a row of `offers`. */
export const offerJson = sql<Offer>`json_build_object('_id', offers.id, 'postId', offers.post_id, 'goods', ${goodsJson('offers')},
  'buyer', ${partyOf('offers.buyer_id')}, 'seller', ${partyOf('offers.seller_id')},
  'status', ${offerStatus}, 'turn', offers.turn, 'version', offers.version,
  'rounds', (select json_agg(${roundJson} order by round.version) from offer_changes round
    where round.offer_id = offers.id and round.action in ('offer', 'counter')),
  'dealId', (select deals.id from deals where deals.offer_id = offers.id),
  'createdAt', ${isoTime('offers.created_at')}, 'changedAt', ${isoTime('offers.changed_at')})`;
