import type { FastifyBaseLogger } from 'fastify';
import type { NotificationsService } from '#src/notify/notifications/service.ts';
import { addEvents } from '#src/notify/outbox/rows.ts';
import type { Consumer, Consumers } from '#src/notify/outbox/service.ts';
import { centreOf, roadKm } from '#src/platform/places/distance.ts';
import type { Popularity } from '#src/trade/likes/popularity.ts';
import { matchSearches } from '#src/trade/saved-searches/matching.ts';
import { waitingPosts, type SavedSearchesStore } from '#src/trade/saved-searches/store.ts';
import { grows, writtenNames } from './growers.ts';
import { endOfHour, findRecent, notifyOnceAnHour, type WantedNews } from './once-an-hour.ts';
import type { Farmer, OpenWanted } from './store.ts';
import * as store from './store.ts';

export interface TradeConsumersDeps {
  notifications: Pick<NotificationsService, 'add' | 'lockUnread' | 'setData' | 'remove'>;
  popularity: Pick<Popularity, 'refreshSoon'>;
  searches: SavedSearchesStore;
  log: Pick<FastifyBaseLogger, 'warn'>;
  /** Posts that a saved search finds within this time, in ms, are one notification. */
  gatherFor: number;
}

const mostFarmers = 200;

/** Decides who is notified of what happens to posts and wanted posts. */
export function tradeConsumers(deps: TradeConsumersDeps): Consumers {
  const { notifications, popularity, searches, log, gatherFor } = deps;

  /** Notifies the seller of the likes of others. */
  const notifyOfLikes: Consumer<'like.added'> = async (events, trx) => {
    const postIds = [...new Set(events.map(({ data }) => data.postId))];
    const posts = new Map((await store.lockPosts(trx, postIds)).map((post) => [post.id, post]));
    await notifications.add(
      trx,
      events.flatMap(({ data: { postId, userId }, createdAt: at }) => {
        const post = posts.get(postId);
        if (!post || post.authorId === userId) return [];
        return [{ userId: post.authorId, kind: 'like' as const, data: {}, postId, at }];
      }),
    );
  };

  /** Notifies the seller. If the seller commented, notifies those who commented before. */
  const notifyOfComments: Consumer<'comment.added'> = async (events, trx) => {
    const comments = await store.lockComments(
      trx,
      events.map(({ data }) => data.commentId),
    );
    const notified = [];
    for (const { id, postId, authorId, sellerId, canMeetSeller, title, createdAt: at } of comments) {
      const isAnswer = authorId === sellerId;
      const userIds = isAnswer
        ? await store.findCommenters(trx, postId, sellerId)
        : canMeetSeller
          ? [sellerId]
          : [];
      for (const userId of userIds)
        notified.push({
          userId,
          kind: 'comment' as const,
          data: { title, isAnswer },
          postId,
          commentId: id,
          at,
        });
    }
    await notifications.add(trx, notified);
  };

  const refreshPopularity = async (events: readonly { data: { postId: string } }[]) => {
    for (const { data } of events) popularity.refreshSoon(data.postId);
  };

  /**
   * Adds an event for each saved search that finds a new post. It is due after a delay that gathers more posts, or an
   * hour after the search's last notification.
   */
  const saveMatches: Consumer<'post.created'> = async (events, trx) => {
    const posts = await store.lockNewPosts(
      trx,
      events.map(({ data }) => data.postId),
    );
    if (posts.length === 0) return;
    const found = await matchSearches(searches, posts, trx, log);
    const last = await findRecent(notifications, trx, 'saved-search', found);
    await addEvents(
      trx,
      'saved-search.due',
      found.map(({ searchId }) => ({
        data: { searchId },
        dueAt: endOfHour(last.get(searchId)) ?? new Date(Date.now() + gatherFor),
      })),
    );
  };

  /**
   * Notifies users whose searches found new posts that they can see now. Replaces the unread notification and adds
   * its count.
   */
  const notifyOfMatches: Consumer<'saved-search.due'> = async (events, trx) => {
    const searchIds = [...new Set(events.map(({ data }) => data.searchId))];
    const shown = await searches.countVisible(trx, searchIds);
    await searches.removeMatches(trx, searchIds);
    const last = await findRecent(notifications, trx, 'saved-search', shown);
    const unread = [...last.values()].filter(({ isRead }) => !isRead);
    await notifications.remove(
      trx,
      unread.map(({ id }) => id),
    );
    await notifications.add(
      trx,
      shown.map(({ searchId, userId, query, count }) => {
        const before = last.get(searchId);
        const unreadCount = before && !before.isRead ? Number(before.data['count']) : 0;
        const data = { searchId, query, count: Math.min(waitingPosts, count + unreadCount) };
        return { userId, kind: 'saved-search', data };
      }),
    );
  };

  /** Notifies the nearest farmers who grow the crop. */
  const notifyFarmers: Consumer<'wanted.created'> = async (events, trx) => {
    const idsOf = new Map<string, string[]>();
    for (const { data } of events) {
      const wanted = await store.findOpenWanted(trx, data.wantedId);
      if (!wanted) continue;
      const farmers = await store.findFarmers(trx, wanted.cropKey, writtenNames(wanted.cropKey));
      const nearest = nearestFarmers(wanted, farmers);
      for (const userId of await store.findThoseWhoCanMeet(trx, wanted.authorId, nearest))
        idsOf.set(userId, [...(idsOf.get(userId) ?? []), wanted.id]);
    }
    await notifyOnceAnHour(
      notifications,
      trx,
      'wanted',
      [...idsOf].map(([userId, ids]) => ({ userId, wantedId: null, ids })),
    );
  };

  /** Notifies the merchants who want the new posts. */
  const notifyMerchants: Consumer<'post.created'> = async (events, trx) => {
    const matches = await store.findWantedMatches(
      trx,
      events.map(({ data }) => data.postId),
    );
    await notifyOnceAnHour(
      notifications,
      trx,
      'wanted-match',
      matches.map(({ postId, ...topic }) => ({ ...topic, ids: [postId] })),
    );
  };

  const notifyOfWaiting: Consumer<'wanted-notification.due'> = async (events, trx) => {
    const news = events.map(({ data }) => data);
    const isOfFarmer = ({ wantedId }: WantedNews) => wantedId === null;
    await notifyOnceAnHour(notifications, trx, 'wanted', news.filter(isOfFarmer));
    await notifyOnceAnHour(
      notifications,
      trx,
      'wanted-match',
      news.filter((one) => !isOfFarmer(one)),
    );
  };

  return {
    'like.added': [notifyOfLikes, refreshPopularity],
    'like.removed': [refreshPopularity],
    'comment.added': [notifyOfComments],
    'post.created': [saveMatches, notifyMerchants],
    'saved-search.due': [notifyOfMatches],
    'wanted.created': [notifyFarmers],
    'wanted-notification.due': [notifyOfWaiting],
  };
}

function nearestFarmers({ cropKey, state, district }: OpenWanted, farmers: readonly Farmer[]): string[] {
  const from = centreOf(state, district);
  const distances = new Map<string, number>();
  for (const farmer of farmers) {
    if (farmer.mainProduct !== null && !grows(farmer.mainProduct, cropKey)) continue;
    const to = centreOf(farmer.state, farmer.district);
    const km = from && to ? roadKm(from, to) : Infinity;
    distances.set(farmer.userId, Math.min(km, distances.get(farmer.userId) ?? Infinity));
  }
  return [...distances]
    .sort(([, one], [, other]) => (one === other ? 0 : one - other))
    .slice(0, mostFarmers)
    .map(([userId]) => userId);
}
