import { sql, type RawBuilder } from 'kysely';
import { hasEnded, type BySide, type DealState, type DealStatus } from '@upaj/contract/deals/deal-machine';
import type { Deal, DealEvent } from '@upaj/contract/deals/deals';
import { sides, type Side } from '@upaj/contract/deals/offer-machine';
import { limits } from '@upaj/contract/limits';
import { updateRecords } from '#src/deals/record/store.ts';
import type { Database } from '#src/platform/db/connect.ts';
import { dealNumber } from '#src/platform/db/deal-record.ts';
import { newRowId } from '#src/platform/db/ids.ts';
import { goodsJson, partyJson } from '#src/platform/db/offer-json.ts';
import { isoTime } from '#src/platform/db/times.ts';
import { isActivePerson } from '#src/platform/db/visibility.ts';

const bySide = (name: string) => sql`json_build_object(
  'buyer', ${isoTime(`deals.buyer_${name}_at`)}, 'seller', ${isoTime(`deals.seller_${name}_at`)})`;

function dealJson(viewerId: string): RawBuilder<Deal> {
  const viewerSide = sql`case deals.seller_id when ${viewerId}::uuid then 'seller' else 'buyer' end`;
  return sql<Deal>`json_build_object(
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
      select json_agg(json_build_object('number', event.number, 'kind', event.kind, 'by', event.by_side,
        'text', event.text, 'createdAt', ${isoTime('event.created_at')}) order by event.number)
      from deal_events event
      where event.deal_id = deals.id and (event.kind <> 'problem' or event.by_side = ${viewerSide})),
    'hasUpi', exists (select from upi_ids join users on users.id = upi_ids.user_id
      where upi_ids.user_id = deals.seller_id and ${isActivePerson}),
    'canSellOut', deals.seller_id = ${viewerId}::uuid and deals.status <> 'cancelled'
      and exists (select from posts where posts.id = deals.post_id and posts.is_available),
    'createdAt', ${isoTime('deals.created_at')})`;
}

const withParties = sql`join users buyers on buyers.id = deals.buyer_id join users sellers on sellers.id = deals.seller_id`;

export interface DealsRequest {
  status?: DealStatus | undefined;
  beforeId?: string | undefined;
  limit: number;
}

export interface LockedDeal extends DealState {
  id: string;
  side: Side;
  problems: readonly string[];
}

export interface DealChange {
  /** Absent when only the event is new. */
  after?: DealState;
  events: Pick<DealEvent, 'kind' | 'by' | 'text'>[];
  /** Notifies the other side. */
  notified?: 'delivered' | 'paid' | 'completed' | 'cancel' | 'cancelled';
  /** For moderators; a cancellation has no reporter. */
  report?: { reason: 'problem' | 'cancelled'; text: string };
  at: string;
}

interface Parties {
  buyerId: string;
  sellerId: string;
}

export interface ChangedDeal extends Parties {
  change: DealChange | undefined;
}

interface DealRow extends Record<`${Side}_${'delivered' | 'paid' | 'cancelled'}_at`, Date | null> {
  id: string;
  status: DealStatus;
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
      const { rows } = await sql<{ id: string | null; deal: Deal; total: number | null }>`
        select page.*, counted.total from (select ${total}::int as total) counted left join (
          select deals.id, ${dealJson(viewerId)} as deal
          from (${own(beyond, limit + 1)} order by id desc limit ${sql.lit(limit + 1)}) listed
          join deals on deals.id = listed.id ${withParties}
        ) page on true order by page.id desc`.execute(db);
      const found = rows.flatMap(({ id, deal }) => (id === null ? [] : [{ id, deal }]));
      return { rows: found, total: rows[0]?.total ?? undefined };
    },

    async findOne(dealId: string, viewerId: string): Promise<Deal | undefined> {
      const { rows } = await sql<{ deal: Deal }>`
        select ${dealJson(viewerId)} as deal from deals ${withParties}
        where deals.id = ${dealId} and ${viewerId} in (deals.buyer_id, deals.seller_id)`.execute(db);
      return rows[0]?.deal;
    },

    /** `decide` gets the deal under lock; undefined changes nothing. Locks the two users first, for their records. */
    change(
      dealId: string,
      userId: string,
      decide: (deal: LockedDeal) => DealChange | undefined,
    ): Promise<ChangedDeal | undefined> {
      return db.transaction().execute(async (trx) => {
        const parties = await findParties(trx, dealId, userId);
        if (!parties) return undefined;
        const { buyerId, sellerId } = parties;
        if (!(await lockParties(trx, buyerId, sellerId)).includes(userId)) return undefined;
        const deal = await lockDeal(trx, dealId, userId === buyerId ? 'buyer' : 'seller');
        const change = decide(deal);
        if (change) await writeChange(trx, parties, deal, change);
        return { buyerId, sellerId, change };
      });
    },
  };
}

