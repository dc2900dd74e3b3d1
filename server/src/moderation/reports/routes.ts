import type { MakeRateLimit } from '#src/platform/http/rate-limit.ts';
import { memberRoute, type Route } from '#src/platform/http/route.ts';
import type { ReportsService } from './service.ts';

export function reportsRoutes(reports: ReportsService, rateLimit: MakeRateLimit): Route[] {
  const reportsOfPerson = rateLimit('reports', 30, 60);

  return [
    memberRoute('POST /api/v1/reports', async ({ body, viewer }) => {
      await reportsOfPerson.take(viewer.id);
      await reports.addReport(viewer.id, body);
      return { message: 'Thank you. Our moderators will review your report.', data: null };
    }),
  ];
}
