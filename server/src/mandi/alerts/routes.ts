import { memberRoute, type Route } from '#src/platform/http/route.ts';
import type { AlertsService } from './service.ts';

export function alertsRoutes(alerts: AlertsService): Route[] {
  return [
    memberRoute('GET /api/v1/alerts', async ({ viewer }) => ({
      message: 'Price alerts',
      data: await alerts.findAlerts(viewer.id),
    })),

    memberRoute('POST /api/v1/alerts', async ({ body, viewer }) => ({
      message: 'Price alert saved',
      data: await alerts.addAlert(viewer.id, body),
    })),

    memberRoute('PATCH /api/v1/alerts/:alertId', async ({ params: { alertId }, body, viewer }) => ({
      message: 'Price alert saved',
      data: await alerts.editAlert(viewer.id, alertId, body),
    })),

    memberRoute('DELETE /api/v1/alerts/:alertId', async ({ params: { alertId }, viewer }) => {
      await alerts.removeAlert(viewer.id, alertId);
      return { message: 'Price alert removed', data: null };
    }),
  ];
}
