import type { ReportForm } from '@upaj/contract/reports';
import type { FeedService } from '#src/features/feed/service.ts';
import { AppError } from '#src/http/errors.ts';
import type { HidingRule, Reporter, ReportsStore } from './store.ts';

const day = 24 * 60 * 60_000;

/**
 * How much a person's word weighs, so that accounts made for the purpose hide nothing: nothing in an account's first week
 * or while it is suspended, then half, all of it from the thirty-first day on, and double for the verified.
 */
const weights = { new: 0, young: 0.5, settled: 1, verified: 2 };
const youngFrom = 7 * day;
const settledFrom = 30 * day;

const hidingRule: HidingRule = { weight: 3, people: 3 };

export interface ReportsService {
  /**
   * Keeps what somebody reports, once for each thing; saying it again mends what was said, and a resolved report stays
   * resolved. A block does not keep anybody from reporting.
   * @throws AppError NOT_FOUND, NOT_YOURSELF.
   */
  addReport(reporterId: string, report: ReportForm): Promise<void>;
}

export function reportsService(store: ReportsStore, feed: FeedService): ReportsService {
  return {
    async addReport(reporterId, report) {
      const reporter = await store.findReporter(reporterId);
      if (!reporter) throw new AppError('NOT_LOGGED_IN');
      const reported = await store.addReport(reporterId, report, weightOf(reporter), hidingRule);
      if (reported === 'NOT_FOUND' || reported === 'NOT_YOURSELF') throw new AppError(reported);
      if (reported === 'hidden') feed.dropAll();
    },
  };
}

function weightOf({ createdAt, isVerified, isSuspended }: Reporter): number {
  const age = Date.now() - createdAt.getTime();
  if (isSuspended || age < youngFrom) return weights.new;
  if (isVerified) return weights.verified;
  return age > settledFrom ? weights.settled : weights.young;
}
