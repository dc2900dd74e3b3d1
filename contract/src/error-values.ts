import { limits } from './limits.ts';
import { verificationLimits } from './moderation/verification-limits.ts';
import type { SectionValues } from './texts.ts';

/**
 * Values of the placeholders in the errors' texts. They are not in errors.ts, because the first screens need only the
 * statuses.
 */
export const errorValues: SectionValues<'errors'> = {
  NUMBER_UNUSED: { days: limits.unusedDays },
  PROOF_NEEDED: { max: limits.postsOfUnproved },
  TOO_MANY_FEATURED: { max: limits.featuredPosts },
  TOO_MANY_ALERTS: { max: limits.alerts },
  TOO_MANY_PINS: { max: limits.pins },
  TOO_MANY_SEARCHES: { max: limits.savedSearches },
  TOO_MANY_WANTED: { max: limits.wanted.open },
  TOO_MANY_OFFERS: { max: limits.offer.open },
  TOO_MANY_OFFERS_TODAY: { max: limits.offer.aDay },
  TOO_MANY_ROUNDS: { max: limits.offer.rounds },
  TOO_MANY_PROBLEMS: { max: limits.deal.problems },
  TOO_MANY_VERIFICATIONS: { max: verificationLimits.aMonth },
};
