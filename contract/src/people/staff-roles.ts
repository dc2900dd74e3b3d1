/** People who work for the market have one of these roles, and are a farmer or merchant too. */
export const staffRoles = ['moderator', 'administrator'] as const;
export type StaffRole = (typeof staffRoles)[number];
