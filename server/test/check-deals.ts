import { sql } from 'kysely';
import {
  afterCancellation,
  afterConfirmation,
  awaitedSides,
  isUntouched,
  sideInDispute,
  type DealState,
  type DealStep,
} from '@upaj/contract/deals/deal-machine';
import {
  otherSide,
  refusalOf,
  stateAfter,
  type OfferAction,
  type OfferState,
  type Side,
} from '@upaj/contract/deals/offer-machine';
import { totalInPaise, type Priced } from '@upaj/contract/deals/totals';
import { updateRecords } from '#src/deals/rows.ts';
import type { Database } from '#src/platform/db/connection.ts';

interface OfferRow extends OfferState {
  id: string;
  buyerId: string;
  sellerId: string;
  deals: number;
  messages: { version: number; by: string }[];
  notified: { event: string; userId: string }[];
  changes: (Priced & {
    version: number;
    action: OfferAction | 'offer' | 'expire';
    by: Side;
    total: string;
  })[];
}

interface DealRow extends DealState {
  id: string;
  overdue: Side | null;
  buyerId: string;
  sellerId: string;
  notified: { event: string; userId: string }[];
  total: string;
  terms: Priced;
  events: { number: number; kind: string; by: Side | null; at: string }[];
}

const eventOf: Readonly<Record<string, string>> = {
  offer: 'made',
  counter: 'countered',
  accept: 'accepted',
  decline: 'declined',
  withdraw: 'withdrawn',
};

/** Replays each offer and deal of these users through the contract's machines. @returns the differences */
export async function checkDeals(db: Database, userIds: readonly string[]): Promise<string[]> {
  const [offers, deals] = await Promise.all([readOffers(db, userIds), readDeals(db, userIds)]);
  const problems = [...offers.flatMap(checkOffer), ...deals.flatMap(checkDeal)];
  return [...problems, ...checkOpenOffers(offers)];
}

/**
 * Checks what deals took from a post that offered this many quintals, and what they gave back. Nothing may be left
 * while a deal took less than it needs.
 */
export async function checkQuantity(db: Database, postId: string, quintals: number): Promise<string[]> {
  const { rows } = await sql<{ left: string; taken: number; owed: number; quantity: string }>`
    select quantity, (select coalesce(sum(quantity), 0)::float8 from deals where post_id = posts.id and status <> 'cancelled') as owed, replace(quantity, ' quintal', '') as left,
      (select coalesce(sum(taken), 0)::float8 from deals where post_id = posts.id and status <> 'cancelled') as taken
    from posts where id = ${postId}`.execute(db);
  return rows.flatMap(({ left, taken, owed, quantity }) => {
    const rest = Number(left.replaceAll(',', ''));
    const isExact = Math.round((rest + taken) * 100) === quintals * 100;
    return isExact && (rest === 0 || Math.round((owed - taken) * 100) === 0)
      ? []
      : [`${quantity} are left of ${quintals} after ${taken} of ${owed}`];
  });
}

/** Counts the records of these users again. @returns the differences */
export async function checkRecords(db: Database, userIds: readonly string[]): Promise<string[]> {
  const read = async () =>
    db
      .selectFrom('users')
      .select(['id', 'deals_completed', 'deals_ended', 'deals_disputed', 'payment_days'])
      .where('id', 'in', userIds)
      .orderBy('id')
      .execute();
  const stored = await read();
  await db.transaction().execute((trx) => updateRecords(trx, userIds));
  const counted = await read();
  return stored.flatMap((row, index) => {
    const [one, other] = [row, counted[index]].map((each) => JSON.stringify(each));
    return one === other ? [] : [`record ${one} instead of ${other}`];
  });
}

