import { limits } from '@upaj/contract/limits';
import { mayDeleteComment, type Comment, type CommentForm } from '@upaj/contract/trade/comments';
import type { NotificationsService } from '#src/notify/notifications/service.ts';
import type { OutboxService } from '#src/notify/outbox/service.ts';
import { unlessOrphaned } from '#src/platform/db/orphans.ts';
import { AppError } from '#src/platform/http/errors.ts';
import { listOf, readListCursor, type List, type PageRequest } from '#src/platform/http/paging.ts';
import type { CommentsStore } from './store.ts';

export interface CommentsService {
  /** Marks the viewer's notifications of them as read. */
  findPage(postId: string, viewerId: string, request: PageRequest): Promise<List<Comment>>;
  /** Idempotent by the author's `clientId`. Only the demo market sets `createdAt`. */
  addComment(postId: string, authorId: string, form: CommentForm, createdAt?: Date): Promise<Comment>;
  deleteComment(postId: string, commentId: string, viewerId: string): Promise<void>;
}

export interface CommentsDeps {
  store: CommentsStore;
  notifications: Pick<NotificationsService, 'readAbout'>;
  outbox: Pick<OutboxService, 'nudge'>;
}

export function commentsService({ store, notifications, outbox }: CommentsDeps): CommentsService {
  return {
    async findPage(postId, viewerId, { cursor, limit = limits.page.size }) {
      const place = cursor ? readListCursor(cursor) : undefined;
      const sellerId = await store.findSeller(postId, viewerId);
      if (!sellerId) throw new AppError('POST_NOT_FOUND');
      const viewer = { id: viewerId, isSeller: viewerId === sellerId };
      // Before the list: comments that arrive in between stay unread.
      if (!place) await notifications.readAbout(viewerId, { kind: 'comment', postId });
      const { rows, total } = await store.findPage(postId, viewer, { limit, beforeId: place?.id });
      return listOf(rows, limit, place?.total ?? total);
    },

    async addComment(postId, authorId, form, createdAt = new Date()) {
      const comment = { ...form, postId, authorId, createdAt };
      const added = await unlessOrphaned(store.addComment(comment));
      if (!added) throw new AppError('POST_NOT_FOUND');
      outbox.nudge();
      await notifications.readAbout(authorId, { kind: 'comment', postId });
      const stored = added.comment ?? (await store.findByClientId(comment));
      if (!stored) throw new AppError('COMMENT_NOT_FOUND');
      return stored;
    },

    async deleteComment(postId, commentId, viewerId) {
      const owners = await store.findOwners(postId, commentId);
      if (!owners) throw new AppError('COMMENT_NOT_FOUND');
      if (!mayDeleteComment(viewerId, owners.authorId, owners.postAuthorId)) throw new AppError('NOT_YOURS');
      if (!(await store.deleteComment(postId, commentId))) throw new AppError('COMMENT_NOT_FOUND');
    },
  };
}
