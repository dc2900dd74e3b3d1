/** Counted from the rows of the day. */
export const countedRows = ['registrations', 'posts', 'offers', 'deals', 'messages'] as const;
export const dailyCounts = [...countedRows, 'active'] as const;
export type DailyCount = (typeof dailyCounts)[number];

/** The most rows of one kind that are counted on one day. */
export const countedADay = 100_000;
