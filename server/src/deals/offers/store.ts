import { sql, type RawBuilder } from 'kysely';
import { offerStatuses, otherSide, type OfferStatus, type Side } from '@upaj/contract/deals/offer-machine';
import type { Offer } from '@upaj/contract/deals/offers';
import { limits } from '@upaj/contract/limits';
import type { Database } from '#src/platform/db/connect.ts';
import {
  insertOffer,
  isForSale,
  storeExpiry,
  writeChange,
  type NewOffer,
  type OfferChange,
} from '#src/deals/offer-changes/store.ts';
import { offerJson } from '#src/platform/db/offer-json.ts';

export interface FoundOffer {
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

const columnOf = { buyer: sql.ref('buyer_id'), seller: sql.ref('seller_id') };
const isSide = (userId: string) =>
  sql`(offers.buyer_id = ${userId}::uuid or offers.seller_id = ${userId}::uuid)`;
/** By the clock, as conditions that the index of a side finds. */
function withStatus(status: OfferStatus): RawBuilder<unknown>[] {
  const isStored = sql`status = ${sql.lit(status)}`;
  if (status === 'open') return [sql`${isStored} and valid_until > now()`];
  return status === 'expired' ? [isStored, sql`status = 'open' and valid_until <= now()`] : [isStored];
}

export function offersStore(db: Database) {
  return {
    async findOne(offerId: string, viewerId: string): Promise<FoundOffer | undefined> {
      const { rows } = await sql<FoundOffer>`
        select ${offerJson} as offer, (
          select json_build_object('isForSale', ${isForSale}, 'quantity', quantity) from posts where posts.id = offers.post_id
        ) as post from offers where id = ${offerId} and ${isSide(viewerId)}`.execute(db);
      return rows[0];
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
      const beyond = beforeId ? sql`and id < ${beforeId}::uuid` : sql``;
      const conditions = status
        ? withStatus(status)
        : offerStatuses.map((stored) => sql`status = ${sql.lit(stored)}`);
      const each = (columns: RawBuilder<unknown>, rest: RawBuilder<unknown>) =>
        sql.join(
          sides.flatMap((side) =>
            conditions.map(
              (condition) => sql`(
                select ${columns} from offers where ${columnOf[side]} = ${viewerId}::uuid and ${condition} ${rest})`,
            ),
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

    add: (offer: NewOffer) => insertOffer(db, offer),
    change: (change: OfferChange) => writeChange(db, change),

    /** Of all open offers of a user, in the transaction that deletes the account. @returns the other sides */
    async changeOpen(
      trx: Database,
      userId: string,
      decide: (offer: Offer) => OfferChange | undefined,
    ): Promise<string[]> {
      const { rows } = await sql<{ offer: Offer }>`
        select ${offerJson} as offer from offers where ${isSide(userId)} and status = 'open' order by id`.execute(
        trx,
      );
      const otherIds: string[] = [];
      for (const { offer } of rows) {
        const change = decide(offer);
        if (!change) continue;
        await writeChange(trx, change);
        otherIds.push(offer[otherSide(change.by)]._id);
      }
      await sql`
        update offer_changes set note = '' from offers
        where offers.id = offer_id and note <> '' and ${isSide(userId)}
          and by_side = case offers.buyer_id when ${userId}::uuid then 'buyer' else 'seller' end`.execute(
        trx,
      );
      return otherIds;
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
