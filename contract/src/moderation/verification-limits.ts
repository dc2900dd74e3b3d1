/** Requests for the badge in 30 days. Without a decision one lapses after `days`. */
export const verificationLimits = { aMonth: 3, days: 30 } as const;
