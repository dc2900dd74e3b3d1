import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Notification } from '@upaj/contract/notify/notifications';
import { api } from '#lib/api.ts';
import { paging } from '#lib/paging.ts';
import { makeSignal } from '#lib/signal.ts';

/** How many wait to be read. */
export const unreadQuery = queryOptions({
  queryKey: ['notices', 'unread'],
  queryFn: async ({ signal }) => (await api('GET /api/v1/notifications/unread', { signal })).data.count,
  // The live line tells of changes.
  staleTime: Infinity,
});

export const noticesQuery = infiniteQueryOptions({
  queryKey: ['notices', 'list'],
  queryFn: ({ pageParam, signal }) =>
    api('GET /api/v1/notifications', { query: { cursor: pageParam }, signal }),
  ...paging,
});

export const noticeSettingsQuery = queryOptions({
  queryKey: ['notices', 'settings'],
  queryFn: async ({ signal }) => (await api('GET /api/v1/notifications/settings', { signal })).data,
});

export async function sendByEmail(byEmail: boolean) {
  return (await api('PATCH /api/v1/notifications/settings', { body: { byEmail } })).data;
}

/** This one and all before it. */
export async function markRead(client: QueryClient, notificationId: string): Promise<void> {
  const params = { notificationId };
  const { data } = await api('PUT /api/v1/notifications/:notificationId/read', { params });
  await takeUnread(client, data.count);
}

/** What was marked as new at this look, this one and all before it, is not new at the next one. */
export function showAsRead(client: QueryClient, notificationId: string): void {
  const { queryKey } = noticesQuery;
  const isOutdated = client.getQueryState(queryKey)?.isInvalidated;
  client.setQueryData(queryKey, (list) => {
    let isReached = false;
    const read = (notice: Notification) => {
      isReached ||= notice._id === notificationId;
      return isReached ? { ...notice, isRead: true } : notice;
    };
    return list && { ...list, pages: list.pages.map((page) => ({ ...page, data: page.data.map(read) })) };
  });
  // What arrived meanwhile is still to be asked for.
  if (isOutdated) void client.invalidateQueries({ queryKey, refetchType: 'none' });
}

/** An answer that is on its way may be older than what is known now. */
export async function takeUnread(client: QueryClient, count: number): Promise<void> {
  await client.cancelQueries({ queryKey: unreadQuery.queryKey });
  client.setQueryData(unreadQuery.queryKey, count);
}

export type NoticeNews =
  | { kind: 'arrived'; notice: Notification }
  /** Some were read on another device; so many are left. */
  | { kind: 'read'; count: number }
  /** The line stands again: what was told meanwhile has to be asked for. */
  | { kind: 'missed' };

/** What the live line told last about notices. The chat holds the line, the notices listen here. */
export const noticeNews = makeSignal<NoticeNews | undefined>(undefined);
