export const dailyCounts = ['registrations', 'posts', 'offers', 'deals', 'messages'] as const;
export type DailyCount = (typeof dailyCounts)[number];

/** The most that is counted of one kind on one day. */
export const countedADay = 100_000;