export type DealsStore = ReturnType<typeof dealsStore>;

async function findParties(trx: Database, dealId: string, userId: string): Promise<Parties | undefined> {
  const { rows } = await sql<Parties>`
    select buyer_id as "buyerId", seller_id as "sellerId" from deals
    where id = ${dealId} and ${userId} in (buyer_id, seller_id)`.execute(trx);
  return rows[0];
}

/** @returns those whose account is not deleted. */
async function lockParties(trx: Database, ...ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string; isDeleted: boolean }>`
    select id, deleted_at is not null as "isDeleted" from users
    where id = any(${ids}::uuid[]) order by id for no key update`.execute(trx);
  return rows.flatMap(({ id, isDeleted }) => (isDeleted ? [] : [id]));
}

async function lockDeal(trx: Database, dealId: string, side: Side): Promise<LockedDeal> {
  const deal = await sql<DealRow>`select * from deals where id = ${dealId} for update`.execute(trx);
  const row = deal.rows[0] as DealRow;
  const times = (name: 'delivered' | 'paid' | 'cancelled'): BySide => ({
    buyer: row[`buyer_${name}_at`]?.toISOString() ?? null,
    seller: row[`seller_${name}_at`]?.toISOString() ?? null,
  });
  const { rows } = await sql<{ text: string }>`
    select text from deal_events where deal_id = ${dealId} and kind = 'problem' and by_side = ${side}
    order by number`.execute(trx);
  return {
    id: row.id,
    side,
    status: row.status,
    confirmations: { delivered: times('delivered'), paid: times('paid') },
    cancellations: times('cancelled'),
    problems: rows.map(({ text }) => text),
  };
}

async function writeChange(
  trx: Database,
  { buyerId, sellerId }: Parties,
  { id, side }: LockedDeal,
  { after, events, notified, report, at }: DealChange,
): Promise<void> {
  const [ownId, otherId] = side === 'buyer' ? [buyerId, sellerId] : [sellerId, buyerId];
  await sql`
    insert into deal_events (deal_id, number, kind, by_side, text, created_at)
    select ${id}, (select count(*) from deal_events where deal_id = ${id}) + place,
      event ->> 'kind', event ->> 'by', event ->> 'text', ${at}
    from jsonb_array_elements(${JSON.stringify(events)}::text::jsonb) with ordinality given (event, place)`.execute(
    trx,
  );
  if (after) await writeState(trx, id, after, at);
  if (notified)
    await sql`
      insert into notifications (id, user_id, kind, created_at, data)
      values (${newRowId}, ${otherId}, 'deal', ${at},
        jsonb_build_object('dealId', ${id}::uuid, 'event', ${notified}::text))`.execute(trx);
  if (report)
    await sql`
      insert into reports (id, reporter_id, kind, deal_id, reason, details, weight, created_at)
      values (${newRowId}, ${report.reason === 'problem' ? ownId : null}, 'deal', ${id}, ${report.reason},
        ${report.text}, 0, ${at})`.execute(trx);
  if (after && hasEnded(after)) await updateRecords(trx, [buyerId, sellerId]);
}

async function writeState(trx: Database, id: string, after: DealState, at: string): Promise<void> {
  const { status, cancellations } = after;
  const { delivered, paid } = after.confirmations;
  await sql`
    update deals set status = ${status}, buyer_delivered_at = ${delivered.buyer}, seller_delivered_at = ${delivered.seller},
      buyer_paid_at = ${paid.buyer}, seller_paid_at = ${paid.seller}, buyer_cancelled_at = ${cancellations.buyer},
      seller_cancelled_at = ${cancellations.seller}, ended_at = ${hasEnded(after) ? at : null}, changed_at = ${at}, reminders = 0
    where id = ${id}`.execute(trx);
}
