import {
  afterCancellation,
  dealRefusal,
  isUntouched,
  type DealState,
  type DealStep,
} from '@upaj/contract/deals/deal-machine';
import type { DealEvent } from '@upaj/contract/deals/deals';
import { otherSide, type Side } from '@upaj/contract/deals/offer-machine';
import { giveBackQuantity } from '@upaj/contract/deals/quantity';
import type { Quantity } from '@upaj/contract/trade/quantity';
import type { Events } from '#src/notify/outbox/rows.ts';
import { timeAfter } from '#src/platform/db/times.ts';
import { AppError } from '#src/platform/http/errors.ts';
import type { PartyAccount } from './counted-deal.ts';
import type { Stock } from './rows.ts';
import type { StoredDeal } from './store.ts';

/** Shows a locked deal as the side that changes it sees it. */
export interface LockedDeal extends StoredDeal {
  side: Side;
  accounts: readonly PartyAccount[];
  /** The side reported these problems. They are read only when it reports another one. */
  problems: readonly string[];
  /** The stock is read only to cancel, and only when the acceptance took something from the post. */
  stock: (Stock & { taken: Quantity }) | null;
}

export interface DealChange {
  /** It is absent when the change only adds an event. */
  after?: DealState;
  isCounted?: boolean;
  events: Pick<DealEvent, 'kind' | 'by' | 'text'>[];
  /** This event notifies the other side, or both sides of a deal that lapsed. */
  notified?: Exclude<Events['deal.changed']['event'], 'due' | 'pickup'>;
  /** Moderators see the report. A cancellation has no reporter. */
  report?: { reason: 'problem' | 'cancelled'; text: string };
  /** A cancellation leaves these quantities in the post and its other deals. */
  stock?: ReturnType<typeof giveBackQuantity>;
  at: string;
}

/** Cancels the deal for a side whose account is deleted. */
export function leave(deal: LockedDeal): DealChange {
  const cancelled = cancellation(deal, '');
  // The side had asked to cancel before, so only the other side's overdue mark ends.
  if (!cancelled) return { after: deal, events: [], at: timeOf(deal) };
  // There is no report, because no moderator can act on a deleted account.
  delete cancelled.report;
  return cancelled;
}

/** Ends a deal that nobody confirmed. The deal may have been confirmed since it was found, so this checks again. */
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

export function cancellation(deal: LockedDeal, reason: string, at?: Date): DealChange | undefined {
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

export function refuseEnded(deal: LockedDeal, action: DealStep | 'cancel'): void {
  const refusal = dealRefusal(deal, deal.side, action);
  if (refusal) throw new AppError(refusal);
}

/** Returns a time after the last event. Called under the lock, it keeps events in the order of their times. */
export function timeOf({ lastEventAt }: LockedDeal, at?: Date): string {
  return timeAfter(lastEventAt, at).toISOString();
}
