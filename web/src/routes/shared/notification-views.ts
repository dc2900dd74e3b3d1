import { dealsNotifications } from '#deals/notifications.ts';
import { mandiNotifications } from '#mandi/notifications.ts';
import { moderationNotifications } from '#moderation/notifications.ts';
import type { NotificationViews } from '#notify/notifications/views.ts';
import { peopleNotifications } from '#people/notifications.ts';
import { tradeNotifications } from '#trade/notifications.ts';

/** The kinds of notifications are declared by the domains that they are about. */
export const notificationViews: NotificationViews = {
  ...peopleNotifications,
  ...mandiNotifications,
  ...tradeNotifications,
  ...dealsNotifications,
  ...moderationNotifications,
};
