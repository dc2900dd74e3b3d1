import type { ReportForm } from '@upaj/contract/moderation/reports';
import { fileReports } from '#src/moderation/cases/rows.ts';
import type { CasesService } from '#src/moderation/cases/service.ts';
import type { Database, Transaction } from '#src/platform/db/connection.ts';
import { retriedTransaction } from '#src/platform/db/transaction.ts';
import { AppError, invalidField } from '#src/platform/http/errors.ts';
import type { FeedService } from '#src/trade/feed/service.ts';
import type { TakedownService } from '#src/trade/takedown/service.ts';
import {
  areBetween,
  findOwner,
  findReporter,
  saveReport,
  weighReportsOf,
  type WeightOfReports,
} from './store.ts';

const day = 24 * 60 * 60_000;

/** New accounts have no weight, so that throwaway accounts cannot hide posts. */
const weights = { new: 0, young: 0.5, settled: 1, verified: 2 };
const youngFrom = 7 * day;
const settledFrom = 30 * day;

const enoughToHide: WeightOfReports = { weight: 3, people: 3 };

interface ReportsDeps {
  db: Database;
  takedown: Pick<TakedownService, 'hidePost'>;
  feed: Pick<FeedService, 'dropPages'>;
  cases: Pick<CasesService, 'announce'>;
}

export function reportsService({ db, takedown, feed, cases }: ReportsDeps) {
  return {
    /**
     * A repeated report updates the first one, and a resolved report stays resolved. A block does not prevent a report.
     */
    async addReport(reporterId: string, report: ReportForm): Promise<void> {
      const { isHidden, caseIds } = await retriedTransaction(db, async (trx) => {
        const reporter = await findReporter(reporterId, trx);
        if (!reporter) throw new AppError('NOT_LOGGED_IN');
        const ownerId = await findOwner(report, reporterId, trx);
        if (!ownerId) throw new AppError('NOT_FOUND');
        if (ownerId === reporterId) throw new AppError('NOT_YOURSELF');
        await refuseOthersMessages(report, reporterId, ownerId, trx);
        const reportId = await saveReport(reporterId, report, weightOf(reporter), trx);
        const filedIn = await fileReports(trx, [reportId]);
        const { kind, targetId } = report;
        const isHiding = kind === 'post' && isEnough(await weighReportsOf(targetId, trx));
        return { isHidden: isHiding && (await takedown.hidePost(targetId, trx)), caseIds: filedIn };
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

type Reporter = NonNullable<Awaited<ReturnType<typeof findReporter>>>;

function weightOf({ createdAt, isVerified, suspendedAt }: Reporter): number {
  const age = Date.now() - createdAt.getTime();
  if (suspendedAt || age < youngFrom) return weights.new;
  if (isVerified) return weights.verified;
  return age > settledFrom ? weights.settled : weights.young;
}

function isEnough({ weight, people }: WeightOfReports): boolean {
  return weight >= enoughToHide.weight && people >= enoughToHide.people;
}
