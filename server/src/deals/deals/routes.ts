import { memberRoute, type Route } from '#src/platform/http/route.ts';
import type { FindOrigin } from '#src/people/devices/service.ts';
import type { DealsService } from './service.ts';

export function dealsRoutes(deals: DealsService, findOrigin: FindOrigin): Route[] {
  return [
    memberRoute('GET /api/v1/deals', async ({ query, viewer }) => ({
      message: 'Deals',
      ...(await deals.findPage(viewer.id, query)),
    })),

    memberRoute('GET /api/v1/deals/:dealId', async ({ params: { dealId }, viewer }) => ({
      message: 'Deal',
      data: await deals.findOne(dealId, viewer.id),
    })),

    memberRoute('POST /api/v1/deals/:dealId/confirm', async ({ params, body, viewer, request }) => ({
      message: 'Confirmed',
      data: await deals.confirm(params.dealId, viewer.id, body.step, { origin: findOrigin(request) }),
    })),

    memberRoute('POST /api/v1/deals/:dealId/cancel', async ({ params: { dealId }, body, viewer }) => ({
      message: 'Cancelled',
      data: await deals.cancel(dealId, viewer.id, body.reason),
    })),

    memberRoute('POST /api/v1/deals/:dealId/settle', async ({ params: { dealId }, viewer }) => ({
      message: 'Settled',
      data: await deals.settle(dealId, viewer.id),
    })),

    memberRoute('POST /api/v1/deals/:dealId/problem', async ({ params: { dealId }, body, viewer }) => {
      const data = await deals.addProblem(dealId, viewer.id, body.text);
      return { message: 'Thank you. Our moderators will review the problem.', data };
    }),
  ];
}
