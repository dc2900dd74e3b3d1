import type { NotificationsService } from '#src/notify/notifications/service.ts';
import { addEvents } from '#src/notify/outbox/rows.ts';
import type { Transaction } from '#src/platform/db/connection.ts';

type Notifications = Pick<NotificationsService, 'add' | 'lockUnread' | 'setData' | 'remove'>;
type StoredNotification = Awaited<ReturnType<Notifications['lockUnread']>>[number];

/** What a notification is about: wanted posts for a farmer, or posts for a merchant's wanted post. */
export interface WantedTopic {
  userId: string;
  /** Null for a farmer. */
  wantedId: string | null;
}

export interface WantedNews extends WantedTopic {
  /** The ids of wanted posts for a farmer, or of posts for a merchant. */
  ids: readonly string[];
}

const hour = 60 * 60_000;
const mostIds = 100;

/** A topic is a saved search, a merchant's wanted post, or a farmer. Each is notified at most once an hour. */
type Topic = { userId: string; searchId?: string; wantedId?: string | null };

export function keyOf({ userId, searchId, wantedId }: Topic): string {
  return searchId ?? wantedId ?? userId;
}

/** Finds the last notification of each topic that is unread or less than an hour old, by the key of the topic. */
export async function findRecent(
  notifications: Notifications,
  trx: Transaction,
  kind: 'saved-search' | 'wanted' | 'wanted-match',
  topics: readonly Topic[],
): Promise<Map<string, StoredNotification>> {
  const userIds = [...new Set(topics.map(({ userId }) => userId))];
  const found = await notifications.lockUnread(trx, kind, userIds, new Date(Date.now() - hour));
  // The map keeps the latest notification of a topic, because it is set last.
  const inOrder = found.toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
  return new Map(inOrder.map((one) => [keyOf({ ...one.data, userId: one.userId }), one]));
}

/** Returns when the topic may be notified again, or undefined if it may be now. */
export function endOfHour(last: StoredNotification | undefined): Date | undefined {
  const end = last && new Date(last.createdAt.getTime() + hour);
  return end && end > new Date() ? end : undefined;
}

/**
 * Replaces an unread notification that is an hour old, and adds to a newer one. After one that was read, news waits
 * for the end of the hour.
 */
export async function notifyOnceAnHour(
  notifications: Notifications,
  trx: Transaction,
  kind: 'wanted' | 'wanted-match',
  news: readonly WantedNews[],
): Promise<void> {
  const last = await findRecent(notifications, trx, kind, news);
  const replaced: string[] = [];
  const added: { userId: string; kind: typeof kind; data: object }[] = [];
  const waiting: { data: WantedNews & { ids: string[] }; dueAt: Date }[] = [];
  for (const [key, [topic, ...others]] of Map.groupBy(news, keyOf)) {
    if (!topic) continue;
    const { userId, wantedId } = topic;
    const ids = [topic, ...others].flatMap((part) => part.ids);
    const before = last.get(key);
    const dueAt = endOfHour(before);
    if (before?.isRead && dueAt) {
      waiting.push({ data: { userId, wantedId, ids }, dueAt });
      continue;
    }
    const unread = before?.isRead === false ? before : undefined;
    const data = {
      wantedId,
      ids: latestOf([...((unread?.data['ids'] as string[] | undefined) ?? []), ...ids]),
    };
    if (unread && dueAt) {
      await notifications.setData(trx, unread.id, data);
    } else {
      if (unread) replaced.push(unread.id);
      added.push({ userId, kind, data });
    }
  }
  await notifications.remove(trx, replaced);
  await notifications.add(trx, added);
  await addEvents(trx, 'wanted-notification.due', waiting);
}

/** Returns the latest ids: ids increase with time. */
function latestOf(ids: readonly string[]): string[] {
  return [...new Set(ids)].toSorted().slice(-mostIds);
}
