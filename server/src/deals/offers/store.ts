import { sql, type RawBuilder } from 'kysely';
import type { OfferAction, OfferStatus, Side } from '@upaj/contract/deals/offer-machine';
import type { Offer, Party } from '@upaj/contract/deals/offers';
import { limits } from '@upaj/contract/limits';
import type { Database } from '#src/platform/db/connect.ts';
import {
  insertOffer,
  storeExpiry,
  writeChange,
  type NewOffer,
  type OfferChange,
} from '#src/deals/offer-changes/store.ts';
import { offerJson, offerStatus, partyJson } from '#src/platform/db/offer-json.ts';

/** What an offer starts from. */
export interface Goods {
  goods: Offer['goods'];
  cropKey: string;
  isForSale: boolean;
  buyer: Party;
  seller: Party;
}

export interface LockedOffer {
  offer: Offer;
  /** Null when it was deleted. */
  post: { isForSale: boolean; quantity: string } | null;
}

export interface OffersRequest {
  sides: readonly Side[];
  status: OfferStatus | undefined;
  beforeId: string | undefined;
  limit: number;
}

/** Runs in the transaction, after the offer is written. */
export type Alongside = (trx: Database, offer: Offer) => Promise<void>;

const columnOf = { buyer: sql.ref('buyer_id'), seller: sql.ref('seller_id') };
const isSide = (userId: string) =>
  sql`(offers.buyer_id = ${userId}::uuid or offers.seller_id = ${userId}::uuid)`;
const isForSale = sql`posts.is_available and not posts.is_hidden`;

/** Lock order: post, users by id, offer, deal, conversation, notifications. */
export function offersStore(db: Database) {
  return {
    async findOne(offerId: string, viewerId: string): Promise<Offer | undefined> {
      const { rows } = await sql<{ offer: Offer }>`
        select ${offerJson} as offer from offers where id = ${offerId} and ${isSide(viewerId)}`.execute(db);
      return rows[0]?.offer;
    },

    async findByClientId(buyerId: string, clientId: string): Promise<Offer | undefined> {
      const { rows } = await sql<{ offer: Offer }>`
        select ${offerJson} as offer from offers where buyer_id = ${buyerId} and client_id = ${clientId}`.execute(
        db,
      );
      return rows[0]?.offer;
    },

    async findOpen(buyerId: string, postId: string): Promise<Offer | undefined> {
      const { rows } = await sql<{ offer: Offer }>`
        select ${offerJson} as offer from offers
        where buyer_id = ${buyerId} and post_id = ${postId} and status = 'open' and valid_until > now()`.execute(
        db,
      );
      return rows[0]?.offer;
    },

    async findPage(
      viewerId: string,
      { sides, status, beforeId, limit }: OffersRequest,
    ): Promise<{ rows: { id: string; offer: Offer }[]; total: number | undefined }> {
      const hasStatus = status ? sql`and ${offerStatus} = ${status}` : sql``;
      const beyond = beforeId ? sql`and id < ${beforeId}::uuid` : sql``;
      const each = (columns: RawBuilder<unknown>, rest: RawBuilder<unknown>) =>
        sql.join(
          sides.map(
            (side) => sql`(
            select ${columns} from offers where ${columnOf[side]} = ${viewerId}::uuid ${hasStatus} ${rest})`,
          ),
          sql` union all `,
        );
      const most = sql.lit(limits.page.countedTo + 1);
      const total = beforeId
        ? sql`null`
        : sql`(select count(*) from (select from (${each(sql`1`, sql`limit ${most}`)}) offers limit ${most}) counted)`;
      const last = sql`order by id desc limit ${sql.lit(limit + 1)}`;
      const { rows } = await sql<{ id: string; offer: Offer; total: number | null }>`
        select page.*, counted.total from (select ${total}::int as total) counted left join (
          select offers.id, ${offerJson} as offer
          from (select * from (${each(sql`*`, sql`${beyond} ${last}`)}) offers ${last}) offers
        ) page on true order by page.id desc`.execute(db);
      return { rows: rows.filter(({ id }) => id !== null), total: rows[0]?.total ?? undefined };
    },

    /** `begin` gets the goods under lock. @returns 'TOO_MANY_OFFERS' also when there is an open one for the post. */
    add(
      offer: NewOffer,
      begin: (goods: Goods | undefined) => Offer,
      alongside: Alongside,
    ): Promise<Offer | 'BLOCKED' | 'TOO_MANY_OFFERS'> {
      return db.transaction().execute(async (trx) => {
        const goods = await lockGoods(trx, offer);
        const added = begin(goods);
        const refusal = await insertOffer(trx, offer, added, goods?.cropKey ?? '');
        if (refusal) return refusal;
        await alongside(trx, added);
        return added;
      });
    },

    /** `decide` gets the offer under lock. @returns 'BLOCKED' also when one side is suspended or deleted. */
    change(
      offerId: string,
      viewerId: string,
      action: OfferAction,
      decide: (locked: LockedOffer | undefined) => OfferChange,
      alongside: Alongside,
    ): Promise<Offer | 'BLOCKED'> {
      return db.transaction().execute(async (trx) => {
        const change = decide(await lockOffer(trx, offerId, viewerId, action));
        if (!(await writeChange(trx, change))) return 'BLOCKED';
        await alongside(trx, change.offer);
        return change.offer;
      });
    },

    /** Of all open offers of a user, in the transaction that deletes the account. */
    async changeOpen(
      trx: Database,
      userId: string,
      decide: (locked: LockedOffer) => OfferChange | undefined,
    ): Promise<void> {
      const { rows } = await sql<{ id: string }>`
        select id from offers where ${isSide(userId)} and status = 'open' order by id`.execute(trx);
      for (const { id } of rows) {
        const locked = await lockOffer(trx, id, userId, 'withdraw');
        const change = locked && decide(locked);
        if (change) await writeChange(trx, change);
      }
    },

    /** Of offers whose last round is no longer valid. @returns how many, at most a batch. */
    async expire(): Promise<number> {
      const { rows } = await sql`
        with due as (
          select id from offers where status = 'open' and valid_until <= now()
          limit ${sql.lit(batch)} for update skip locked
        ), ${storeExpiry(sql`id in (select id from due)`)}
        select from expired`.execute(db);
      return rows.length;
    },
  };
}

