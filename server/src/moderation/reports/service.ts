import type { ReportForm } from '@upaj/contract/moderation/reports';
import { fileReports } from '#src/moderation/cases/rows.ts';
import type { AuditService } from '#src/moderation/audit/service.ts';
import type { CasesService } from '#src/moderation/cases/service.ts';
import { automatic } from '#src/moderation/decisions/rows.ts';
import { automaticHides } from '#src/moderation/hides/service.ts';
import type { Origin } from '#src/people/devices/service.ts';
import type { Database, Transaction } from '#src/platform/db/connection.ts';
import { retriedTransaction } from '#src/platform/db/transaction.ts';
import { AppError, invalidField } from '#src/platform/http/errors.ts';
import type { FeedService } from '#src/trade/feed/service.ts';
import type { TakedownService } from '#src/trade/takedown/service.ts';
import { isEnough, weightOf } from './rules.ts';
import {
  areBetween,
  findCounted,
  findOwner,
  findRecord,
  findReporter,
  saveOrigin,
  saveReport,
} from './store.ts';

interface ReportsDeps {
  db: Database;
  takedown: Pick<TakedownService, 'hidePost'>;
  feed: Pick<FeedService, 'dropPages'>;
  cases: Pick<CasesService, 'announce'>;
  audit: Pick<AuditService, 'add'>;
}

export function reportsService({ db, takedown, feed, cases, audit }: ReportsDeps) {
  /** Hides a post, which the caller has locked, when its open reports are enough and the budget allows it. */
  async function hideIfEnough(
    postId: string,
    { caseId, personId }: { caseId: string; personId: string },
    trx: Transaction,
  ): Promise<boolean> {
    const reports = await findCounted(postId, trx);
    if (!isEnough(reports)) return false;
    await automaticHides.lock(trx);
    const spent = await automaticHides.findSpent(
      reports.map(({ reporterId: id }) => id),
      trx,
    );
    if (!isEnough(reports.filter(({ reporterId: id }) => !spent.includes(id)))) {
      await automaticHides.hold(trx, caseId, 'reporter-budget');
      return false;
    }
    if (!(await automaticHides.allow({ caseId, postId }, trx))) return false;
    await takedown.hidePost(postId, trx);
    const [before, after] = [{ isPostHidden: false }, { isPostHidden: true }];
    const by = { id: null, staffRole: automatic };
    const change = { target: `post ${postId}`, before, after, why: 'reports' };
    await audit.add(trx, by, { action: 'hide', caseId, personId, ...change });
    return true;
  }

  return {
    /**
     * A repeated report updates the first one, and a resolved report stays resolved. A block does not prevent a report.
     */
    async addReport(reporterId: string, report: ReportForm, origin: Origin): Promise<void> {
      const { isHidden, caseIds } = await retriedTransaction(db, async (trx) => {
        const reporter = await findReporter(reporterId, trx);
        if (!reporter) throw new AppError('NOT_LOGGED_IN');
        const ownerId = await findOwner(report, reporterId, trx);
        if (!ownerId) throw new AppError('NOT_FOUND');
        if (ownerId === reporterId) throw new AppError('NOT_YOURSELF');
        await refuseOthersMessages(report, reporterId, ownerId, trx);
        const weight = weightOf(reporter, await findRecord(reporterId, trx));
        const reportId = await saveReport(reporterId, report, weight, trx);
        await saveOrigin(reportId, reporterId, origin, trx);
        const filedIn = await fileReports(trx, [reportId]);
        const { kind, targetId } = report;
        const [caseId] = filedIn;
        const isHiding = kind === 'post' && caseId !== undefined;
        return {
          isHidden: isHiding && (await hideIfEnough(targetId, { caseId, personId: ownerId }, trx)),
          caseIds: filedIn,
        };
      });
      if (isHidden) feed.dropPages();
      await cases.announce(caseIds);
    },
  };
}

export type ReportsService = ReturnType<typeof reportsService>;

/** Refuses to attach messages that are not between the reporter and the reported person. */
async function refuseOthersMessages(
  { kind, messageIds = [] }: ReportForm,
  reporterId: string,
  ownerId: string,
  trx: Transaction,
): Promise<void> {
  if (messageIds.length === 0) return;
  const mayAttach = kind === 'message' || kind === 'user';
  if (!mayAttach || !(await areBetween(messageIds, reporterId, ownerId, trx)))
    throw invalidField('messageIds', 'invalid');
}
