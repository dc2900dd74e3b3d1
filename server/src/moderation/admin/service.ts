import type { FastifyBaseLogger } from 'fastify';
import { AppError } from '#src/platform/http/errors.ts';
import { logSecurity, type ModeratorEvent } from '#src/platform/http/security-log.ts';
import type { FeedService } from '#src/trade/feed/service.ts';
import type { AdminStore, ListedReports, Moderated } from './store.ts';

export interface AdminService {
  setVerified(person: string, isVerified: boolean): Promise<string>;
  /** The account cannot log in, and only moderators see it and its posts. */
  suspend(person: string, reason: string): Promise<string>;
  restore(person: string): Promise<string>;
  findReports(isWithResolved: boolean): Promise<ListedReports>;
  resolve(reportId: string): Promise<void>;
  hidePost(postId: string): Promise<void>;
  showPost(postId: string): Promise<void>;
  deleteComment(commentId: string): Promise<void>;
}

interface AdminDeps {
  store: AdminStore;
  feed: FeedService;
  invalidateUser(userId: string): void;
  log: FastifyBaseLogger;
}

export function adminService({ store, feed, invalidateUser, log }: AdminDeps): AdminService {
  async function change(
    event: ModeratorEvent,
    person: string,
    work: (user: Moderated) => Promise<void>,
  ): Promise<string> {
    const user = await store.findPerson(person);
    if (!user) throw new AppError('USER_NOT_FOUND');
    await work(user);
    logSecurity(log, event, { userId: user.id });
    feed.change('all');
    return user.username;
  }

  async function changePost(event: ModeratorEvent, postId: string, exists: Promise<boolean>): Promise<void> {
    if (!(await exists)) throw new AppError('POST_NOT_FOUND');
    logSecurity(log, event, { postId });
    feed.change('all');
  }

  return {
    setVerified: (person, isVerified) =>
      change(isVerified ? 'moderator-verified' : 'moderator-unverified', person, ({ id }) =>
        store.setVerified(id, isVerified),
      ),
    suspend: (person, reason) =>
      change('moderator-suspended', person, async ({ id }) => {
        await store.suspend(id, reason);
        invalidateUser(id);
      }),
    restore: (person) => change('moderator-restored', person, ({ id }) => store.restore(id)),
    findReports: (isWithResolved) => store.findReports(isWithResolved),

    async resolve(reportId) {
      if (!(await store.resolve(reportId))) throw new AppError('NOT_FOUND');
      logSecurity(log, 'moderator-resolved-report', { reportId });
    },

    hidePost: (postId) => changePost('moderator-hid-post', postId, store.hidePost(postId)),
    showPost: (postId) => changePost('moderator-showed-post', postId, store.showPost(postId)),

    async deleteComment(commentId) {
      if (!(await store.deleteComment(commentId))) throw new AppError('COMMENT_NOT_FOUND');
      logSecurity(log, 'moderator-deleted-comment', { commentId });
    },
  };
}
