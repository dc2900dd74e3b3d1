import type { FastifyRequest } from 'fastify';
import { anyoneRoute, memberRoute, type Route } from '#src/platform/http/route.ts';
import type { ReportsService } from './service.ts';
import type { Origin } from './store.ts';

export type FindOrigin = (request: FastifyRequest) => Origin;

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
