import type { MakeRateLimit } from '#src/platform/http/rate-limit.ts';
import { memberRoute, type Route } from '#src/platform/http/route.ts';
import type { UpiService } from './service.ts';

export function upiRoutes(upi: UpiService, rateLimit: MakeRateLimit): Route[] {
  const changes = rateLimit('upi-changes', 30, 60);
  const views = rateLimit('upi-views', 60, 60);

  return [
    memberRoute('GET /api/v1/users/upi', async ({ viewer }) => ({
      message: 'Your UPI ID',
      data: { upiId: await upi.findOwn(viewer.id) },
    })),

    memberRoute('PUT /api/v1/users/upi', async ({ body: { upiId }, viewer }) => {
      await changes.take(viewer.id);
      await upi.save(viewer.id, upiId);
      return { message: upiId ? 'UPI ID saved' : 'UPI ID removed', data: { upiId } };
    }),

    memberRoute('POST /api/v1/deals/:dealId/upi', async ({ params: { dealId }, viewer }) => {
      await views.take(viewer.id);
      return { message: 'Pay by UPI', data: await upi.findPayment(dealId, viewer.id) };
    }),
  ];
}
