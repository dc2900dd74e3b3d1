import { sql, type RawBuilder } from 'kysely';
import type { OfferAction, Side } from '@upaj/contract/deals/offer-machine';
import type { Offer, Round } from '@upaj/contract/deals/offers';
import type { takeQuantity } from '@upaj/contract/deals/quantity';
import { limits } from '@upaj/contract/limits';
import type { Database } from '#src/platform/db/connect.ts';
import { newRowId } from '#src/platform/db/ids.ts';

export interface NewOffer {
  id: string;
  clientId: string;
  postId: string;
  buyerId: string;
  round: Round;
  at: Date;
}

export interface OfferChange {
  /** After it. */
  offer: Offer;
  by: Side;
  action: OfferAction;
  at: Date;
  deal?: { id: string; number: number; took: ReturnType<typeof takeQuantity> };
}

const events = {
  offer: 'made',
  counter: 'countered',
  accept: 'accepted',
  decline: 'declined',
  withdraw: 'withdrawn',
} as const;

/** Writes as `expired`, and its change as `expiry`. */
export const storeExpiry = (isDue: RawBuilder<unknown>) => sql`expired as (
    update offers set status = 'expired', version = version + 1, changed_at = now() where ${isDue}
    returning id, version
  ), expiry as (
    insert into offer_changes (offer_id, version, action) select id, version, 'expire' from expired
  )`;

/** Stores first that an earlier offer for this post has expired. */
export async function insertOffer(
  trx: Database,
  offer: NewOffer,
  added: Offer,
  cropKey: string,
): Promise<'BLOCKED' | 'TOO_MANY_OFFERS' | undefined> {
  const { id, clientId, postId, buyerId, round, at } = offer;
  const { goods, seller } = added;
  const isOwn = sql`buyer_id = ${buyerId} and status = 'open'`;
  const mayMeet = sql`may_meet(${buyerId}, ${seller._id})`;
  const { rows } = await sql<{ isAdded: boolean; mayMeet: boolean }>`
    with ${storeExpiry(sql`${isOwn} and post_id = ${postId} and valid_until <= now()`)}, changed as (
      insert into offers (id, client_id, post_id, buyer_id, seller_id, title, crop_type, crop_key, image, turn, valid_until,
        created_at, changed_at)
      select ${id}, ${clientId}, ${postId}, ${buyerId}, ${seller._id}, ${goods.title}, ${goods.cropType}, ${cropKey},
        ${goods.image}, ${added.turn}, ${round.validUntil}, ${at}, ${at}
      where ${mayMeet} and (select count(*) from expired) >= 0
        and (select count(*) from offers where ${isOwn} and valid_until > now()) < ${sql.lit(limits.offer.open)}
      on conflict do nothing returning *
    ), ${logChange('offer', 'buyer', round, at)}
    select exists (select from changed) as "isAdded", ${mayMeet} as "mayMeet"`.execute(trx);
  if (rows[0]?.isAdded) return undefined;
  return rows[0]?.mayMeet ? 'TOO_MANY_OFFERS' : 'BLOCKED';
}

export async function writeChange(
  trx: Database,
  { offer, by, action, at, deal }: OfferChange,
): Promise<boolean> {
  const round = action === 'counter' ? offer.rounds.at(-1) : undefined;
  const mayEnd = action === 'decline' || action === 'withdraw';
  const { rows } = await sql`
    with changed as (
      update offers set status = ${offer.status}, turn = ${offer.turn}, version = ${offer.version}, changed_at = ${at},
        valid_until = coalesce(${round?.validUntil ?? null}::timestamptz, valid_until), is_reminded = is_reminded and ${!round}
      where id = ${offer._id} and (${mayEnd} or may_meet(buyer_id, seller_id)) returning *
    ), ${logChange(action, by, round, at)} ${deal ? sql`, ${writeDeal(deal, by, at)}` : sql``}
    select from changed`.execute(trx);
  return rows.length > 0;
}

/** Of the row `changed`: its version, and a notification of the other side. */
function logChange(
  action: keyof typeof events,
  by: Side,
  round: Round | undefined,
  at: Date,
): RawBuilder<unknown> {
  const { quantity, unit, price, priceUnit, delivery, total, note, validUntil } =
    round ?? ({} as Partial<Round>);
  const terms = [quantity, unit, price, priceUnit, delivery, total, note, validUntil].map(
    (value) => sql`${value ?? null}`,
  );
  return sql`logged as (
      insert into offer_changes (offer_id, version, action, by_side, created_at,
        quantity, unit, price, price_unit, delivery, total, note, valid_until)
      select id, version, ${action}, ${by}, ${at}, ${sql.join(terms)} from changed
    ), notified as (
      insert into notifications (id, user_id, kind, created_at, data)
      select ${newRowId}, ${sql.ref(by === 'buyer' ? 'seller_id' : 'buyer_id')}, 'offer', ${at},
        jsonb_build_object('offerId', id, 'event', ${events[action]}::text)
      from changed where may_meet(buyer_id, seller_id)
    )`;
}

function writeDeal({ id, number, took }: NonNullable<OfferChange['deal']>, by: Side, at: Date) {
  const { taken = null, takenUnit = null, left = null } = took ?? {};
  return sql`deal as (
      insert into deals (id, number, offer_id, post_id, buyer_id, seller_id, title, crop_type, crop_key, image,
        village, city, district, state, pincode, quantity, unit, price, price_unit, delivery, note, total, taken, taken_unit,
        created_at, changed_at)
      select ${id}, ${number}, changed.id, posts.id, buyer_id, seller_id, changed.title, changed.crop_type, changed.crop_key,
        changed.image, village, city, district, state, pincode, round.quantity, round.unit, round.price, round.price_unit,
        round.delivery, round.note, round.total, ${taken}, ${takenUnit}, ${at}, ${at}
      from changed join posts on posts.id = changed.post_id
      join lateral (
        select * from offer_changes where offer_id = changed.id and action in ('offer', 'counter')
        order by version desc limit 1) round on true
      returning id
    ), agreed as (
      insert into deal_events (deal_id, number, kind, by_side, created_at) select id, 1, 'agreed', ${by}, ${at} from deal
    ), reduced as (
      update posts set quantity = ${left}, updated_at = now() from changed
      where posts.id = changed.post_id and ${left}::text is not null
    )`;
}
