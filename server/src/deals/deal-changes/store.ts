import { sql } from 'kysely';
import { hasEnded, type BySide, type DealState, type DealStatus } from '@upaj/contract/deals/deal-machine';
import type { DealEvent } from '@upaj/contract/deals/deals';
import type { Side } from '@upaj/contract/deals/offer-machine';
import type { giveBackQuantity, Quantity, Taken } from '@upaj/contract/deals/quantity';
import type { QuantityUnit } from '@upaj/contract/trade/units';
import { updateRecords } from '#src/deals/record/store.ts';
import type { Database } from '#src/platform/db/connect.ts';
import { newRowId } from '#src/platform/db/ids.ts';

export interface LockedDeal extends DealState {
  id: string;
  side: Side;
  problems: readonly string[];
  /** The side in whose record it counts, because it rests. */
  overdue: Side | null;
  /** Only to cancel: the post's quantity, what the acceptance took from it, and the post's other deals. */
  stock: { left: string; taken: Quantity; others: Taken[] } | null;
}

export interface DealChange {
  /** Absent when only the event is new. */
  after?: DealState;
  events: Pick<DealEvent, 'kind' | 'by' | 'text'>[];
  /** Notifies the other side. */
  notified?: 'delivered' | 'paid' | 'completed' | 'cancel' | 'cancelled';
  /** For moderators; a cancellation has no reporter. */
  report?: { reason: 'problem' | 'cancelled'; text: string };
  /** The quantities of the post and of its other deals after a cancellation. */
  stock?: ReturnType<typeof giveBackQuantity>;
  at: string;
}

interface Parties {
  buyerId: string;
  sellerId: string;
}

export interface ChangedDeal extends Parties {
  change: DealChange | undefined;
  /** The records of both were counted again. */
  isRecounted: boolean;
}

interface DealRow extends Record<`${Side}_${'delivered' | 'paid' | 'cancelled'}_at`, Date | null> {
  id: string;
  status: DealStatus;
  overdue: Side | null;
  taken: string | null;
  taken_unit: QuantityUnit;
}

/** Lock order: post, users by id, for their records, deal. */
export async function changeDeal(
  trx: Database,
  dealId: string,
  userId: string,
  decide: (deal: LockedDeal) => DealChange | undefined,
  { locksPost = false },
): Promise<ChangedDeal | undefined> {
  const parties = await findParties(trx, dealId, userId);
  if (!parties) return undefined;
  const { buyerId, sellerId } = parties;
  const stock = locksPost ? await lockPost(trx, dealId) : undefined;
  if (!(await lockParties(trx, buyerId, sellerId)).includes(userId)) return undefined;
  const deal = await lockDeal(trx, dealId, userId === buyerId ? 'buyer' : 'seller', stock);
  const change = decide(deal);
  const isRecounted = change !== undefined && (await writeChange(trx, parties, deal, change));
  return { buyerId, sellerId, change, isRecounted };
}

interface Stock {
  left: string;
  others: Taken[];
}

/** Before its users, so that no deal of the post changes what it took. */
async function lockPost(trx: Database, dealId: string): Promise<Stock | undefined> {
  const posts = await sql<{ id: string; quantity: string }>`
    select id, quantity from posts where id = (select post_id from deals where id = ${dealId} and taken is not null)
    for no key update`.execute(trx);
  const [post] = posts.rows;
  if (!post) return undefined;
  const { rows: others } = await sql<Taken>`
    select id as "dealId", quantity::float8, unit, taken::float8
    from deals where post_id = ${post.id} and id <> ${dealId} and status <> 'cancelled'
      and taken_unit = (select taken_unit from deals where id = ${dealId}) order by id`.execute(trx);
  return { left: post.quantity, others };
}

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

async function lockDeal(
  trx: Database,
  dealId: string,
  side: Side,
  stock: Stock | undefined,
): Promise<LockedDeal> {
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
    overdue: row.overdue,
    stock: stock ? { ...stock, taken: { quantity: Number(row.taken), unit: row.taken_unit } } : null,
  };
}

/** @returns whether the records were counted again */
async function writeChange(
  trx: Database,
  { buyerId, sellerId }: Parties,
  { id, side, overdue }: LockedDeal,
  { after, events, notified, report, stock, at }: DealChange,
): Promise<boolean> {
  const [ownId, otherId] = side === 'buyer' ? [buyerId, sellerId] : [sellerId, buyerId];
  await sql`
    insert into deal_events (deal_id, number, kind, by_side, text, created_at)
    select ${id}, (select count(*) from deal_events where deal_id = ${id}) + place,
      event ->> 'kind', event ->> 'by', event ->> 'text', ${at}
    from jsonb_array_elements(${JSON.stringify(events)}::text::jsonb) with ordinality given (event, place)`.execute(
    trx,
  );
  if (stock)
    await sql`
      with given as (
        update deals set taken = given.taken
        from jsonb_to_recordset(${JSON.stringify(stock.taken)}::text::jsonb) given ("dealId" uuid, taken numeric)
        where id = given."dealId"
      )
      select set_quantity(post_id, ${stock.left}) from deals where id = ${id}`.execute(trx);
  // A change of the state, or a problem that the awaited side reports.
  const endsOverdue = overdue !== null && (after !== undefined || overdue === side);
  if (after) await writeState(trx, id, after, at);
  else if (endsOverdue) await sql`update deals set overdue = null where id = ${id}`.execute(trx);
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
  const isRecounted = endsOverdue || (after !== undefined && hasEnded(after));
  if (isRecounted) await updateRecords(trx, [buyerId, sellerId]);
  return isRecounted;
}

async function writeState(trx: Database, id: string, after: DealState, at: string): Promise<void> {
  const { status, cancellations } = after;
  const { delivered, paid } = after.confirmations;
  await sql`
    update deals set status = ${status}, buyer_delivered_at = ${delivered.buyer}, seller_delivered_at = ${delivered.seller},
      buyer_paid_at = ${paid.buyer}, seller_paid_at = ${paid.seller}, buyer_cancelled_at = ${cancellations.buyer},
      seller_cancelled_at = ${cancellations.seller}, ended_at = ${hasEnded(after) ? at : null}, changed_at = ${at}, reminders = 0, overdue = null
    where id = ${id}`.execute(trx);
}
