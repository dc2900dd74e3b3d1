import { administrators, screensOf, staff } from './screen.ts';

const forStaff = screensOf(staff);
const forAdministrators = screensOf(administrators);

/** The console is for moderators and administrators. */
export const staffScreens = [
  forStaff('/moderation', {
    load: () => import('../routes/moderation/console.tsx'),
    component: 'QueueScreen',
    texts: ['caution', 'moderation', 'decisions', 'fields'],
    // The screen checks these values.
    search: ({ status, kind }: { status?: string; kind?: string }) => ({
      ...(status && { status }),
      ...(kind && { kind }),
    }),
  }),
  forStaff('/moderation/staff', {
    load: () => import('../routes/moderation/staff.tsx'),
    component: 'StaffScreen',
    texts: ['staff', 'moderation', 'fields'],
  }),
  forStaff('/moderation/audit', {
    load: () => import('../routes/moderation/audit.tsx'),
    component: 'AuditScreen',
    texts: ['moderation'],
  }),
  forStaff('/moderation/$caseId', {
    load: () => import('../routes/moderation/console.tsx'),
    component: 'CaseScreen',
    texts: ['caution', 'moderation', 'decisions', 'fields'],
  }),
] as const;

export const administratorScreens = [
  forAdministrators('/operations', {
    load: () => import('../routes/operations.tsx'),
    component: 'OperationsScreen',
    texts: ['operations', 'moderation'],
  }),
] as const;
