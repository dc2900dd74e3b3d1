import type { ListedReport } from '@upaj/contract/moderation/admin';
import type { Database, Transaction } from '#src/platform/db/connection.ts';
import { dealNumber } from '#src/deals/rows.ts';
import { closeWithoutReports } from '#src/moderation/cases/rows.ts';

const reportsShown = 200;

export function adminStore({ db }: { db: Database }) {
  return {
    async countReports(isWithResolved: boolean): Promise<number> {
      const { count } = await db
        .selectFrom('reports')
        .select((eb) => eb.fn.countAll<string>().as('count'))
        .$if(!isWithResolved, (reports) => reports.where('resolved_at', 'is', null))
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    async findReports(isWithResolved: boolean): Promise<ListedReport[]> {
      const rows = await selectReports(db)
        .$if(!isWithResolved, (reports) => reports.where('reports.resolved_at', 'is', null))
        .orderBy('reports.created_at', 'desc')
        .orderBy('reports.id', 'desc')
        .limit(reportsShown)
        .execute();
      return rows.map(toListedReport);
    },

    findReport(reportId: string, trx: Transaction) {
      return trx
        .selectFrom('reports')
        .select('post_id as postId')
        .where('id', '=', reportId)
        .executeTakeFirst();
    },

    /** @returns whether the case has no other reports or flags, and is closed now */
    async resolve(reportId: string, trx: Transaction): Promise<boolean> {
      const resolved = await trx
        .updateTable('reports')
        .set((eb) => ({ resolved_at: eb.fn.coalesce('resolved_at', eb.fn<Date>('now')) }))
        .where('id', '=', reportId)
        .returning('case_id')
        .execute();
      return closeWithoutReports(trx, casesOf(resolved));
    },

    async resolveAllOf(column: 'post_id' | 'comment_id', id: string, trx: Transaction): Promise<void> {
      const resolved = await trx
        .updateTable('reports')
        .set((eb) => ({ resolved_at: eb.fn<Date>('now') }))
        .where(column, '=', id)
        .where('resolved_at', 'is', null)
        .returning('case_id')
        .execute();
      await closeWithoutReports(trx, casesOf(resolved));
    },
  };
}

function casesOf(reports: readonly { case_id: string | null }[]): string[] {
  return [...new Set(reports.flatMap(({ case_id: id }) => id ?? []))];
}

export type AdminStore = ReturnType<typeof adminStore>;

/** Selects reports with the reported thing and its owner. */
function selectReports(db: Database) {
  return db
    .selectFrom('reports')
    .leftJoin('users as reporters', 'reporters.id', 'reports.reporter_id')
    .leftJoin('posts', 'posts.id', 'reports.post_id')
    .leftJoin('messages', 'messages.id', 'reports.message_id')
    .leftJoin('offer_changes', (join) =>
      join
        .onRef('offer_changes.offer_id', '=', 'messages.offer_id')
        .onRef('offer_changes.version', '=', 'messages.offer_version'),
    )
    .leftJoin('comments', 'comments.id', 'reports.comment_id')
    .leftJoin('deals', 'deals.id', 'reports.deal_id')
    .leftJoin('users as buyers', 'buyers.id', 'deals.buyer_id')
    .leftJoin('users as sellers', 'sellers.id', 'deals.seller_id')
    .leftJoin('users as owners', (join) =>
      join.on('owners.id', '=', (eb) =>
        eb.fn.coalesce('posts.author_id', 'messages.sender_id', 'comments.author_id', 'reports.user_id'),
      ),
    )
    .select((eb) => [
      'reports.id',
      'reports.kind',
      'reports.reason',
      'reports.details',
      'reports.weight',
      'reports.created_at',
      'reports.resolved_at',
      'reporters.username as reporter',
      'owners.username as owner',
      'buyers.username as buyer',
      'sellers.username as seller',
      'deals.buyer_cancelled_at',
      dealNumber.as('deal_number'),
      'posts.is_hidden_by_moderation',
      'comments.removed_at',
      'offer_changes.action',
      'offer_changes.quantity',
      'offer_changes.unit',
      'offer_changes.price',
      'offer_changes.price_unit',
      'offer_changes.note',
      eb.fn
        .coalesce(
          'reports.post_id',
          'reports.user_id',
          'reports.message_id',
          'reports.comment_id',
          'reports.deal_id',
        )
        .as('target_id'),
      eb.fn.coalesce('posts.title', 'messages.text', 'comments.text', 'deals.title').as('text'),
    ]);
}

type ReportRow = Awaited<ReturnType<ReturnType<typeof selectReports>['execute']>>[number];

function toListedReport(row: ReportRow): ListedReport {
  const { buyer, seller } = row;
  const deal = buyer && seller ? { number: row.deal_number, buyer, seller } : null;
  return {
    _id: row.id,
    kind: row.kind as ListedReport['kind'],
    reason: row.reason as ListedReport['reason'],
    details: row.details,
    weight: Number(row.weight),
    reporterUsername: row.reporter,
    targetId: row.target_id ?? '',
    ownerUsername: row.owner ?? reportedSide(row),
    deal,
    text: row.text || offerText(row),
    isHidden: row.is_hidden_by_moderation ?? row.removed_at !== null,
    isResolved: row.resolved_at !== null,
    date: row.created_at.toJSON(),
  };
}

/**
 * Returns the side that a report is about: the one that did not report, or without a reporter the one that cancelled
 * alone.
 */
function reportedSide({ reporter, buyer, seller, buyer_cancelled_at }: ReportRow): string {
  const isBuyer = reporter === null ? buyer_cancelled_at !== null : reporter === seller;
  return (isBuyer ? buyer : seller) ?? '';
}

/** Describes a change of an offer in one line, because the message that carries it has no text. */
function offerText({ action, quantity, unit, price, price_unit: priceUnit, note }: ReportRow): string {
  const terms =
    quantity === null || price === null
      ? []
      : [`${quantity.toFixed(2)} ${unit}`, `₹${price.toFixed(2)} ${priceUnit}`];
  return [action, ...terms, note].filter(Boolean).join(' · ');
}
