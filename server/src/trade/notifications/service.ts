import type { NotificationsService } from '#src/notify/notifications/service.ts';
import type { Consumer, Consumers } from '#src/notify/outbox/service.ts';
import type { Popularity } from '#src/trade/likes/popularity.ts';
import { tradeNotificationsStore as store } from './store.ts';

export interface TradeConsumersDeps {
  notifications: Pick<NotificationsService, 'addToGroups' | 'addOfComment'>;
  popularity: Pick<Popularity, 'refreshSoon'>;
}

/** Who is notified of what happens to posts. */
export function tradeConsumers({ notifications, popularity }: TradeConsumersDeps): Consumers {
  /** The seller, of the likes of others. */
  const notifyOfLikes: Consumer<'like.added'> = async (events, trx) => {
    const postIds = [...new Set(events.map(({ data }) => data.postId))];
    const posts = new Map((await store.lockPosts(trx, postIds)).map((post) => [post.id, post]));
    const members = events.flatMap(({ data: { postId, userId }, createdAt }) => {
      const post = posts.get(postId);
      return post && post.authorId !== userId ? [{ userId: post.authorId, postId, at: createdAt }] : [];
    });
    await notifications.addToGroups(trx, 'like', members);
  };

  /** The seller; of the seller's own comment those who commented before. */
  const notifyOfComments: Consumer<'comment.added'> = async (events, trx) => {
    for (const { data } of events) {
      const comment = await store.lockComment(trx, data.commentId);
      if (!comment) continue;
      const { id, postId, authorId, sellerId, title, createdAt: at } = comment;
      const isAnswer = authorId === sellerId;
      const meant = isAnswer ? await store.findCommenters(trx, postId) : [sellerId];
      const others = meant.filter((userId) => userId !== authorId);
      const notified = await store.findThoseWhoCanMeet(trx, authorId, others);
      await notifications.addOfComment(trx, { id, postId, at, data: { title, isAnswer } }, notified);
    }
  };

  const refreshPopularity = async (events: readonly { data: { postId: string } }[]) => {
    for (const { data } of events) popularity.refreshSoon(data.postId);
  };

  return {
    'like.added': [notifyOfLikes, refreshPopularity],
    'like.removed': [refreshPopularity],
    'comment.added': [notifyOfComments],
  };
}