async function readOffers(db: Database, userIds: readonly string[]) {
  const { rows } = await sql<OfferRow & { postId: string | null }>`
    select id, post_id as "postId", buyer_id as "buyerId", seller_id as "sellerId", status, turn, version,
      (select count(*)::int from deals where offer_id = offers.id) as deals,
      (select json_agg(json_build_object('version', version, 'action', action, 'by', by_side, 'quantity', quantity,
        'unit', unit, 'price', price, 'priceUnit', price_unit, 'total', total::text) order by version)
        from offer_changes where offer_id = offers.id) as changes,
      (select coalesce(json_agg(json_build_object('version', offer_version, 'by', sender_id) order by number), '[]')
        from messages where offer_id = offers.id) as messages,
      (select coalesce(json_agg(json_build_object('event', data ->> 'event', 'userId', user_id) order by created_at, id), '[]')
        from notifications where kind = 'offer' and data ->> 'offerId' = offers.id::text
          and data ->> 'event' <> 'expiring') as notified
    from offers where buyer_id = any(${userIds}) or seller_id = any(${userIds})`.execute(db);
  return rows;
}

async function readDeals(db: Database, userIds: readonly string[]) {
  const { rows } = await sql<DealRow>`
    select id, buyer_id as "buyerId", seller_id as "sellerId", status, overdue, total::text as total,
      (select coalesce(json_agg(json_build_object('event', data ->> 'event', 'userId', user_id) order by created_at, id), '[]')
        from notifications where kind = 'deal' and data ->> 'dealId' = deals.id::text
          and data ->> 'event' not in ('due', 'pickup')) as notified,
      json_build_object('quantity', quantity, 'unit', unit, 'price', price, 'priceUnit', price_unit) as terms,
      json_build_object('delivered', json_build_object('buyer', buyer_delivered_at, 'seller', seller_delivered_at),
        'paid', json_build_object('buyer', buyer_paid_at, 'seller', seller_paid_at)) as confirmations,
      json_build_object('buyer', buyer_cancelled_at, 'seller', seller_cancelled_at) as cancellations,
      (select json_agg(json_build_object('number', number, 'kind', kind, 'by', by_side, 'at', created_at) order by number)
        from deal_events where deal_id = deals.id) as events
    from deals where buyer_id = any(${userIds}) or seller_id = any(${userIds})`.execute(db);
  return rows;
}

function isTotal(total: string, terms: Priced): boolean {
  return BigInt(total.replace('.', '')) === totalInPaise(terms);
}

function checkOffer({
  id,
  buyerId,
  sellerId,
  changes,
  messages,
  notified,
  deals,
  ...stored
}: OfferRow): string[] {
  const problems: string[] = [];
  const idOf = (side: Side) => (side === 'buyer' ? buyerId : sellerId);
  let state: OfferState = { status: 'open', turn: 'seller', version: 1 };
  for (const [index, { version, action, by }] of changes.entries()) {
    if (version !== index + 1) problems.push(`change ${index + 1} has version ${version}`);
    if (index === 0) {
      if (action !== 'offer' || by !== 'buyer') problems.push(`begins with ${action} of the ${by}`);
      continue;
    }
    if (action === 'offer') problems.push('was made twice');
    else if (action === 'expire') state = stateAfter(state, action);
    else {
      const refusal = refusalOf(state, by, action, state.version);
      if (refusal) problems.push(`${action} of the ${by} at ${JSON.stringify(state)}: ${refusal}`);
      state = stateAfter(state, action);
    }
  }
  for (const key of ['status', 'turn', 'version'] as const)
    if (state[key] !== stored[key]) problems.push(`${key} is ${stored[key]} instead of ${state[key]}`);
  for (const change of changes)
    if (change.total !== null && !isTotal(change.total, change)) problems.push(`total ${change.total}`);
  if (deals !== Number(state.status === 'accepted')) problems.push(`${deals} deals, ${state.status}`);
  const made = changes.filter(({ action }) => action !== 'expire');
  const written = made.map(({ version, by }) => `${version} ${idOf(by)}`).join();
  if (messages.map(({ version, by }) => `${version} ${by}`).join() !== written)
    problems.push('messages differ');
  // Each side has one notification, about the newest step of the other side.
  const newest = made.filter(({ by }, index) => index === made.findLastIndex((one) => one.by === by));
  const expected = newest.map(({ action, by }) => `${eventOf[action]} ${idOf(otherSide(by))}`).join();
  if (notified.map(({ event, userId }) => `${event} ${userId}`).join() !== expected)
    problems.push(`notified of ${JSON.stringify(notified)} instead of ${expected}`);
  return problems.map((problem) => `offer ${id}: ${problem}`);
}

