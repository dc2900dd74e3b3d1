import { lockReadMessages } from '#src/chat/messages/rows.ts';
import type { NotificationsService } from '#src/notify/notifications/service.ts';
import type { Events } from '#src/notify/outbox/rows.ts';
import type { Consumer, Consumers } from '#src/notify/outbox/service.ts';
import * as store from './store.ts';

type Notifications = Pick<NotificationsService, 'add' | 'lockAbout' | 'lockUnread' | 'remove' | 'setData'>;

const day = 24 * 60 * 60_000;

/** Decides who is notified of what happens to offers, deals and reviews. */
export function dealsConsumers(notifications: Notifications): Consumers {
  /** Notifies the side that the event names. */
  const notifyOfDeals: Consumer<'deal.changed'> = async (events, trx) => {
    const parties = await store.findDealParties(
      trx,
      events.map(({ data }) => data.dealId),
    );
    await notifications.add(
      trx,
      events.flatMap(({ data: { dealId, event, side, at } }) => {
        const deal = parties.get(dealId);
        if (!deal) return [];
        const userId = side === 'buyer' ? deal.buyerId : deal.sellerId;
        return [{ userId, kind: 'deal' as const, data: { dealId, event }, at: new Date(at) }];
      }),
    );
  };

  /**
   * Keeps one notification of an offer for each side, which the newest step replaces. If the message was already read
   * in an open chat, its notification is stored as read.
   */
  const notifyOfOffers: Consumer<'offer.changed'> = async (events, trx) => {
    const read = await lockReadMessages(
      trx,
      events.flatMap(({ data }) => data.messageId ?? []),
    );
    const newest = new Map<string, Events['offer.changed']>();
    for (const { data } of events) {
      const key = rowKey(data.userId, data.offerId);
      const known = newest.get(key);
      if (!known || new Date(known.at) < new Date(data.at)) newest.set(key, data);
    }
    const earlier = await notifications.lockAbout(
      trx,
      events.map(({ data }) => data.userId),
      { kind: 'offer', field: 'offerId', ids: events.map(({ data }) => data.offerId) },
    );
    // A step that is delivered again, or late, changes nothing.
    for (const { userId, data, createdAt } of earlier) {
      const key = rowKey(userId, data['offerId']);
      const step = newest.get(key);
      if (step && new Date(step.at) <= createdAt) newest.delete(key);
    }
    const replaced = earlier.filter(({ userId, data }) => newest.has(rowKey(userId, data['offerId'])));
    await notifications.remove(
      trx,
      replaced.map(({ id }) => id),
    );
    await notifications.add(
      trx,
      [...newest.values()].map(({ offerId, event, userId, messageId, at }) => ({
        userId,
        kind: 'offer',
        data: { offerId, event },
        at: new Date(at),
        isRead: messageId !== null && read.has(messageId),
      })),
    );
  };

  /**
   * Notifies the reviewed person. If a review is deleted and written again within a day, it replaces its
   * notification.
   */
  const notifyOfReviews: Consumer<'review.added'> = async (events, trx) => {
    for (const { data } of events) {
      const review = await store.findReview(trx, data.reviewId);
      if (!review) continue;
      const { reviewerId, personId: userId } = review;
      const [at, content] = [new Date(data.at), { reviewId: data.reviewId, reviewerId }];
      const since = new Date(at.getTime() - day);
      const latest = await notifications.lockUnread(trx, 'review', [userId], since);
      const earlier = latest.filter((one) => one.data['reviewerId'] === reviewerId);
      for (const { id } of earlier) await notifications.setData(trx, id, content);
      if (earlier.length === 0) await notifications.add(trx, [{ userId, kind: 'review', data: content, at }]);
    }
  };

  const notifyOfUpi: Consumer<'upi.changed'> = (events, trx) =>
    notifications.add(
      trx,
      events.map(({ data: { userId, change, at } }) => ({
        userId,
        kind: 'upi',
        data: { change },
        at: new Date(at),
      })),
    );

  return {
    'deal.changed': [notifyOfDeals],
    'upi.changed': [notifyOfUpi],
    'offer.changed': [notifyOfOffers],
    'review.added': [notifyOfReviews],
  };
}

/** Returns the key of a user's notification of one negotiation. */
function rowKey(userId: string, offerId: unknown): string {
  return `${userId} ${String(offerId)}`;
}
