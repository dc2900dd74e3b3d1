import { sql, type RawBuilder } from 'kysely';
import type { OfferAction, Side } from '@upaj/contract/deals/offer-machine';
import type { Offer, Party, Round } from '@upaj/contract/deals/offers';
import type { takeQuantity } from '@upaj/contract/deals/quantity';
import { limits } from '@upaj/contract/limits';
import type { Database } from '#src/platform/db/connect.ts';
import { newRowId } from '#src/platform/db/ids.ts';
import { partyJson } from '#src/platform/db/offer-json.ts';
import {
  addOfferMessage,
  storedOfferMessage,
  type NewOfferMessage,
  type StoredOfferMessage,
} from '#src/platform/db/offer-message.ts';

export interface NewOffer {
  id: string;
  clientId: string;
  postId: string;
  buyerId: string;
  round: Round;
  at: Date;
  message: NewOfferMessage;
}

/** What an offer starts from. */
export interface AddedOffer {
  goods: Offer['goods'];
  buyer: Party;
  seller: Party;
  isForSale: boolean;
  /** Null when the post is not for sale or the buyer's own. */
  mayMeet: boolean | null;
  /** Offers of the buyer for the post in the last 24 hours. */
  madeToday: number;
  /** Null when nothing was added. */
  stored: StoredOfferMessage | null;
}

export interface OfferChange {
  /** After it. */
  offer: Offer;
  by: Side;
  action: OfferAction;
  at: Date;
  /** Not of someone who leaves. */
  message?: NewOfferMessage;
  /** `quantity` is the post's before it. */
  deal?: { id: string; number: number; quantity: string; took: ReturnType<typeof takeQuantity> };
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

export const isForSale = sql`posts.is_available and not posts.is_hidden`;

/**
 * Lock order here: post, users by id, offer, conversation, notifications. Stores first that an earlier offer for this post
 * has expired.
 */
export async function insertOffer(
  db: Database,
  { id, clientId, postId, buyerId, round, at, message }: NewOffer,
): Promise<AddedOffer | undefined> {
  const isOwn = sql`buyer_id = ${buyerId} and status = 'open'`;
  const { rows } = await sql<AddedOffer>`
    with post as materialized (
      select id, author_id, title, crop_type, crop_key, images -> 0 ->> 'url' as image, ${isForSale} as is_for_sale,
        (select count(*)::int from offers where post_id = posts.id and buyer_id = ${buyerId} and created_at > now() - interval '1 day')
          as made_today
      from posts where id = ${postId} for share
    ), people as materialized (
      select lock_both(${buyerId}, author_id) as may_meet from post where is_for_sale and author_id <> ${buyerId}
    ), ${storeExpiry(sql`${isOwn} and post_id = ${postId} and valid_until <= now() and (select may_meet from people)`)}, changed as (
      insert into offers (id, client_id, post_id, buyer_id, seller_id, title, crop_type, crop_key, image, turn, valid_until,
        created_at, changed_at)
      select ${id}, ${clientId}, id, ${buyerId}, author_id, title, crop_type, crop_key, image, 'seller', ${round.validUntil},
        ${at}, ${at}
      from post, people where may_meet and (select count(*) from expired) >= 0
        and made_today < ${sql.lit(limits.offer.aDay)} and count_open_offers(${buyerId}) < ${sql.lit(limits.offer.open)}
      on conflict do nothing returning *
    ), ${logChange('offer', 'buyer', round, at)}, ${addOfferMessage(message, 'buyer')}
    select json_build_object('title', post.title, 'cropType', post.crop_type, 'image', post.image) as goods,
      ${partyJson('buyer')} as buyer, ${partyJson('seller')} as seller, is_for_sale as "isForSale",
      (select may_meet from people) as "mayMeet", made_today as "madeToday", ${storedOfferMessage} as stored
    from post join users buyer on buyer.id = ${buyerId} join users seller on seller.id = post.author_id`.execute(
    db,
  );
  return rows[0];
}

/** Only on the version before, without a message across a block. Undefined when the offer or its post has changed. */
export async function writeChange(
  db: Database,
  { offer, by, action, at, deal, message }: OfferChange,
): Promise<{ stored: StoredOfferMessage | null } | 'BLOCKED' | undefined> {
  const { postId, buyer, seller } = offer;
  const round = action === 'counter' ? offer.rounds.at(-1) : undefined;
  const agrees = action === 'counter' || action === 'accept';
  const strength = {
    counter: sql`share`,
    accept: sql`no key update`,
    decline: sql`key share`,
    withdraw: sql`key share`,
  };
  const { rows } = await sql<{ mayMeet: boolean; isChanged: boolean; stored: StoredOfferMessage | null }>`
    with post as materialized (
      select id, village, city, district, state, pincode from posts where id = ${postId} and (${!agrees} or ${isForSale})
        ${deal ? sql`and quantity = ${deal.quantity}` : sql``} for ${strength[action]}
    ), people as materialized (
      select lock_both(${buyer._id}, ${seller._id}) as may_meet where (select count(*) from post) >= ${sql.lit(agrees ? 1 : 0)}
    ), changed as (
      update offers set status = ${offer.status}, turn = ${offer.turn}, version = ${offer.version}, changed_at = ${at},
        valid_until = coalesce(${round?.validUntil ?? null}::timestamptz, valid_until), is_reminded = is_reminded and ${!round}
      where id = ${offer._id} and version = ${offer.version - 1} and status = 'open' and valid_until > now()
        and exists (select from people where ${agrees ? sql`may_meet` : sql`true`})
      returning *
    ), ${logChange(action, by, round, at)}${message ? sql`, ${addOfferMessage(message, by)}` : sql``}${deal ? sql`, ${writeDeal(offer, deal, by, at)}` : sql``}
    select may_meet as "mayMeet", exists (select from changed) as "isChanged",
      ${message ? storedOfferMessage : sql`null`} as stored${deal ? sql`, (select count(*) from reduced)` : sql``} from people`.execute(
    db,
  );
  const [row] = rows;
  if (row?.isChanged) return row;
  return agrees && row?.mayMeet === false ? 'BLOCKED' : undefined;
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
      from changed, people where may_meet
    )`;
}

function writeDeal(
  { rounds }: Offer,
  { id, number, took }: NonNullable<OfferChange['deal']>,
  by: Side,
  at: Date,
) {
  const { taken = null, takenUnit = null, left = null } = took ?? {};
  return sql`deal as (
      insert into deals (id, number, offer_id, post_id, buyer_id, seller_id, title, crop_type, crop_key, image,
        village, city, district, state, pincode, quantity, unit, price, price_unit, delivery, note, total, taken, taken_unit,
        created_at, changed_at)
      select ${id}, ${number}, changed.id, post.id, buyer_id, seller_id, title, crop_type, crop_key, image,
        village, city, district, state, pincode, quantity, unit, price, price_unit, delivery, note, total, ${taken},
        ${takenUnit}, ${at}, ${at}
      from changed, post, offer_changes round
      where round.offer_id = changed.id and round.version = ${rounds.at(-1)?.version}
      returning id
    ), agreed as (
      insert into deal_events (deal_id, number, kind, by_side, created_at) select id, 1, 'agreed', ${by}, ${at} from deal
    ), reduced as materialized (
      select set_quantity(post_id, ${left}) from changed where ${left}::text is not null
    )`;
}
