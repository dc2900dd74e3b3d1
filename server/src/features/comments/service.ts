import { mayDeleteComment, type CommentForm } from '@upaj/contract/comments';
import { limits } from '@upaj/contract/limits';
import type { FastifyBaseLogger } from 'fastify';
import type { FeedService } from '#src/features/feed/service.ts';
import type { NotificationsService } from '#src/features/notifications/service.ts';
import { AppError } from '#src/http/errors.ts';
import { pageOf, readListCursor } from '#src/http/list-cursor.ts';
import type { CommentsStore } from './store.ts';

interface ListRequest {
  cursor?: string | undefined;
  limit?: number | undefined;
}

/** Comments are JSON text in the contract's shape. */
export interface CommentsService {
  /** Latest first; the viewer has read of them by this. @throws AppError POST_NOT_FOUND, also for a post that the viewer may not see. */
  findPage(postId: string, viewerId: string, request: ListRequest): Promise<{ data: string; page: string }>;
  /** Once per `clientId` of the author. @throws AppError POST_NOT_FOUND. */
  addComment(postId: string, authorId: string, form: CommentForm): Promise<string>;
  /** @throws AppError COMMENT_NOT_FOUND, NOT_YOURS. */
  deleteComment(postId: string, commentId: string, viewerId: string): Promise<void>;
}

export interface CommentsDeps {
  store: CommentsStore;
  feed: Pick<FeedService, 'dropPost'>;
  notifications: Pick<NotificationsService, 'deliver' | 'readComments'>;
  log: FastifyBaseLogger;
}

export function commentsService({ store, feed, notifications, log }: CommentsDeps): CommentsService {
  return {
    async findPage(postId, viewerId, { cursor, limit = limits.page.size }) {
      const place = cursor ? readListCursor(cursor) : undefined;
      const sellerId = await store.findSeller(postId, viewerId);
      if (!sellerId) throw new AppError('POST_NOT_FOUND');
      const viewer = { id: viewerId, isSeller: viewerId === sellerId };
      // Before the list is read: what comes in between is shown, and stays to be told.
      if (!place) await notifications.readComments(viewerId, postId);
      const { rows, total } = await store.findPage(postId, viewer, { limit, beforeId: place?.id });
      return pageOf(rows, limit, place?.total ?? total);
    },

    async addComment(postId, authorId, form) {
      const added = await store.addComment(postId, authorId, form);
      if (!added) throw new AppError('POST_NOT_FOUND');
      await notifications.readComments(authorId, postId);
      if (added.isNew) {
        feed.dropPost(postId);
        // Whoever else is to be told something is not waited for; the job that delivers finds what was left.
        void notifications
          .deliver()
          .catch((error: unknown) => log.error({ err: error }, 'people were not told of a comment yet'));
      }
      return added.json;
    },

    async deleteComment(postId, commentId, viewerId) {
      const owners = await store.findOwners(postId, commentId);
      if (!owners) throw new AppError('COMMENT_NOT_FOUND');
      if (!mayDeleteComment(viewerId, owners.authorId, owners.postAuthorId)) throw new AppError('NOT_YOURS');
      if (!(await store.deleteComment(postId, commentId))) throw new AppError('COMMENT_NOT_FOUND');
      feed.dropPost(postId);
    },
  };
}
