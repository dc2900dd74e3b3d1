import {
  afterCancellation,
  afterConfirmation,
  dealRefusal,
  type DealState,
  type DealStatus,
  type DealStep,
} from '@upaj/contract/deals/deal-machine';
import type { Deal } from '@upaj/contract/deals/deals';
import { otherSide } from '@upaj/contract/deals/offer-machine';
import { giveBackQuantity } from '@upaj/contract/deals/quantity';
import { limits } from '@upaj/contract/limits';
import * as z from 'zod/mini';
import type { NotificationsService } from '#src/notify/notifications/service.ts';
import type { Database } from '#src/platform/db/connect.ts';
import { AppError } from '#src/platform/http/errors.ts';
import {
  cursorParts,
  cutPage,
  readCursor,
  writeTotal,
  type List,
  type PageRequest,
} from '#src/platform/http/paging.ts';
import type { Realtime } from '#src/platform/realtime/realtime.ts';
import type { FeedService } from '#src/trade/feed/service.ts';
import type { DealChange, LockedDeal } from '#src/deals/deal-changes/store.ts';
import type { DealsStore } from './store.ts';

/** Strangers get DEAL_NOT_FOUND. What is repeated changes nothing. */
export interface DealsService {
  findPage(viewerId: string, query: PageRequest & { status?: DealStatus | undefined }): Promise<List<Deal>>;
  /** Marks the viewer's notifications of it as read. */
  findOne(dealId: string, viewerId: string): Promise<Deal>;
  /** Only the demo market sets `at`. */
  confirm(dealId: string, userId: string, step: DealStep, at?: Date): Promise<Deal>;
  cancel(dealId: string, userId: string, reason: string, at?: Date): Promise<Deal>;
  /** Only moderators and the reporter see it. */
  addProblem(dealId: string, userId: string, text: string, at?: Date): Promise<Deal>;
  /**
   * Cancels for a user whose account is deleted, in that transaction; the other side can then end the deal.
   * @returns the other sides, for `dealChanged` after the commit
   */
  leaveAll(userId: string, trx: Database): Promise<string[]>;
}

export interface DealsDeps {
  store: DealsStore;
  feed: FeedService;
  notifications: Pick<NotificationsService, 'deliverSoon' | 'readDeals'>;
  realtime: Pick<Realtime, 'publish'>;
}

const cursorShape = z.tuple([cursorParts.id, cursorParts.total]);

export function dealsService({ store, feed, notifications, realtime }: DealsDeps): DealsService {
  async function findOne(dealId: string, viewerId: string): Promise<Deal> {
    const deal = await store.findOne(dealId, viewerId);
    if (!deal) throw new AppError('DEAL_NOT_FOUND');
    return deal;
  }

  async function change(
    dealId: string,
    userId: string,
    decide: (deal: LockedDeal) => DealChange | undefined,
    options?: { locksPost: boolean },
  ): Promise<Deal> {
    const changed = await store.change(dealId, userId, decide, options);
    if (!changed) throw new AppError('DEAL_NOT_FOUND');
    const { buyerId, sellerId, change: made, isRecounted } = changed;
    if (made) {
      const userIds = made.notified ? [buyerId, sellerId] : [userId];
      realtime.publish({ userIds }, 'dealChanged', { dealId });
      if (made.notified) notifications.deliverSoon();
      if (isRecounted) feed.dropPages();
    }
    return findOne(dealId, userId);
  }

  return {
    async findPage(viewerId, { status, cursor, limit = limits.page.size }) {
      const [id, before] = cursor ? readCursor(cursor, cursorShape) : [];
      const found = await store.findPage(viewerId, { status, beforeId: id, limit });
      const total = before ?? found.total ?? 0;
      const { rows, nextCursor } = cutPage(found.rows, limit, (last) => [last.id, total]);
      return { data: rows.map(({ deal }) => deal), page: { nextCursor, total: writeTotal(total) } };
    },

    async findOne(dealId, viewerId) {
      const deal = await findOne(dealId, viewerId);
      await notifications.readDeals(viewerId, [deal._id, deal.offerId]);
      return deal;
    },

    confirm: (dealId, userId, step, at) =>
      change(dealId, userId, (deal) => {
        const { side } = deal;
        refuseEnded(deal, step);
        const time = timeOf(at);
        const after = afterConfirmation<DealState>(deal, side, step, time);
        if (after === deal) return undefined;
        const isCompleted = after.status === 'completed';
        const events: DealChange['events'] = [{ kind: step, by: side, text: '' }];
        if (isCompleted) events.push({ kind: 'completed', by: null, text: '' });
        return { after, events, notified: isCompleted ? 'completed' : step, at: time };
      }),

    cancel: (dealId, userId, reason, at) =>
      change(dealId, userId, (deal) => cancellation(deal, reason, at), { locksPost: true }),

    addProblem: (dealId, userId, text, at) =>
      change(dealId, userId, ({ side, problems }) => {
        if (problems.at(-1) === text) return undefined;
        if (problems.length >= limits.deal.problems) throw new AppError('TOO_MANY_PROBLEMS');
        return {
          events: [{ kind: 'problem', by: side, text }],
          report: { reason: 'problem', text },
          at: timeOf(at),
        };
      }),

    leaveAll: (userId, trx) =>
      store.changeOpen(trx, userId, (deal) => {
        const cancelled = cancellation(deal, '');
        // Wanted to cancel before. The other side is no longer overdue.
        if (!cancelled) return { after: deal, events: [], at: timeOf() };
        // No moderator can act on a deleted account.
        delete cancelled.report;
        return cancelled;
      }),
  };
}

function cancellation(deal: LockedDeal, reason: string, at?: Date): DealChange | undefined {
  const { side, cancellations, stock } = deal;
  refuseEnded(deal, 'cancel');
  const time = timeOf(at);
  const after = afterCancellation<DealState>(deal, side, time);
  if (after === deal) return undefined;
  const said = { by: side, text: reason };
  if (after.status !== 'cancelled')
    return { after, events: [{ kind: 'cancel', ...said }], notified: 'cancel', at: time };
  const end = {
    after,
    notified: 'cancelled',
    stock: stock ? giveBackQuantity(stock.left, stock.taken, stock.others) : undefined,
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

function refuseEnded(deal: LockedDeal, action: DealStep | 'cancel'): void {
  const refusal = dealRefusal(deal, deal.side, action);
  if (refusal) throw new AppError(refusal);
}

/** Under the lock, so that events are in the order of their times. */
function timeOf(at: Date = new Date()): string {
  return at.toISOString();
}
