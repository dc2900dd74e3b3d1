import type { FastifyRequest } from 'fastify';
import type { PushService } from '#src/notify/push/service.ts';
import { memberRoute, type Route } from '#src/platform/http/route.ts';
import type { NotificationsService } from './service.ts';

interface NotificationsRoutesDeps {
  notifications: NotificationsService;
  push: PushService;
  tokenOf(request: FastifyRequest): string | undefined;
}

export function notificationsRoutes({ notifications, push, tokenOf }: NotificationsRoutesDeps): Route[] {
  return [
    memberRoute('GET /api/v1/notifications', async ({ query, viewer }) => ({
      message: 'Notifications',
      ...(await notifications.findPage(viewer.id, query)),
    })),

    memberRoute('GET /api/v1/notifications/unread', async ({ viewer }) => ({
      message: 'Unread notifications',
      data: { count: await notifications.countUnread(viewer.id) },
    })),

    memberRoute(
      'PUT /api/v1/notifications/:notificationId/read',
      async ({ params: { notificationId }, viewer }) => ({
        message: 'Notifications marked as read',
        data: { count: await notifications.markRead(viewer.id, notificationId) },
      }),
    ),

    memberRoute('GET /api/v1/notifications/settings', async ({ viewer }) => ({
      message: 'Notification settings',
      data: await notifications.findSettings(viewer.id),
    })),

    memberRoute('PATCH /api/v1/notifications/settings', async ({ body, viewer }) => ({
      message: 'Notification settings saved',
      data: await notifications.setSettings(viewer.id, body),
    })),

    memberRoute('POST /api/v1/notifications/push', async ({ body, viewer, request }) => {
      await push.subscribe(viewer.id, tokenOf(request), body);
      return { message: 'Push notifications are on for this browser', data: null };
    }),

    memberRoute('DELETE /api/v1/notifications/push', async ({ body, viewer }) => {
      await push.unsubscribe(viewer.id, body.endpoint);
      return { message: 'Push notifications are off for this browser', data: null };
    }),
  ];
}
