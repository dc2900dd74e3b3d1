import type { FastifyBaseLogger } from 'fastify';
import type { ListedReport } from '@upaj/contract/moderation/admin';
import type { ConversationsService } from '#src/chat/conversations/service.ts';
import type { AccountStatusService } from '#src/people/account-status/service.ts';
import type { Database } from '#src/platform/db/connect.ts';
import { AppError } from '#src/platform/http/errors.ts';
import { logSecurity, type ModeratorEvent } from '#src/platform/http/security-log.ts';
import type { FeedService } from '#src/trade/feed/service.ts';
import type { TakedownService } from '#src/trade/takedown/service.ts';
import type { AdminStore } from './store.ts';

export interface AdminService {
  setVerified(person: string, isVerified: boolean): Promise<string>;
  /** The account cannot log in, and only moderators see it and its posts. */
  suspend(person: string, reason: string): Promise<string>;
  restore(person: string): Promise<string>;
  findReports(isWithResolved: boolean): Promise<{ total: number; reports: ListedReport[] }>;
  resolve(reportId: string): Promise<void>;
  hidePost(postId: string): Promise<void>;
  showPost(postId: string): Promise<void>;
  deleteComment(commentId: string): Promise<void>;
}

interface AdminDeps {
  db: Database;
  store: AdminStore;
  accountStatus: AccountStatusService;
  takedown: TakedownService;
  conversations: Pick<ConversationsService, 'updateClosed'>;
  feed: FeedService;
  invalidateUser(userId: string): void;
  log: FastifyBaseLogger;
}

export function adminService(deps: AdminDeps): AdminService {
  const { db, store, accountStatus, takedown, conversations, feed, invalidateUser, log } = deps;

  async function findPerson(name: string) {
    const person = await accountStatus.findByName(name);
    if (!person) throw new AppError('USER_NOT_FOUND');
    return person;
  }

  function report(event: ModeratorEvent, details: { userId: string } | { postId: string }): void {
    logSecurity(log, event, details);
    feed.dropPages();
  }

  return {
    async setVerified(name, isVerified) {
      const { id: userId, username } = await findPerson(name);
      await accountStatus.setVerified(userId, isVerified);
      report(isVerified ? 'moderator-verified' : 'moderator-unverified', { userId });
      return username;
    },

    async suspend(name, reason) {
      const { id: userId, username } = await findPerson(name);
      await db.transaction().execute(async (trx) => {
        await takedown.lockPostsOf(userId, trx);
        await accountStatus.suspend(userId, reason, trx);
        await takedown.setAuthorSuspended(userId, true, trx);
        await conversations.updateClosed(userId, trx);
      });
      invalidateUser(userId);
      report('moderator-suspended', { userId });
      return username;
    },

    async restore(name) {
      const { id: userId, username } = await findPerson(name);
      await db.transaction().execute(async (trx) => {
        await takedown.lockPostsOf(userId, trx);
        await accountStatus.restore(userId, trx);
        await takedown.setAuthorSuspended(userId, false, trx);
        await conversations.updateClosed(userId, trx);
      });
      report('moderator-restored', { userId });
      return username;
    },

    async findReports(isWithResolved) {
      const [total, reports] = await Promise.all([
        store.countReports(isWithResolved),
        store.findReports(isWithResolved),
      ]);
      return { total, reports };
    },

    async resolve(reportId) {
      if (!(await store.resolve(reportId))) throw new AppError('NOT_FOUND');
      logSecurity(log, 'moderator-resolved-report', { reportId });
    },

    async hidePost(postId) {
      const isFound = await db.transaction().execute((trx) => takedown.hidePost(postId, trx));
      if (!isFound) throw new AppError('POST_NOT_FOUND');
      report('moderator-hid-post', { postId });
    },

    /** Resolves its reports, or the next one would hide the post again. */
    async showPost(postId) {
      const isFound = await db.transaction().execute(async (trx) => {
        const isShown = await takedown.showPost(postId, trx);
        await store.resolveAllOf('post_id', postId, trx);
        return isShown;
      });
      if (!isFound) throw new AppError('POST_NOT_FOUND');
      report('moderator-showed-post', { postId });
    },

    async deleteComment(commentId) {
      const isFound = await db.transaction().execute(async (trx) => {
        const isHidden = await takedown.hideComment(commentId, trx);
        await store.resolveAllOf('comment_id', commentId, trx);
        return isHidden;
      });
      if (!isFound) throw new AppError('COMMENT_NOT_FOUND');
      logSecurity(log, 'moderator-deleted-comment', { commentId });
    },
  };
}
