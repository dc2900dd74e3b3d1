/**
 * What is removed from an account when its email address is proved for the first time, by somebody who may not have
 * opened the account.
 */
export const clearedParts = ['second-factor', 'sessions', 'providers', 'phone', 'upi'] as const;
export type ClearedPart = (typeof clearedParts)[number];
