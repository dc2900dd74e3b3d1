import type { ReportForm } from '@upaj/contract/moderation/reports';
import type { Database } from '#src/platform/db/connect.ts';
import { unlessOrphaned } from '#src/platform/db/orphans.ts';
import { AppError } from '#src/platform/http/errors.ts';
import type { FeedService } from '#src/trade/feed/service.ts';
import type { TakedownService } from '#src/trade/takedown/service.ts';
import type { Reporter, ReportsStore, WeightOfReports } from './store.ts';

const day = 24 * 60 * 60_000;

/** New accounts have no weight, so that throwaway accounts cannot hide posts. */
const weights = { new: 0, young: 0.5, settled: 1, verified: 2 };
const youngFrom = 7 * day;
const settledFrom = 30 * day;

const enoughToHide: WeightOfReports = { weight: 3, people: 3 };

export interface ReportsService {
  /** A repeated report updates the first; resolved ones stay resolved. Allowed despite a block. */
  addReport(reporterId: string, report: ReportForm): Promise<void>;
}

interface ReportsDeps {
  db: Database;
  store: ReportsStore;
  takedown: Pick<TakedownService, 'hidePost'>;
  feed: Pick<FeedService, 'dropPages'>;
}

export function reportsService({ db, store, takedown, feed }: ReportsDeps): ReportsService {
  async function write(reporterId: string, report: ReportForm, weight: number, trx: Database) {
    const { kind, targetId } = report;
    const ownerId = await store.findOwner(report, reporterId, trx);
    if (!ownerId) throw new AppError('NOT_FOUND');
    if (ownerId === reporterId) throw new AppError('NOT_YOURSELF');
    await store.saveReport(reporterId, report, weight, trx);
    const isHidden = kind === 'post' && isEnough(await store.weighReportsOf(targetId, trx));
    return isHidden && takedown.hidePost(targetId, trx);
  }

  return {
    async addReport(reporterId, report) {
      const reporter = await store.findReporter(reporterId);
      if (!reporter) throw new AppError('NOT_LOGGED_IN');
      const work = db.transaction().execute((trx) => write(reporterId, report, weightOf(reporter), trx));
      const isHidden = await unlessOrphaned(work);
      if (isHidden === undefined) throw new AppError('NOT_FOUND');
      if (isHidden) feed.dropPages();
    },
  };
}

function weightOf({ createdAt, isVerified, isSuspended }: Reporter): number {
  const age = Date.now() - createdAt.getTime();
  if (isSuspended || age < youngFrom) return weights.new;
  if (isVerified) return weights.verified;
  return age > settledFrom ? weights.settled : weights.young;
}

function isEnough({ weight, people }: WeightOfReports): boolean {
  return weight >= enoughToHide.weight && people >= enoughToHide.people;
}
