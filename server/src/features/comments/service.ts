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
  /** Latest first. @throws AppError POST_NOT_FOUND, also for a post that the viewer may not see. */
  findPage(postId: string, viewerId: string, request: ListRequest): Promise<{ data: string; page: string }>;
  /** Once per `clientId` of the author. @throws AppError POST_NOT_FOUND. */
  addComment(postId: string, authorId: string, form: CommentForm): Promise<string>;
  /** @throws AppError COMMENT_NOT_FOUND, NOT_YOURS. */
  deleteComment(postId: string, commentId: string, viewerId: string): Promise<void>;
}

export interface CommentsDeps {
  store: CommentsStore;
  feed: Pick<FeedService, 'dropPost'>;
  notifications: Pick<NotificationsService, 'deliver'>;
  log: FastifyBaseLogger;
}

export function commentsService({ store, feed, notifications, log }: CommentsDeps): CommentsService {
  return {
    async findPage(postId, viewerId, { cursor, limit = limits.page.size }) {
      const place = cursor ? readListCursor(cursor) : undefined;
      const count = await store.findCount(postId, viewerId);
      if (count === undefined) throw new AppError('POST_NOT_FOUND');
      const rows = await store.findPage(postId, viewerId, limit, place?.id);
      // Ids are in order of time, and a place needs nothing else.
      const placed = rows.map((row) => ({ ...row, at: 0 }));
      return pageOf(placed, limit, place?.total ?? Math.min(count, limits.page.countedTo + 1));
    },

    async addComment(postId, authorId, form) {
      const added = await store.addComment(postId, authorId, form);
      if (!added) throw new AppError('POST_NOT_FOUND');
      if (added.isNew) {
        feed.dropPost(postId);
        // The comment is written whatever comes of this; the job that delivers finds what was left.
        await notifications
          .deliver()
          .catch((error: unknown) => log.error({ err: error }, 'a seller was not told of a comment yet'));
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
