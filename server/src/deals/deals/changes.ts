import {
  afterCancellation,
  dealRefusal,
  isUntouched,
  sideInDispute,
  type DealState,
  type DealStep,
} from '@upaj/contract/deals/deal-machine';
import type { DealEvent } from '@upaj/contract/deals/deals';
import { otherSide, type Side } from '@upaj/contract/deals/offer-machine';
import { giveBackQuantity } from '@upaj/contract/deals/quantity';
import type { Quantity } from '@upaj/contract/trade/quantity';
import type { ReferencePrice } from '#src/mandi/market-page/service.ts';
import type { Events } from '#src/notify/outbox/rows.ts';
import { timeAfter } from '#src/platform/db/times.ts';
import { AppError } from '#src/platform/http/errors.ts';
import { isCountedDeal, type AgreedTerms, type PartyAccount } from './counted-deal.ts';
import type { LockedStock } from './rows.ts';
import type { StoredDeal } from './store.ts';

/** A deal under lock, as the side that changes it sees it. */
export interface LockedDeal extends StoredDeal {
  side: Side;
  accounts: readonly PartyAccount[];
  /** The problems that this side reported before. They are loaded only when it reports another one. */
  problems: readonly string[];
  /** The stock of the post, loaded only for a cancellation. Null when the acceptance took nothing from the post. */
  stock: (LockedStock & { taken: Quantity }) | null;
}

export interface DealChange {
  /** Absent when the change only adds events. */
  after?: DealState;
  isCounted?: boolean;
  /** Whether the end counts against a side. */
  passesRules?: boolean;
  /** From where the two have confirmed. */
  origins?: AgreedTerms['origins'];
  /** The side that says now that the dispute is settled. */
  settledBy?: Side;
  events: Pick<DealEvent, 'kind' | 'by' | 'text'>[];
  /** The other side is notified of this event. When the deal lapsed, both sides are. */
  notified?: Exclude<Events['deal.changed']['event'], 'due' | 'pickup'>;
  /** A report for moderators. That of a cancellation names no reporter. */
  report?: { reason: 'problem' | 'cancelled'; text: string };
  /** Set by a cancellation: what the post has left now, and what each of its other deals took. */
  stock?: ReturnType<typeof giveBackQuantity>;
  at: string;
}

/** Cancels for a user whose account is deleted. */
export function leave(deal: LockedDeal): DealChange {
  const cancelled = cancellation(deal, '', null);
  // The user had asked to cancel before. The same state is written again, because that ends `overdue`.
  if (!cancelled) return { after: deal, events: [], at: timeOf(deal) };
  // A report would be of no use: no moderator can act on a deleted account.
  delete cancelled.report;
  return cancelled;
}

/** Ends a deal that nobody confirmed in time. Returns undefined when someone confirmed it after all. */
export function lapse(deal: LockedDeal): DealChange | undefined {
  if (!isUntouched(deal)) return undefined;
  return {
    after: { ...deal, status: 'cancelled' },
    events: [{ kind: 'lapsed', by: null, text: '' }],
    notified: 'lapsed',
    stock: stockAfter(deal),
    at: timeOf(deal),
  };
}

function stockAfter({ stock }: LockedDeal): DealChange['stock'] {
  return stock ? giveBackQuantity(stock.left, stock.taken, stock.others) : undefined;
}

export function cancellation(
  deal: LockedDeal,
  reason: string,
  reference: ReferencePrice | null,
  at?: Date,
): DealChange | undefined {
  const { side, cancellations } = deal;
  refuseEnded(deal, 'cancel');
  const time = timeOf(deal, at);
  const after = afterCancellation<DealState>(deal, side, time);
  if (after === deal) return undefined;
  const said = { by: side, text: reason };
  if (after.status !== 'cancelled')
    return { after, events: [{ kind: 'cancel', ...said }], notified: 'cancel', at: time };
  const end = {
    after,
    passesRules: isCountedDeal(deal.terms, deal.accounts, reference),
    notified: 'cancelled',
    stock: stockAfter(deal),
    at: time,
  } as const;
  if (cancellations[otherSide(side)] === null)
    return {
      ...end,
      events: [{ kind: 'cancelled', ...said }],
      report: { reason: 'cancelled', text: reason },
    };
  const events: DealChange['events'] = [
    { kind: 'cancel', ...said },
    { kind: 'cancelled', by: null, text: '' },
  ];
  return { ...end, events };
}

/** Says for one side that a dispute is settled. */
export function settlement(deal: LockedDeal, at?: Date): DealChange | undefined {
  const { side, settlements, terms } = deal;
  if (!sideInDispute(deal, terms.hasAdvance)) throw new AppError('NOT_IN_DISPUTE');
  if (settlements[side] !== null) return undefined;
  return {
    settledBy: side,
    events: [{ kind: 'settled', by: side, text: '' }],
    notified: 'settled',
    at: timeOf(deal, at),
  };
}

export function refuseEnded(deal: LockedDeal, action: DealStep | 'cancel'): void {
  const refusal = dealRefusal(deal, deal.side, action);
  if (refusal) throw new AppError(refusal);
}

/** Takes the time under the lock, so that the times of events are in their order. */
export function timeOf({ lastEventAt }: LockedDeal, at?: Date): string {
  return timeAfter(lastEventAt, at).toISOString();
}
