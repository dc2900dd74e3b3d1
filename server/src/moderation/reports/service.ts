import type { ReportForm } from '@upaj/contract/moderation/reports';
import type { Database } from '#src/platform/db/connect.ts';
import { AppError } from '#src/platform/http/errors.ts';
import type { FeedService } from '#src/trade/feed/service.ts';
import type { TakedownService } from '#src/trade/takedown/service.ts';
import { findOwner, findReporter, saveReport, weighReportsOf, type WeightOfReports } from './store.ts';

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
}

export function reportsService({ db, takedown, feed }: ReportsDeps) {
  return {
    /** A repeated report updates the first; resolved ones stay resolved. Allowed despite a block. */
    async addReport(reporterId: string, report: ReportForm): Promise<void> {
      const isHidden = await db.transaction().execute(async (trx) => {
        const reporter = await findReporter(reporterId, trx);
        if (!reporter) throw new AppError('NOT_LOGGED_IN');
        const ownerId = await findOwner(report, reporterId, trx);
        if (!ownerId) throw new AppError('NOT_FOUND');
        if (ownerId === reporterId) throw new AppError('NOT_YOURSELF');
        await saveReport(reporterId, report, weightOf(reporter), trx);
        const { kind, targetId } = report;
        const isHiding = kind === 'post' && isEnough(await weighReportsOf(targetId, trx));
        return isHiding && takedown.hidePost(targetId, trx);
      });
      if (isHidden) feed.dropPages();
    },
  };
}

export type ReportsService = ReturnType<typeof reportsService>;

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