function checkOpenOffers(offers: readonly (OfferRow & { postId: string | null })[]): string[] {
  const open = offers
    .filter(({ status }) => status === 'open')
    .map(({ buyerId, postId }) => `${buyerId} ${postId}`);
  return open.length === new Set(open).size ? [] : ['a buyer has two open offers for a post'];
}

const untouched = { buyer: null, seller: null };

function checkDeal({ id, buyerId, sellerId, events, terms, total, notified, ...stored }: DealRow): string[] {
  const problems: string[] = [];
  let state: DealState = {
    status: 'agreed',
    confirmations: { delivered: untouched, paid: untouched },
    cancellations: untouched,
  };
  for (const [index, { number, kind, by, at }] of events.entries()) {
    if (number !== index + 1) problems.push(`event ${index + 1} has number ${number}`);
    const before = state;
    if (kind === 'delivered' || kind === 'paid')
      state = afterConfirmation(state, by as Side, kind as DealStep, at);
    // A side that can cancel alone writes 'cancelled'. Otherwise each side writes 'cancel', and a 'cancelled' of
    // nobody (`by` is null) follows the second.
    if ((kind === 'cancel' || kind === 'cancelled') && by) state = afterCancellation(state, by, at);
    if (kind === 'settled' && !sideInDispute(state, false)) problems.push('settled without a dispute');
    if (kind === 'lapsed') {
      if (!isUntouched(before)) problems.push('lapsed after a confirmation');
      state = { ...before, status: 'cancelled' };
    }
    const isChange = kind !== 'agreed' && kind !== 'problem' && kind !== 'settled' && by !== null;
    if (isChange && state === before) problems.push(`event ${number} (${kind}) changes nothing`);
    if (isChange && (before.status === 'completed' || before.status === 'cancelled'))
      problems.push(`event ${number} (${kind}) after the end`);
  }
  const expected = events.flatMap(({ kind, by }, index) => {
    if (kind === 'lapsed') return [`lapsed ${buyerId}`, `lapsed ${sellerId}`];
    if (!by || kind === 'agreed' || kind === 'problem') return [];
    const after = events[index + 1];
    const event = after && after.by === null ? after.kind : kind;
    return [`${event} ${by === 'buyer' ? sellerId : buyerId}`];
  });
  if (notified.map(({ event, userId }) => `${event} ${userId}`).join() !== expected.join())
    problems.push(`notified of ${JSON.stringify(notified)} instead of ${expected.join()}`);
  if (events[0]?.kind !== 'agreed') problems.push(`begins with ${events[0]?.kind}`);
  if (state.status !== stored.status) problems.push(`is ${stored.status} instead of ${state.status}`);
  const flags = ({ confirmations: { delivered, paid }, cancellations }: DealState) =>
    [delivered, paid, cancellations].flatMap(({ buyer, seller }) => [buyer !== null, seller !== null]).join();
  if (flags(state) !== flags(stored)) problems.push('confirmations differ from the events');
  if (!isTotal(total, terms)) problems.push(`total ${total}`);
  const { overdue } = stored;
  const isExcused = events.some(({ kind, by }) => kind === 'problem' && by === overdue);
  if (overdue && (isExcused || awaitedSides(state).join() !== overdue))
    problems.push(`overdue for the ${overdue}`);
  return problems.map((problem) => `deal ${id}: ${problem}`);
}
