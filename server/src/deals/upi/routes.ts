import { memberRoute, type Route } from '#src/platform/http/route.ts';
import type { UpiService } from './service.ts';

export function upiRoutes(upi: UpiService): Route[] {
  return [
    memberRoute('GET /api/v1/users/upi', async ({ viewer }) => ({
      message: 'Your UPI ID',
      data: { upiId: await upi.findOwn(viewer.id) },
    })),

    memberRoute('PUT /api/v1/users/upi', async ({ body: { upiId }, viewer }) => {
      await upi.save(viewer.id, upiId);
      return { message: upiId ? 'UPI ID saved' : 'UPI ID removed', data: { upiId } };
    }),

    memberRoute('POST /api/v1/deals/:dealId/upi', async ({ params: { dealId }, viewer }) => ({
      message: 'Pay by UPI',
      data: await upi.findPayment(dealId, viewer.id),
    })),
  ];
}