export type OffersStore = ReturnType<typeof offersStore>;

const batch = 500;

/** Both users exclusively: one buyer cannot pass the limit with concurrent offers. */
async function lockGoods(trx: Database, { postId, buyerId }: NewOffer): Promise<Goods | undefined> {
  const { rows } = await sql<Goods>`
    with posts as materialized (
      select id, author_id, title, crop_type, crop_key, images -> 0 ->> 'url' as image, is_available, is_hidden
      from posts where id = ${postId} for share
    ), people as materialized (
      select users.* from users where id = ${buyerId} or id = (select author_id from posts)
      order by id for no key update
    )
    select json_build_object('title', posts.title, 'cropType', posts.crop_type, 'image', posts.image) as goods,
      posts.crop_key as "cropKey", ${isForSale} as "isForSale",
      ${partyJson('buyer')} as buyer, ${partyJson('seller')} as seller
    from posts join people buyer on buyer.id = ${buyerId} join people seller on seller.id = posts.author_id`.execute(
    trx,
  );
  return rows[0];
}

/** In one statement: a stale version is refused, so the rounds are those of the locked row. */
async function lockOffer(
  trx: Database,
  offerId: string,
  viewerId: string,
  action: OfferAction,
): Promise<LockedOffer | undefined> {
  const strength = {
    accept: sql`no key update`,
    counter: sql`share`,
    decline: sql`key share`,
    withdraw: sql`key share`,
  };
  const { rows } = await sql<LockedOffer>`
    with target as materialized (
      select id, post_id, buyer_id, seller_id from offers where id = ${offerId} and ${isSide(viewerId)}
    ), post as materialized (
      select quantity, ${isForSale} as is_for_sale from posts
      where id = (select post_id from target) for ${strength[action]}
    ), people as materialized (
      select users.id from users
      where id in (select unnest(array[buyer_id, seller_id]) from target) and (select count(*) from post) >= 0
      order by id for share
    ), locked as materialized (
      select * from offers where id = (select id from target) and (select count(*) from people) > 0 for update
    )
    select ${offerJson} as offer,
      (select json_build_object('isForSale', is_for_sale, 'quantity', quantity) from post) as post
    from locked offers`.execute(trx);
  return rows[0];
}
