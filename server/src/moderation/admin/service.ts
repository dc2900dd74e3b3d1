import type { FastifyBaseLogger } from 'fastify';
import type { AccountService } from '#src/people/account/service.ts';
import { hasHideOf } from '#src/moderation/decisions/rows.ts';
import { forgetRemoved, rememberRemoved } from '#src/moderation/flags/rows.ts';
import type { MeasuresService, State } from '#src/moderation/measures/service.ts';
import { retriedTransaction } from '#src/platform/db/transaction.ts';
import type { Database } from '#src/platform/db/connection.ts';
import { AppError } from '#src/platform/http/errors.ts';
import { logSecurity } from '#src/platform/http/security-log.ts';
import type { FeedService } from '#src/trade/feed/service.ts';
import type { TakedownService } from '#src/trade/takedown/service.ts';
import type { AdminStore } from './store.ts';

interface AdminDeps {
  db: Database;
  store: AdminStore;
  account: AccountService;
  takedown: TakedownService;
  measures: MeasuresService;
  feed: FeedService;
  log: FastifyBaseLogger;
}

export function adminService(deps: AdminDeps) {
  const { db, store, account, takedown, measures, feed, log } = deps;

  async function findPerson(name: string) {
    const person = await account.findByName(name);
    if (!person) throw new AppError('USER_NOT_FOUND');
    return person;
  }

  function report(event: `moderator-${string}`, details: { userId: string } | { postId: string }): void {
    logSecurity(log, event, details);
    feed.dropPages();
  }

  async function change(personId: string, state: State): Promise<void> {
    const target = { personId, postId: null, commentId: null };
    await db.transaction().execute((trx) => measures.set(target, state, trx));
    measures.announce(personId, state);
  }

  return {
    async setVerified(name: string, isVerified: boolean): Promise<string> {
      const { id: userId, username } = await findPerson(name);
      await change(userId, { isVerified });
      report(isVerified ? 'moderator-verified' : 'moderator-unverified', { userId });
      return username;
    },

    /** A suspended account cannot log in, and only moderators see it and its posts. */
    async suspend(name: string, reason: string): Promise<string> {
      const { id: userId, username } = await findPerson(name);
      await change(userId, { suspendedFor: reason });
      report('moderator-suspended', { userId });
      return username;
    },

    async restore(name: string): Promise<string> {
      const { id: userId, username } = await findPerson(name);
      await change(userId, { suspendedFor: null });
      report('moderator-restored', { userId });
      return username;
    },

    async findReports(isWithResolved: boolean) {
      const [total, reports] = await Promise.all([
        store.countReports(isWithResolved),
        store.findReports(isWithResolved),
      ]);
      return { total, reports };
    },

    /** Shows a post that only reports hid when its case closes: no moderator would look at it any more. */
    async resolve(reportId: string): Promise<void> {
      await retriedTransaction(db, async (trx) => {
        const report = await store.findReport(reportId, trx);
        if (!report) throw new AppError('NOT_FOUND');
        const { postId } = report;
        // Locks the post before the case, as reports do, to avoid deadlocks.
        const target = { personId: '', postId, commentId: null };
        const { isPostHidden } = postId ? await measures.lock(target, { isPostHidden: false }, trx) : {};
        const isClosed = await store.resolve(reportId, trx);
        if (postId && isPostHidden && isClosed && !(await hasHideOf(trx, postId)))
          await takedown.showPost(postId, trx);
      });
      logSecurity(log, 'moderator-resolved-report', { reportId });
      feed.dropPages();
    },

    async hidePost(postId: string): Promise<void> {
      const isFound = await db.transaction().execute(async (trx) => {
        const isHidden = await takedown.hidePost(postId, trx);
        await rememberRemoved(postId, trx);
        await store.resolveAllOf('post_id', postId, trx);
        return isHidden;
      });
      if (!isFound) throw new AppError('POST_NOT_FOUND');
      report('moderator-hid-post', { postId });
    },

    /** Shows a hidden post again. Resolves its reports too, because otherwise the next report would hide it again. */
    async showPost(postId: string): Promise<void> {
      const isFound = await db.transaction().execute(async (trx) => {
        const isShown = await takedown.showPost(postId, trx);
        await forgetRemoved(postId, trx);
        await store.resolveAllOf('post_id', postId, trx);
        return isShown;
      });
      if (!isFound) throw new AppError('POST_NOT_FOUND');
      report('moderator-showed-post', { postId });
    },

    async deleteComment(commentId: string): Promise<void> {
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

export type AdminService = ReturnType<typeof adminService>;
