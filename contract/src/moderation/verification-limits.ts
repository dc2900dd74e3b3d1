/**
 * A person can request the badge `aMonth` times in 30 days. A request without a decision lapses after `days`. The limits
 * are apart from the schemas, because texts of errors need them on every screen.
 */
export const verificationLimits = { aMonth: 3, days: 30 } as const;
