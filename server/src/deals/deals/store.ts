import { sql, type RawBuilder } from 'kysely';
import type { DealStatus } from '@upaj/contract/deals/deal-machine';
import type { Deal } from '@upaj/contract/deals/deals';
import { sides, type Side } from '@upaj/contract/deals/offer-machine';
import { mayBeSoldOut } from '@upaj/contract/deals/quantity';
import { limits } from '@upaj/contract/limits';
import {
  changeDeal,
  type ChangedDeal,
  type DealChange,
  type LockedDeal,
} from '#src/deals/deal-changes/store.ts';
import type { Database } from '#src/platform/db/connect.ts';
import { dealNumber } from '#src/platform/db/deal-record.ts';
import { goodsJson, partyJson } from '#src/platform/db/offer-json.ts';
import { isoTime } from '#src/platform/db/times.ts';
import { isActivePerson } from '#src/people/access.ts';

const bySide = (name: string) => sql`json_build_object(
  'buyer', ${isoTime(`deals.buyer_${name}_at`)}, 'seller', ${isoTime(`deals.seller_${name}_at`)})`;

type DealRow = Omit<Deal, 'canSellOut'> & { stock: string | null };

function toDeal({ stock, ...deal }: DealRow): Deal {
  return { ...deal, canSellOut: stock !== null && mayBeSoldOut(stock) };
}

function dealJson(viewerId: string): RawBuilder<DealRow> {
  const viewerSide = sql`case deals.seller_id when ${viewerId}::uuid then 'seller' else 'buyer' end`;
  return sql<DealRow>`json_build_object(
    '_id', deals.id, 'number', ${dealNumber}, 'offerId', deals.offer_id,
    'postId', deals.post_id,
    'goods', ${goodsJson('deals')},
    'place', json_build_object('village', deals.village, 'city', deals.city, 'district', deals.district,
      'state', deals.state, 'pincode', deals.pincode),
    'buyer', ${partyJson('buyers')}, 'seller', ${partyJson('sellers')},
    'terms', json_build_object('quantity', deals.quantity, 'unit', deals.unit, 'price', deals.price,
      'priceUnit', deals.price_unit, 'delivery', deals.delivery, 'note', deals.note),
    'total', deals.total, 'status', deals.status,
    'confirmations', json_build_object('delivered', ${bySide('delivered')}, 'paid', ${bySide('paid')}),
    'cancellations', ${bySide('cancelled')},
    'events', (
      select json_agg(json_build_object('number', event.place, 'kind', event.kind, 'by', event.by_side,
        'text', event.text, 'createdAt', ${isoTime('event.created_at')}) order by event.number)
      from (select *, row_number() over (order by number) as place from deal_events
        where deal_id = deals.id and (kind <> 'problem' or by_side = ${viewerSide})) event),
    'hasUpi', exists (select from upi_ids join users on users.id = upi_ids.user_id
      where upi_ids.user_id = deals.seller_id and ${isActivePerson}),
    'stock', (select posts.quantity from posts where posts.id = deals.post_id and posts.is_available
      and deals.seller_id = ${viewerId}::uuid and deals.status <> 'cancelled'),
    'createdAt', ${isoTime('deals.created_at')})`;
}

const withParties = sql`join users buyers on buyers.id = deals.buyer_id join users sellers on sellers.id = deals.seller_id`;

export interface DealsRequest {
  status?: DealStatus | undefined;
  beforeId?: string | undefined;
  limit: number;
}

export function dealsStore(db: Database) {
  return {
    async findPage(
      viewerId: string,
      { status, beforeId, limit }: DealsRequest,
    ): Promise<{ rows: { id: string; deal: Deal }[]; total: number | undefined }> {
      const hasStatus = status ? sql`and deals.status = ${status}` : sql``;
      const ofSide = (side: Side, beyond: RawBuilder<unknown>, count: number) =>
        sql`(select deals.id from deals where ${sql.ref(`deals.${side}_id`)} = ${viewerId} ${hasStatus} ${beyond}
          order by deals.id desc limit ${sql.lit(count)})`;
      const own = (beyond: RawBuilder<unknown>, count: number) =>
        sql.join(
          sides.map((side) => ofSide(side, beyond, count)),
          sql` union all `,
        );
      const beyond = beforeId ? sql`and deals.id < ${beforeId}::uuid` : sql``;
      const counted = limits.page.countedTo + 1;
      const total = beforeId
        ? sql`null`
        : sql`(select least(count(*), ${sql.lit(counted)}) from (${own(sql``, counted)}) counted)`;
      const { rows } = await sql<{ id: string | null; deal: DealRow; total: number | null }>`
        select page.*, counted.total from (select ${total}::int as total) counted left join (
          select deals.id, ${dealJson(viewerId)} as deal
          from (${own(beyond, limit + 1)} order by id desc limit ${sql.lit(limit + 1)}) listed
          join deals on deals.id = listed.id ${withParties}
        ) page on true order by page.id desc`.execute(db);
      const found = rows.flatMap(({ id, deal }) => (id === null ? [] : [{ id, deal: toDeal(deal) }]));
      return { rows: found, total: rows[0]?.total ?? undefined };
    },

    async findOne(dealId: string, viewerId: string): Promise<Deal | undefined> {
      const { rows } = await sql<{ deal: DealRow }>`
        select ${dealJson(viewerId)} as deal from deals ${withParties}
        where deals.id = ${dealId} and ${viewerId} in (deals.buyer_id, deals.seller_id)`.execute(db);
      return rows[0] && toDeal(rows[0].deal);
    },

    /** `decide` gets the deal under lock; undefined changes nothing. */
    change(
      dealId: string,
      userId: string,
      decide: (deal: LockedDeal) => DealChange | undefined,
      options: { locksPost?: boolean } = {},
    ): Promise<ChangedDeal | undefined> {
      return db.transaction().execute((trx) => changeDeal(trx, dealId, userId, decide, options));
    },

    /** In the transaction that deletes the account of a user. @returns the other sides */
    async changeOpen(
      trx: Database,
      userId: string,
      decide: (deal: LockedDeal) => DealChange | undefined,
    ): Promise<string[]> {
      const { rows } = await sql<{ id: string; otherId: string }>`
        select id, case ${userId}::uuid when buyer_id then seller_id else buyer_id end as "otherId"
        from deals where ${userId} in (buyer_id, seller_id) and ended_at is null order by id`.execute(trx);
      for (const { id } of rows) await changeDeal(trx, id, userId, decide, { locksPost: true });
      await sql`
        update deal_events set text = '' from deals
        where deals.id = deal_id and text <> '' and ${userId} = case by_side when 'buyer' then buyer_id else seller_id end
          and ${userId} in (buyer_id, seller_id)`.execute(trx);
      // The last round is of the side that did not accept it.
      await sql`
        update deals set note = '' where note <> '' and ${userId} in (buyer_id, seller_id) and ${userId} = (
          select case by_side when 'buyer' then seller_id else buyer_id end from deal_events where deal_id = deals.id and number = 1)`.execute(
        trx,
      );
      await sql`
        update reports set details = '' from deals
        where deals.id = deal_id and reason = 'cancelled' and ${userId} in (buyer_id, seller_id)
          and ${userId} = case when buyer_cancelled_at is null then seller_id else buyer_id end`.execute(trx);
      return rows.map(({ otherId }) => otherId);
    },
  };
}

export type DealsStore = ReturnType<typeof dealsStore>;
