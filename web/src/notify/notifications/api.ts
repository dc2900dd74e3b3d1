import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { NotificationChoice } from '@upaj/contract/notify/notifications';
import type { Notification } from '@upaj/contract/notifications';
import { api } from '#lib/api.ts';
import { paging } from '#lib/paging.ts';

export const unreadQuery = queryOptions({
  queryKey: ['notifications', 'unread'],
  queryFn: async ({ signal }) => (await api('GET /api/v1/notifications/unread', { signal })).data.count,
  staleTime: Infinity,
});

export const notificationsQuery = infiniteQueryOptions({
  queryKey: ['notifications', 'list'],
  meta: { stored: { kind: 'notifications', most: 1, days: 90 } },
  queryFn: ({ pageParam, signal }) =>
    api('GET /api/v1/notifications', { query: { cursor: pageParam }, signal }),
  ...paging,
});

export const notificationSettingsQuery = queryOptions({
  queryKey: ['notifications', 'settings'],
  queryFn: async ({ signal }) => (await api('GET /api/v1/notifications/settings', { signal })).data,
});

export async function saveSettings(choice: NotificationChoice) {
  return (await api('PATCH /api/v1/notifications/settings', { body: choice })).data;
}

export async function markRead(client: QueryClient, notificationId: string): Promise<void> {
  const params = { notificationId };
  const { data } = await api('PUT /api/v1/notifications/:notificationId/read', { params });
  await takeUnread(client, data.count);
}

/** Marks this notification and all older ones as read in the cached list, as the server does. */
export function showAsRead(client: QueryClient, notificationId: string): void {
  const { queryKey } = notificationsQuery;
  const isOutdated = client.getQueryState(queryKey)?.isInvalidated;
  client.setQueryData(queryKey, (list) => {
    let isReached = false;
    const read = (notification: Notification) => {
      isReached ||= notification._id === notificationId;
      return isReached ? { ...notification, isRead: true } : notification;
    };
    return list && { ...list, pages: list.pages.map((page) => ({ ...page, data: page.data.map(read) })) };
  });
  // The edit would otherwise count as fresh data, although new notifications may have arrived.
  if (isOutdated) void client.invalidateQueries({ queryKey, refetchType: 'none' });
}

/** Cancels requests that are under way: their responses may be older than this count. */
export async function takeUnread(client: QueryClient, count: number): Promise<void> {
  await client.cancelQueries({ queryKey: unreadQuery.queryKey });
  client.setQueryData(unreadQuery.queryKey, count);
}

export function invalidateNotifications(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: unreadQuery.queryKey });
  void client.invalidateQueries({ queryKey: notificationsQuery.queryKey });
}
