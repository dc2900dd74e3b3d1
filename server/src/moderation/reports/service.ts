import type { ReportForm } from '@upaj/contract/moderation/reports';
import { AppError } from '#src/platform/http/errors.ts';
import type { FeedService } from '#src/trade/feed/service.ts';
import type { HidingRule, Reporter, ReportsStore } from './store.ts';

const day = 24 * 60 * 60_000;

/** So that throwaway accounts cannot hide posts. */
const weights = { new: 0, young: 0.5, settled: 1, verified: 2 };
const youngFrom = 7 * day;
const settledFrom = 30 * day;

const hidingRule: HidingRule = { weight: 3, people: 3 };

export interface ReportsService {
  /** A repeated report updates the first; resolved ones stay resolved. Allowed despite a block. */
  addReport(reporterId: string, report: ReportForm): Promise<void>;
}

export function reportsService(store: ReportsStore, feed: FeedService): ReportsService {
  return {
    async addReport(reporterId, report) {
      const reporter = await store.findReporter(reporterId);
      if (!reporter) throw new AppError('NOT_LOGGED_IN');
      const reported = await store.addReport(reporterId, report, weightOf(reporter), hidingRule);
      if (reported === 'NOT_FOUND' || reported === 'NOT_YOURSELF') throw new AppError(reported);
      if (reported === 'hidden') feed.change('all');
    },
  };
}

function weightOf({ createdAt, isVerified, isSuspended }: Reporter): number {
  const age = Date.now() - createdAt.getTime();
  if (isSuspended || age < youngFrom) return weights.new;
  if (isVerified) return weights.verified;
  return age > settledFrom ? weights.settled : weights.young;
}
