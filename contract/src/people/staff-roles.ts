/** People who work for the market have one of them, beside being a farmer or merchant. */
export const staffRoles = ['moderator', 'administrator'] as const;
export type StaffRole = (typeof staffRoles)[number];
