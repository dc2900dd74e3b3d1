/** The kinds of things that a case can be about. */
export const caseKinds = ['post', 'user', 'message', 'comment', 'deal', 'verification', 'appeal'] as const;
export type CaseKind = (typeof caseKinds)[number];
export const caseStatuses = ['open', 'decided'] as const;
export type CaseStatus = (typeof caseStatuses)[number];
