import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { dealsNotifications } from '#deals/notifications.ts';
import { mandiNotifications } from '#mandi/notifications.ts';
import { moderationNotifications } from '#moderation/notifications.ts';
import { unreadQuery } from '#notify/notifications/api.ts';
import { NotificationHost } from '#notify/notifications/notification-host.tsx';
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

export function Notifications() {
  return <NotificationHost views={notificationViews} />;
}

export function UnreadCount({ children }: { children: (count: number) => ReactNode }) {
  const { data = 0 } = useQuery(unreadQuery);
  return children(data);
}
