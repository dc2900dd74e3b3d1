import { memberRoute, type Route } from '#src/platform/http/route.ts';
import { logSecurity } from '#src/platform/http/security-log.ts';
import type { UpiService } from './service.ts';

export function upiRoutes(upi: UpiService): Route[] {
  return [
    memberRoute('GET /api/v1/users/upi', async ({ viewer }) => ({
      message: 'Your UPI ID',
      data: { upiId: await upi.findOwn(viewer.id) },
    })),

    memberRoute('PUT /api/v1/users/upi', async ({ body, viewer, request }) => {
      const { upiId } = body;
      if (await upi.change(viewer.id, body)) logSecurity(request.log, 'upi-changed', { userId: viewer.id });
      return { message: upiId ? 'UPI ID saved' : 'UPI ID removed', data: { upiId } };
    }),

    memberRoute('POST /api/v1/deals/:dealId/upi', async ({ params: { dealId }, viewer }) => ({
      message: 'Pay by UPI',
      data: await upi.findPayment(dealId, viewer.id),
    })),

    memberRoute('PUT /api/v1/deals/:dealId/upi', async ({ params: { dealId }, body: { upiId }, viewer }) => ({
      message: 'This deal has your current UPI ID',
      data: await upi.confirm(dealId, viewer.id, upiId),
    })),
  ];
}
