import { expressionBuilder } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { DealState, DealStatus } from '@upaj/contract/deals/deal-machine';
import { hasEnded } from '@upaj/contract/deals/deal-machine';
import type { Deal, DealEvent } from '@upaj/contract/deals/deals';
import { otherSide, sides, type Side } from '@upaj/contract/deals/offer-machine';
import { mayBeSoldOut, type Quantity, type Taken } from '@upaj/contract/deals/quantity';
import type { QuantityUnit } from '@upaj/contract/trade/units';
import type { Database } from '#src/platform/db/connect.ts';
import { isPartyOfDeal } from '#src/deals/access.ts';
import { latestIds, type Parties } from '#src/deals/rows.ts';
import { countUpTo } from '#src/platform/db/pages.ts';
import type { DB } from '#src/platform/db/schema.ts';
import { dealJson, dealStateOf, type DealRow } from './rows.ts';

export interface DealsRequest {
  status?: DealStatus | undefined;
  beforeId?: string | undefined;
  limit: number;
}

export interface StoredDeal extends DealState {
  id: string;
  /** The side in whose record it counts, because it rests. */
  overdue: Side | null;
  /** What the acceptance took from the post; null when that could not be read. */
  taken: Quantity | null;
}

/** The post's quantity, and what its other deals took. */
export interface Stock {
  postId: string;
  left: string;
  others: Taken[];
}

function toDeal({ stock, ...deal }: DealRow): Deal {
  return { ...deal, canSellOut: stock !== null && mayBeSoldOut(stock) };
}

const eb = expressionBuilder<DB, 'deals'>();

/** Lock order: post, users by id, deal. */
export function dealsStore(db: Database) {
  const withParties = () =>
    db
      .selectFrom('deals')
      .innerJoin('users as buyers', 'buyers.id', 'deals.buyer_id')
      .innerJoin('users as sellers', 'sellers.id', 'deals.seller_id');

  return {
    transaction: <T>(work: (trx: Database) => Promise<T>): Promise<T> => db.transaction().execute(work),

    /** An index of each side has its deals in the order of ids. */
    async findPage(
      viewerId: string,
      { status, beforeId, limit }: DealsRequest,
    ): Promise<{ rows: { id: string; deal: Deal }[]; total: number | undefined }> {
      const conditions = sides.map((side) =>
        eb.and([
          eb(`${side}_id`, '=', viewerId),
          ...(status === undefined ? [] : [eb('status', '=', status)]),
        ]),
      );
      const found = await withParties()
        .select(['deals.id', dealJson(viewerId).as('deal')])
        .where('deals.id', 'in', latestIds(db, 'deals', conditions, { beforeId, limit: limit + 1 }))
        .orderBy('deals.id', 'desc')
        .limit(limit + 1)
        .execute();
      const rows = found.map(({ id, deal }) => ({ id, deal: toDeal(deal) }));
      const total = beforeId ? undefined : await countUpTo(db, latestIds(db, 'deals', conditions));
      return { rows, total };
    },

    async findOne(dealId: string, viewerId: string): Promise<Deal | undefined> {
      const found = await withParties()
        .select(dealJson(viewerId).as('deal'))
        .where('deals.id', '=', dealId)
        .where(isPartyOfDeal(viewerId))
        .executeTakeFirst();
      return found && toDeal(found.deal);
    },

    async findParties(trx: Database, dealId: string, userId: string): Promise<Parties | undefined> {
      return trx
        .selectFrom('deals')
        .select(['buyer_id as buyerId', 'seller_id as sellerId'])
        .where('id', '=', dealId)
        .where(isPartyOfDeal(userId))
        .executeTakeFirst();
    },

    /** Returns them in the order of ids, in which they are locked. */
    async findOpenDeals(trx: Database, userId: string): Promise<(Parties & { id: string })[]> {
      return trx
        .selectFrom('deals')
        .select(['id', 'buyer_id as buyerId', 'seller_id as sellerId'])
        .where(isPartyOfDeal(userId))
        .where('ended_at', 'is', null)
        .orderBy('id')
        .execute();
    },

    async lockDeal(trx: Database, dealId: string): Promise<StoredDeal> {
      const row = await trx
        .selectFrom('deals')
        .selectAll()
        .where('id', '=', dealId)
        .forUpdate()
        .executeTakeFirstOrThrow();
      const { id, overdue, taken, taken_unit: unit } = row;
      return {
        ...dealStateOf(row),
        id,
        overdue: overdue as Side | null,
        taken: taken === null ? null : { quantity: Number(taken), unit: unit as QuantityUnit },
      };
    },

    /** Returns undefined when the acceptance took nothing that can be given back, or the post is deleted. */
    async lockStock(trx: Database, dealId: string): Promise<Stock | undefined> {
      const taker = await trx
        .selectFrom('deals')
        .select(['post_id', 'taken_unit'])
        .where('id', '=', dealId)
        .where('taken', 'is not', null)
        .executeTakeFirst();
      if (!taker?.post_id) return undefined;
      const post = await trx
        .selectFrom('posts')
        .select(['id', 'quantity'])
        .where('id', '=', taker.post_id)
        .forNoKeyUpdate()
        .executeTakeFirst();
      if (!post) return undefined;
      const others = await trx
        .selectFrom('deals')
        .select(['id', 'quantity', 'unit', 'taken'])
        .where('post_id', '=', post.id)
        .where('id', '<>', dealId)
        .where('status', '<>', 'cancelled')
        .where('taken_unit', '=', taker.taken_unit)
        .where('taken', 'is not', null)
        .orderBy('id')
        .execute();
      return {
        postId: post.id,
        left: post.quantity,
        others: others.map(({ id, quantity, unit, taken }) => ({
          dealId: id,
          quantity: Number(quantity),
          unit: unit as QuantityUnit,
          taken: Number(taken),
        })),
      };
    },

    async setTaken(trx: Database, dealId: string, taken: number): Promise<void> {
      await trx.updateTable('deals').set({ taken }).where('id', '=', dealId).execute();
    },

    /** The texts that the side reported, in their order. */
    async findProblems(trx: Database, dealId: string, side: Side): Promise<string[]> {
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

    /** Numbers them after the earlier ones; the caller has locked the deal. */
    async addEvents(
      trx: Database,
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

    async setState(trx: Database, dealId: string, state: DealState, at: string): Promise<void> {
      const { delivered, paid } = state.confirmations;
      await trx
        .updateTable('deals')
        .set({
          status: state.status,
          buyer_delivered_at: delivered.buyer,
          seller_delivered_at: delivered.seller,
          buyer_paid_at: paid.buyer,
          seller_paid_at: paid.seller,
          buyer_cancelled_at: state.cancellations.buyer,
          seller_cancelled_at: state.cancellations.seller,
          ended_at: hasEnded(state) ? at : null,
          changed_at: at,
          reminders: 0,
          overdue: null,
        })
        .where('id', '=', dealId)
        .execute();
    },

    async endOverdue(trx: Database, dealId: string): Promise<void> {
      await trx.updateTable('deals').set({ overdue: null }).where('id', '=', dealId).execute();
    },

    /** Moderators read it. */
    async addReport(
      trx: Database,
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

    /** Removes what a user whose account is deleted wrote about deals. The last round is of the side that did not accept it. */
    async removeTexts(trx: Database, userId: string): Promise<void> {
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
