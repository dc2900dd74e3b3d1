import { memberRoute, type Route } from '#src/platform/http/route.ts';
import type { OverviewService } from './service.ts';

export function overviewRoutes(overview: OverviewService): Route[] {
  return [
    memberRoute('GET /api/v1/users/post-figures', async ({ query, viewer }) => ({
      message: 'Posts in numbers',
      ...(await overview.findFigures(viewer.id, query)),
    })),

    memberRoute('GET /api/v1/users/purchases', async ({ viewer }) => ({
      message: 'Purchases',
      data: await overview.findPurchases(viewer.id),
    })),
  ];
}
