import type { FindOrigin } from '#src/people/devices/service.ts';
import { anyoneRoute, memberRoute, type Route } from '#src/platform/http/route.ts';
import type { ReportsService } from './service.ts';

interface ReportsRoutesDeps {
  reports: ReportsService;
  findOrigin: FindOrigin;
  contactEmail: string | undefined;
}

export function reportsRoutes({ reports, findOrigin, contactEmail }: ReportsRoutesDeps): Route[] {
  return [
    anyoneRoute('GET /api/v1/contact', async () => ({
      message: 'Contact',
      data: { email: contactEmail ?? null },
    })),

    memberRoute('POST /api/v1/reports', async ({ body, viewer, request }) => {
      await reports.addReport(viewer.id, body, findOrigin(request));
      return { message: 'Thank you. Our moderators will review your report.', data: null };
    }),
  ];
}
