import type { HeldFor } from '@upaj/contract/moderation/cases';
import { hold } from '#src/moderation/cases/rows.ts';
import { budget } from '#src/moderation/reports/weights.ts';
import type { Transaction } from '#src/platform/db/connection.ts';
import * as store from './store.ts';

interface Hidden {
  caseId: string;
  postId: string;
}

const day = 24 * 60 * 60_000;

/** Returns how many posts may be hidden in 24 hours without a moderator. */
async function budgetOfDay(trx: Transaction): Promise<number> {
  const until = new Date(Date.now() - day);
  const upheld = await store.countUpheld(new Date(until.getTime() - budget.normalDays * day), until, trx);
  const normal = (budget.timesNormal * upheld) / budget.normalDays;
  return Math.min(budget.aDayAtMost, Math.max(budget.aDayAtLeast, Math.ceil(normal)));
}

async function findObstacle({ postId }: Hidden, trx: Transaction): Promise<HeldFor | undefined> {
  if (await store.isAllowed(postId, trx)) return 'allowed-before';
  const today = await store.countHidden(new Date(Date.now() - day), trx);
  return today < (await budgetOfDay(trx)) ? undefined : 'market-budget';
}

/** What is hidden without a moderator. Its bounds are in `moderation/reports/weights.ts`. */
export const automaticHides = {
  /** Others that would hide something wait for the end of the transaction, so that all are counted. */
  lock: store.lock,

  /** Finds those of the reporters whose reports have hidden enough for now. */
  findSpent: (reporterIds: readonly string[], trx: Transaction): Promise<string[]> =>
    store.findSpent(reporterIds, new Date(Date.now() - day), trx),

  /** Puts the case before all usual ones, and says why its post is not hidden. */
  hold,

  /** Counts the post as hidden, or holds its case. @returns whether the caller may hide the post */
  async allow(hidden: Hidden, trx: Transaction): Promise<boolean> {
    const obstacle = await findObstacle(hidden, trx);
    if (obstacle) await hold(trx, hidden.caseId, obstacle);
    else await store.count(hidden.caseId, trx);
    return !obstacle;
  },
};
