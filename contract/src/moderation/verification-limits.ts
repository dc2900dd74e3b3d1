/**
 * A person can request the badge `aMonth` times in 30 days. A request without a decision lapses after `days`. These
 * limits are in a file of their own, because texts of errors need them on every screen, without the schemas.
 */
export const verificationLimits = { aMonth: 3, days: 30 } as const;
