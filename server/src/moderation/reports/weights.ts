/** What reports weigh, and what they may do before a moderator has looked. Weights are in reports of a settled account. */

const day = 24 * 60 * 60_000;

export const weights = {
  /** Throwaway accounts must not hide posts. Suspended and restricted accounts weigh as little. */
  new: 0,
  youngFrom: 7 * day,
  /** A week is easy to wait for, so three young accounts are not enough. */
  young: 0.5,
  settledFrom: 30 * day,
  settled: 1,
  /** A moderator has checked who this is, so the person has a badge to lose. */
  verified: 2,
} as const;

export const record = {
  /** Older reports say little about how a person reports today. */
  since: 180 * day,
  /**
   * Right reports that everyone has at the start: one mistake leaves two thirds of the weight, two leave half. Right
   * reports make up for mistakes but never add weight, because anyone can report own bad posts.
   */
  startsWith: 2,
  /** Below this share of right reports a person's reports have no weight: more are wrong than right. */
  least: 0.5,
} as const;

/** Reports hide a post when this many independent groups of reporters together have this weight. */
export const enoughToHide = { groups: 3, weight: 3 } as const;

/** Reporters count as one group when any of these holds. */
export const independence = {
  /** Accounts of one person are often opened in one go; honest reporters rarely join within one day. */
  registeredWithin: day,
  /**
   * They also reported this many other things together, of which no moderator found any to be wrong. Honest people meet
   * at bad posts, so those do not count.
   */
  sharedTargets: 2,
  sharedWithin: 30 * day,
  /** How many reporters of one thing, and reports of one reporter, are compared at most. */
  reporters: 50,
  targets: 200,
} as const;

/** What may be hidden without a moderator. Beyond it, cases only come first in the queue. */
export const budget = {
  /** A wrongly hidden post costs its seller a day of sales, so moderators check one before the same people hide another. */
  openOfReporter: 1,
  aDayOfReporter: 3,
  /** In a quiet market: as many as one moderator can look at within an hour. */
  aDayAtLeast: 5,
  /** So many times the mean of the days before may come in a bad week. Only what moderators upheld is counted. */
  timesNormal: 3,
  normalDays: 28,
  /** Whatever is normal: more than this looks like an attack, and moderators can still read it the same day. */
  aDayAtMost: 50,
} as const;

/** Added to the weight of a case whose post is not hidden because of the budget: it comes before all usual ones. */
export const heldWeight = 20;
