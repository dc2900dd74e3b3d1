import { limits } from '@upaj/contract/limits';
import { mayDeleteComment, type Comment, type CommentForm } from '@upaj/contract/trade/comments';
import type { NotificationsService } from '#src/notify/notifications/service.ts';
import type { OutboxService } from '#src/notify/outbox/service.ts';
import type { Database } from '#src/platform/db/connection.ts';
import { unlessOrphaned } from '#src/platform/db/errors.ts';
import { AppError } from '#src/platform/http/errors.ts';
import { listOf, readListCursor, type List, type PageRequest } from '#src/platform/http/paging.ts';
import type { CommentsStore } from './store.ts';

interface CommentsDeps {
  db: Database;
  store: CommentsStore;
  notifications: Pick<NotificationsService, 'readAbout'>;
  outbox: Pick<OutboxService, 'nudge'>;
}

export function commentsService({ db, store, notifications, outbox }: CommentsDeps) {
  return {
    /** Marks the viewer's notifications of these comments as read. */
    async findPage(
      postId: string,
      viewerId: string,
      { cursor, limit = limits.page.size }: PageRequest,
    ): Promise<List<Comment>> {
      const place = cursor ? readListCursor(cursor) : undefined;
      const sellerId = await store.findSeller(postId, viewerId);
      if (!sellerId) throw new AppError('POST_NOT_FOUND');
      const viewer = { id: viewerId, isSeller: viewerId === sellerId };
      // Marks as read before it reads the list, so that comments that arrive in between stay unread.
      if (!place) await notifications.readAbout(viewerId, { kind: 'comment', postId });
      const { rows, total } = await store.findPage(postId, viewer, { limit, beforeId: place?.id });
      return listOf(rows, limit, place?.total ?? total);
    },

    /** Adds a comment, once for each `clientId` of the author. Only the demo market sets `createdAt`. */
    async addComment(
      postId: string,
      authorId: string,
      form: CommentForm,
      createdAt = new Date(),
    ): Promise<Comment> {
      const comment = { ...form, postId, authorId, createdAt };
      const added = await unlessOrphaned(store.addComment(comment));
      if (!added) throw new AppError('POST_NOT_FOUND');
      outbox.nudge();
      await notifications.readAbout(authorId, { kind: 'comment', postId });
      const stored = added.comment ?? (await store.findByClientId(comment));
      if (!stored) throw new AppError('COMMENT_NOT_FOUND');
      return stored;
    },

    async deleteComment(postId: string, commentId: string, viewerId: string): Promise<void> {
      const owners = await store.findOwners(postId, commentId);
      if (!owners) throw new AppError('COMMENT_NOT_FOUND');
      if (!mayDeleteComment(viewerId, owners.authorId, owners.postAuthorId)) throw new AppError('NOT_YOURS');
      await db.transaction().execute(async (trx) => {
        const comment = await store.lockComment(postId, commentId, trx);
        if (!comment) throw new AppError('COMMENT_NOT_FOUND');
        // A reported comment is only hidden, because moderators must still be able to read it.
        await (comment.isReported ? store.hideComment(commentId, trx) : store.deleteComment(commentId, trx));
        await store.countRemoved(postId, trx);
      });
    },
  };
}

export type CommentsService = ReturnType<typeof commentsService>;
