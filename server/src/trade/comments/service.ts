import { limits } from '@upaj/contract/limits';
import { mayDeleteComment, type CommentForm } from '@upaj/contract/trade/comments';
import type { NotificationsService } from '#src/notify/notifications/service.ts';
import { AppError } from '#src/platform/http/errors.ts';
import { pageOf, readListCursor } from '#src/platform/http/list-cursor.ts';
import type { FeedService } from '#src/trade/feed/service.ts';
import type { CommentsStore } from './store.ts';

interface ListRequest {
  cursor?: string | undefined;
  limit?: number | undefined;
}

/** Comments are JSON text in the contract's shape. */
export interface CommentsService {
  /**
   * Latest first; marks the viewer's notifications of these comments as read. @throws AppError POST_NOT_FOUND, also
   * when the viewer may not see the post.
   */
  findPage(postId: string, viewerId: string, request: ListRequest): Promise<{ data: string; page: string }>;
  /** Idempotent by the author's `clientId`. Only the demo market sets `createdAt`. @throws AppError POST_NOT_FOUND. */
  addComment(postId: string, authorId: string, form: CommentForm, createdAt?: Date): Promise<string>;
  /** @throws AppError COMMENT_NOT_FOUND, NOT_YOURS. */
  deleteComment(postId: string, commentId: string, viewerId: string): Promise<void>;
}

export interface CommentsDeps {
  store: CommentsStore;
  feed: Pick<FeedService, 'invalidatePost'>;
  notifications: Pick<NotificationsService, 'deliverSoon' | 'readComments'>;
}

export function commentsService({ store, feed, notifications }: CommentsDeps): CommentsService {
  return {
    async findPage(postId, viewerId, { cursor, limit = limits.page.size }) {
      const place = cursor ? readListCursor(cursor) : undefined;
      const sellerId = await store.findSeller(postId, viewerId);
      if (!sellerId) throw new AppError('POST_NOT_FOUND');
      const viewer = { id: viewerId, isSeller: viewerId === sellerId };
      // Before reading the list: comments that arrive in between stay unread.
      if (!place) await notifications.readComments(viewerId, postId);
      const { rows, total } = await store.findPage(postId, viewer, { limit, beforeId: place?.id });
      return pageOf(rows, limit, place?.total ?? total);
    },

    async addComment(postId, authorId, form, createdAt = new Date()) {
      const added = await store.addComment(postId, authorId, form, createdAt);
      if (!added) throw new AppError('POST_NOT_FOUND');
      await notifications.readComments(authorId, postId);
      if (added.isNew) {
        feed.invalidatePost(postId);
        notifications.deliverSoon();
      }
      return added.json;
    },

    async deleteComment(postId, commentId, viewerId) {
      const owners = await store.findOwners(postId, commentId);
      if (!owners) throw new AppError('COMMENT_NOT_FOUND');
      if (!mayDeleteComment(viewerId, owners.authorId, owners.postAuthorId)) throw new AppError('NOT_YOURS');
      if (!(await store.deleteComment(postId, commentId))) throw new AppError('COMMENT_NOT_FOUND');
      feed.invalidatePost(postId);
    },
  };
}
