import type { QueryClient } from '@tanstack/react-query';
import { onLive } from '#lib/live/events.ts';
import { invalidateNotifications, takeUnread } from './notifications/api.ts';

export function connectNotify(client: QueryClient): () => void {
  return onLive({
    notification: () => invalidateNotifications(client),
    notificationsRead: ({ count }) => void takeUnread(client, count),
    missed: () => invalidateNotifications(client),
  });
}
