import {
  afterConfirmation,
  hasEnded,
  type DealState,
  type DealStatus,
  type DealStep,
} from '@upaj/contract/deals/deal-machine';
import type { Deal } from '@upaj/contract/deals/deals';
import { otherSide, sides } from '@upaj/contract/deals/offer-machine';
import { mayBeSoldOut, stockOf } from '@upaj/contract/deals/quantity';
import { limits } from '@upaj/contract/limits';
import * as z from 'zod/mini';
import type { MarketService, ReferencePrice } from '#src/mandi/market-page/service.ts';
import type { NotificationsService } from '#src/notify/notifications/service.ts';
import { addEvent } from '#src/notify/outbox/rows.ts';
import type { OutboxService } from '#src/notify/outbox/service.ts';
import type { Origin } from '#src/people/devices/service.ts';
import type { Database, Transaction } from '#src/platform/db/connection.ts';
import { AppError } from '#src/platform/http/errors.ts';
import {
  cursorParts,
  cutPage,
  readCursor,
  writeTotal,
  type List,
  type PageRequest,
} from '#src/platform/http/paging.ts';
import type { Realtime } from '#src/platform/realtime/sockets.ts';
import type { FeedService } from '#src/trade/feed/service.ts';
import { lockParties, setStock, updateRecords, type Parties } from '#src/deals/rows.ts';
import {
  cancellation,
  lapse,
  leave,
  refuseEnded,
  settlement,
  timeOf,
  type DealChange,
  type LockedDeal,
} from './changes.ts';
import { isCountedDeal } from './counted-deal.ts';
import { addOrigins } from './origins.ts';
import { lockStock, setTaken, type DealRow, type LockedStock } from './rows.ts';
import type { DealsStore } from './store.ts';

interface DealsDeps {
  db: Database;
  store: DealsStore;
  feed: Pick<FeedService, 'dropPages'>;
  market: Pick<MarketService, 'findReferencePrice'>;
  notifications: Pick<NotificationsService, 'readAbout'>;
  outbox: Pick<OutboxService, 'nudge'>;
  realtime: Pick<Realtime, 'publish'>;
}

interface ChangeOptions {
  locksStock?: boolean;
  readsProblems?: boolean;
}

type Decide = (deal: LockedDeal) => DealChange | undefined;

const cursorShape = z.tuple([cursorParts.id, cursorParts.total]);

export type DealsService = ReturnType<typeof dealsService>;

