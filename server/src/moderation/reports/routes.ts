import { anyoneRoute, memberRoute, type Route } from '#src/platform/http/route.ts';
import type { ReportsService } from './service.ts';

interface ReportsRoutesDeps {
  reports: ReportsService;
  contactEmail: string | undefined;
}

export function reportsRoutes({ reports, contactEmail }: ReportsRoutesDeps): Route[] {
  return [
    anyoneRoute('GET /api/v1/contact', async () => ({
      message: 'Contact',
      data: { email: contactEmail ?? null },
    })),

    memberRoute('POST /api/v1/reports', async ({ body, viewer }) => {
      await reports.addReport(viewer.id, body);
      return { message: 'Thank you. Our moderators will review your report.', data: null };
    }),
  ];
}
