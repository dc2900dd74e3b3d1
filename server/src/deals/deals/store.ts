import { expressionBuilder, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { BySide, DealState, DealStatus } from '@upaj/contract/deals/deal-machine';
import { hasEnded, untouchedDays } from '@upaj/contract/deals/deal-machine';
import type { DealEvent } from '@upaj/contract/deals/deals';
import { otherSide, sides, type Side } from '@upaj/contract/deals/offer-machine';
import type { Quantity } from '@upaj/contract/trade/quantity';
import type { QuantityUnit } from '@upaj/contract/trade/units';
import type { Database, Transaction } from '#src/platform/db/connection.ts';
import { isPartyOfDeal } from '#src/deals/access.ts';
import { latestIds, type Parties } from '#src/deals/rows.ts';
import { countUpTo } from '#src/platform/db/pages.ts';
import type { DB } from '#src/platform/db/schema.ts';
import { daysAgo } from '#src/platform/db/times.ts';
import type { AgreedTerms } from './counted-deal.ts';
import { agreedTermsOf, dealJson, dealStateOf, type DealRow } from './rows.ts';

export interface DealsRequest {
  status?: DealStatus | undefined;
  beforeId?: string | undefined;
  limit: number;
}

export interface StoredDeal extends DealState {
  id: string;
  /** The agreed terms, and when both sides agreed on them. */
  terms: AgreedTerms & { hasAdvance: boolean };
  /** When each side said that a dispute is settled. */
  settlements: BySide;
  lastEventAt: Date;
  /** The deal counts in the record of this side, because it waits for that side too long. */
  overdue: Side | null;
  /** What the acceptance took from the post. It is null when the post's quantity could not be read. */
  taken: Quantity | null;
}

interface StateDetails {
  at: string;
  isCounted: boolean;
  passesRules?: boolean | undefined;
  origins: AgreedTerms['origins'];
}

const batch = 500;

const eb = expressionBuilder<DB, 'deals'>();

/**
 * Nobody has confirmed a step. The condition must be that of the index `deals_untouched`, so that the index is used.
 */
const isUntouched = sql<boolean>`status = 'agreed' and num_nonnulls(buyer_delivered_at, seller_delivered_at, buyer_paid_at, seller_paid_at) = 0`;

/** Transactions lock in this order, to avoid deadlocks: post, users by id, deal. */
export function dealsStore({ db }: { db: Database }) {
  const withParties = () =>
    db
      .selectFrom('deals')
      .innerJoin('users as buyers', 'buyers.id', 'deals.buyer_id')
      .innerJoin('users as sellers', 'sellers.id', 'deals.seller_id');

  return {
    /** Reads along the index of each side, which has the deals of a user in the order of ids. */
    async findPage(
      viewerId: string,
      { status, beforeId, limit }: DealsRequest,
    ): Promise<{ rows: { id: string; deal: DealRow }[]; total: number | undefined }> {
      const conditions = sides.map((side) =>
        eb.and([
          eb(`${side}_id`, '=', viewerId),
          ...(status === undefined ? [] : [eb('status', '=', status)]),
        ]),
      );
      const rows = await withParties()
        .select(['deals.id', dealJson(viewerId).as('deal')])
        .where('deals.id', 'in', latestIds(db, 'deals', conditions, { beforeId, limit: limit + 1 }))
        .orderBy('deals.id', 'desc')
        .limit(limit + 1)
        .execute();
      const total = beforeId ? undefined : await countUpTo(db, latestIds(db, 'deals', conditions));
      return { rows, total };
    },

    async findOne(dealId: string, viewerId: string): Promise<DealRow | undefined> {
      const found = await withParties()
        .select(dealJson(viewerId).as('deal'))
        .where('deals.id', '=', dealId)
        .where(isPartyOfDeal(viewerId))
        .executeTakeFirst();
      return found?.deal;
    },

    /** Returns deals of which neither side has confirmed anything since `untouchedDays`, at most a batch. */
    async findUntouched(): Promise<(Parties & { id: string })[]> {
      return db
        .selectFrom('deals')
        .select(['id', 'buyer_id as buyerId', 'seller_id as sellerId'])
        .where('changed_at', '<=', daysAgo(untouchedDays))
        .where(isUntouched)
        .orderBy('changed_at')
        .limit(batch)
        .execute();
    },

    async findGoods(dealId: string, userId: string) {
      return db
        .selectFrom('deals')
        .select(['crop_key as cropKey', 'state', 'district', 'price_unit as priceUnit'])
        .where('id', '=', dealId)
        .where(isPartyOfDeal(userId))
        .executeTakeFirst();
    },

    async findParties(trx: Transaction, dealId: string, userId: string): Promise<Parties | undefined> {
      return trx
        .selectFrom('deals')
        .select(['buyer_id as buyerId', 'seller_id as sellerId'])
        .where('id', '=', dealId)
        .where(isPartyOfDeal(userId))
        .executeTakeFirst();
    },

    /** Returns the deals in the order of ids, so that they are locked in that order. */
    async findOpenDeals(trx: Transaction, userId: string): Promise<(Parties & { id: string })[]> {
      return trx
        .selectFrom('deals')
        .select(['id', 'buyer_id as buyerId', 'seller_id as sellerId'])
        .where(isPartyOfDeal(userId))
        .where('ended_at', 'is', null)
        .orderBy('id')
        .execute();
    },

    async lockDeal(trx: Transaction, dealId: string): Promise<StoredDeal> {
      const row = await trx
        .selectFrom('deals')
        .selectAll()
        .select((of) =>
          of
            .selectFrom('deal_events')
            .select((event) => event.fn.max('created_at').as('at'))
            .whereRef('deal_id', '=', 'deals.id')
            .as('lastEventAt'),
        )
        .where('id', '=', dealId)
        .forUpdate()
        .executeTakeFirstOrThrow();
      const { id, overdue, taken, taken_unit: unit } = row;
      return {
        ...dealStateOf(row),
        id,
        terms: { ...agreedTermsOf(row), hasAdvance: row.advance !== null },
        settlements: {
          buyer: row.buyer_settled_at?.toISOString() ?? null,
          seller: row.seller_settled_at?.toISOString() ?? null,
        },
        lastEventAt: row.lastEventAt ?? row.created_at,
        overdue: overdue as Side | null,
        taken: taken === null ? null : { quantity: Number(taken), unit: unit as QuantityUnit },
      };
    },

    /** Returns the texts of the problems that the side reported, oldest first. */
    async findProblems(trx: Transaction, dealId: string, side: Side): Promise<string[]> {
      const rows = await trx
        .selectFrom('deal_events')
        .select('text')
        .where('deal_id', '=', dealId)
        .where('kind', '=', 'problem')
        .where('by_side', '=', side)
        .orderBy('number')
        .execute();
      return rows.map(({ text }) => text);
    },

    /** Numbers the events after the earlier ones. The caller has locked the deal. */
    async addEvents(
      trx: Transaction,
      dealId: string,
      events: readonly Pick<DealEvent, 'kind' | 'by' | 'text'>[],
      at: string,
    ): Promise<void> {
      if (events.length === 0) return;
      await trx
        .insertInto('deal_events')
        .values((eb) => {
          const last = eb
            .selectFrom('deal_events')
            .select((of) => of.fn.coalesce(of.fn.max('number'), of.lit(0)).as('last'))
            .where('deal_id', '=', dealId);
          return events.map(({ kind, by, text }, index) => ({
            deal_id: dealId,
            number: eb(last, '+', index + 1).$notNull(),
            kind,
            by_side: by,
            text,
            created_at: at,
          }));
        })
        .execute();
    },

    async setState(
      trx: Transaction,
      dealId: string,
      state: DealState,
      { at, isCounted, passesRules, origins }: StateDetails,
    ): Promise<void> {
      const { delivered, paid } = state.confirmations;
      await trx
        .updateTable('deals')
        .set({
          status: state.status,
          is_counted: isCounted,
          passes_rules: passesRules ?? null,
          buyer_origins: origins.buyer,
          seller_origins: origins.seller,
          buyer_delivered_at: delivered.buyer,
          seller_delivered_at: delivered.seller,
          buyer_paid_at: paid.buyer,
          seller_paid_at: paid.seller,
          buyer_cancelled_at: state.cancellations.buyer,
          seller_cancelled_at: state.cancellations.seller,
          ended_at: hasEnded(state) ? at : null,
          ...(hasEnded(state) && { upi_id: '' }),
          changed_at: at,
          reminders: 0,
          overdue: null,
        })
        .where('id', '=', dealId)
        .execute();
    },

    async settle(trx: Transaction, dealId: string, side: Side, at: string): Promise<void> {
      const settled = { [`${side}_settled_at`]: at };
      await trx.updateTable('deals').set(settled).where('id', '=', dealId).execute();
    },

    async endOverdue(trx: Transaction, dealId: string): Promise<void> {
      await trx.updateTable('deals').set({ overdue: null }).where('id', '=', dealId).execute();
    },

    /** Adds a report for moderators. */
    async addReport(
      trx: Transaction,
      report: { dealId: string; reporterId: string | null; reason: string; text: string; at: string },
    ): Promise<void> {
      await trx
        .insertInto('reports')
        .values({
          id: uuidv7(),
          reporter_id: report.reporterId,
          kind: 'deal',
          deal_id: report.dealId,
          reason: report.reason,
          details: report.text,
          weight: 0,
          created_at: report.at,
        })
        .execute();
    },

    /**
     * Removes what a user whose account is deleted wrote about deals. A deal's note is by the side that did not accept
     * the offer.
     */
    async removeTexts(trx: Transaction, userId: string): Promise<void> {
      for (const side of sides) {
        const own = trx.selectFrom('deals').select('id').where(`${side}_id`, '=', userId);
        const acceptedByOther = trx
          .selectFrom('deal_events')
          .select('deal_id')
          .where('deal_id', 'in', own)
          .where('number', '=', 1)
          .where('by_side', '=', otherSide(side));
        await trx
          .updateTable('deal_events')
          .set({ text: '' })
          .where('deal_id', 'in', own)
          .where('by_side', '=', side)
          .where('text', '<>', '')
          .execute();
        await trx
          .updateTable('deals')
          .set({ note: '' })
          .where('id', 'in', acceptedByOther)
          .where('note', '<>', '')
          .execute();
        await trx
          .updateTable('reports')
          .set({ details: '' })
          .where('reason', '=', 'cancelled')
          .where('deal_id', 'in', own.where(`${otherSide(side)}_cancelled_at`, 'is', null))
          .execute();
      }
    },
  };
}

export type DealsStore = ReturnType<typeof dealsStore>;