/** All but the two parties get DEAL_NOT_FOUND. A repeated call changes nothing. Only the demo market sets `at`. */
export function dealsService({ db, store, feed, market, notifications, outbox, realtime }: DealsDeps) {
  async function findOne(dealId: string, viewerId: string): Promise<Deal> {
    const deal = await store.findOne(dealId, viewerId);
    if (!deal) throw new AppError('DEAL_NOT_FOUND');
    return toDeal(deal);
  }

  async function findReference(dealId: string, userId: string): Promise<ReferencePrice | null> {
    const goods = await store.findGoods(dealId, userId);
    return goods ? market.findReferencePrice({ ...goods, variety: '' }) : null;
  }

  async function lock(
    trx: Transaction,
    dealId: string,
    { side, accounts }: Pick<LockedDeal, 'side' | 'accounts'>,
    stock: LockedStock | undefined,
    options: ChangeOptions,
  ): Promise<LockedDeal> {
    const deal = await store.lockDeal(trx, dealId);
    const problems = options.readsProblems ? await store.findProblems(trx, dealId, side) : [];
    const { taken } = deal;
    return { ...deal, side, accounts, problems, stock: stock && taken ? { ...stock, taken } : null };
  }

  /** Stores a change and all that follows from it. @returns whether the records of both parties were counted again */
  async function write(
    trx: Transaction,
    { buyerId, sellerId }: Parties,
    { id: dealId, side, overdue, stock, terms }: LockedDeal,
    change: DealChange,
  ): Promise<boolean> {
    const { after, isCounted = false, passesRules, events, notified, report, at } = change;
    const { origins = terms.origins } = change;
    await store.addEvents(trx, dealId, events, at);
    if (stock && change.stock) {
      for (const { dealId: otherId, taken } of change.stock.taken) await setTaken(trx, otherId, taken);
      const { left } = change.stock;
      // A post whose last goods were taken was marked as sold out. It is for sale again when goods come back.
      const isBack = mayBeSoldOut(stock.left) && !mayBeSoldOut(left);
      if (left.quantity !== stock.left.quantity)
        await setStock(trx, stock.postId, left, isBack ? true : undefined);
    }
    // `overdue` ends when the state changes, or when the awaited side reports a problem.
    const endsOverdue = overdue !== null && (after !== undefined || overdue === side);
    if (after) await store.setState(trx, dealId, after, { at, isCounted, passesRules, origins });
    else if (endsOverdue) await store.endOverdue(trx, dealId);
    if (change.settledBy) await store.settle(trx, dealId, change.settledBy, at);
    const notifiedSides = notified === 'lapsed' ? sides : [otherSide(side)];
    if (notified)
      for (const one of notifiedSides)
        await addEvent(trx, 'deal.changed', { dealId, event: notified, side: one, at });
    if (report) {
      const reporterId = side === 'buyer' ? buyerId : sellerId;
      await store.addReport(trx, {
        ...report,
        dealId,
        reporterId: report.reason === 'problem' ? reporterId : null,
        at,
      });
    }
    const isRecounted =
      endsOverdue || change.settledBy !== undefined || (after !== undefined && hasEnded(after));
    if (isRecounted) await updateRecords(trx, [buyerId, sellerId]);
    return isRecounted;
  }

  /** Returns undefined when the user is no party of the deal, or was deleted meanwhile. */
  async function changeIn(
    trx: Transaction,
    dealId: string,
    userId: string,
    decide: Decide,
    options: ChangeOptions = {},
  ) {
    const parties = await store.findParties(trx, dealId, userId);
    if (!parties) return undefined;
    const stock = options.locksStock ? await lockStock(trx, dealId) : undefined;
    const people = await lockParties(trx, parties);
    if (!people?.present.includes(userId)) return undefined;
    const { accounts } = people;
    const side = userId === parties.buyerId ? 'buyer' : 'seller';
    const deal = await lock(trx, dealId, { side, accounts }, stock, options);
    const made = decide(deal);
    const isRecounted = made !== undefined && (await write(trx, parties, deal, made));
    return { ...parties, made, isRecounted };
  }

  async function change(
    dealId: string,
    userId: string,
    decide: Decide,
    options?: ChangeOptions,
  ): Promise<Deal> {
    const changed = await db.transaction().execute((trx) => changeIn(trx, dealId, userId, decide, options));
    if (!changed) throw new AppError('DEAL_NOT_FOUND');
    const { buyerId, sellerId, made, isRecounted } = changed;
    if (made) {
      const userIds = made.notified ? [buyerId, sellerId] : [userId];
      realtime.publish({ userIds }, 'dealChanged', { dealId });
      outbox.nudge();
      if (isRecounted) feed.dropPages();
    }
    return findOne(dealId, userId);
  }

  return {
    async findPage(
      viewerId: string,
      { status, cursor, limit = limits.page.size }: PageRequest & { status?: DealStatus | undefined },
    ): Promise<List<Deal>> {
      const [id, before] = cursor ? readCursor(cursor, cursorShape) : [];
      const found = await store.findPage(viewerId, { status, beforeId: id, limit });
      const total = before ?? found.total ?? 0;
      const { rows, nextCursor } = cutPage(found.rows, limit, (last) => [last.id, total]);
      return { data: rows.map(({ deal }) => toDeal(deal)), page: { nextCursor, total: writeTotal(total) } };
    },

    /** Also marks the viewer's notifications about the deal as read. */
    async findOne(dealId: string, viewerId: string): Promise<Deal> {
      const deal = await findOne(dealId, viewerId);
      await notifications.readAbout(
        viewerId,
        { kind: 'offer', field: 'offerId', ids: [deal.offerId] },
        { kind: 'deal', field: 'dealId', ids: [deal._id] },
      );
      return deal;
    },

    /** Only the demo market gives no origin. */
    async confirm(
      dealId: string,
      userId: string,
      step: DealStep,
      { at, origin }: { at?: Date; origin?: Origin } = {},
    ): Promise<Deal> {
      const reference = await findReference(dealId, userId);
      return change(dealId, userId, (deal) => {
        const { side } = deal;
        refuseEnded(deal, step);
        const time = timeOf(deal, at);
        const after = afterConfirmation<DealState>(deal, side, step, time);
        if (after === deal) return undefined;
        const isCompleted = after.status === 'completed';
        const events: DealChange['events'] = [{ kind: step, by: side, text: '' }];
        if (isCompleted) events.push({ kind: 'completed', by: null, text: '' });
        const { terms, accounts } = deal;
        const origins = origin
          ? { ...terms.origins, [side]: addOrigins(terms.origins[side], origin) }
          : terms.origins;
        const isCounted = isCompleted && isCountedDeal({ ...terms, origins }, accounts, reference);
        return { after, isCounted, origins, events, notified: isCompleted ? 'completed' : step, at: time };
      });
    },

    async cancel(dealId: string, userId: string, reason: string, at?: Date): Promise<Deal> {
      const reference = await findReference(dealId, userId);
      return change(dealId, userId, (deal) => cancellation(deal, reason, reference, at), {
        locksStock: true,
      });
    },

    settle: (dealId: string, userId: string, at?: Date) =>
      change(dealId, userId, (deal) => settlement(deal, at)),

    /** Only moderators and the reporter see the problem. */
    addProblem: (dealId: string, userId: string, text: string, at?: Date) =>
      change(
        dealId,
        userId,
        (deal) => {
          const { side, problems } = deal;
          if (problems.at(-1) === text) return undefined;
          if (problems.length >= limits.deal.problems) throw new AppError('TOO_MANY_PROBLEMS');
          return {
            events: [{ kind: 'problem', by: side, text }],
            report: { reason: 'problem', text },
            at: timeOf(deal, at),
          };
        },
        { readsProblems: true },
      ),

    /** Ends the deals of which neither side confirmed anything in time, and gives their goods back. */
    async endUntouched(): Promise<void> {
      const deals = await store.findUntouched();
      for (const { id, buyerId, sellerId } of deals) {
        const ended = await db
          .transaction()
          .execute((trx) => changeIn(trx, id, sellerId, lapse, { locksStock: true }));
        if (ended?.made) realtime.publish({ userIds: [buyerId, sellerId] }, 'dealChanged', { dealId: id });
      }
      if (deals.length > 0) outbox.nudge();
    },

    /**
     * Cancels for a user whose account is deleted, in the transaction that deletes it. The other side can then end the
     * deal.
     * @returns the other sides, who get `dealChanged` after the commit
     */
    async leaveAll(userId: string, trx: Transaction): Promise<string[]> {
      const deals = await store.findOpenDeals(trx, userId);
      for (const { id } of deals) await changeIn(trx, id, userId, leave, { locksStock: true });
      await store.removeTexts(trx, userId);
      return deals.map(({ buyerId, sellerId }) => (buyerId === userId ? sellerId : buyerId));
    },
  };
}

/** Adds `canSellOut`: the seller may mark the post as sold out when its quantity may be used up. */
export function toDeal({ stock, ...deal }: DealRow): Deal {
  return { ...deal, canSellOut: stock !== null && mayBeSoldOut(stockOf(stock)) };
}
