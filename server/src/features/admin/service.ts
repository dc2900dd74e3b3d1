import type { FeedService } from '#src/features/feed/service.ts';
import { AppError } from '#src/http/errors.ts';
import type { AdminStore, Moderated } from './store.ts';

/** What moderators do. A person is named by username or e-mail address. */
export interface AdminService {
  /** @returns the username. @throws AppError USER_NOT_FOUND; so do the next two. */
  setVerified(person: string, isVerified: boolean): Promise<string>;
  /** Until restored nobody can log in to the account, and nobody but moderators meets it or its posts. */
  suspend(person: string, reason: string): Promise<string>;
  /** Posts that reports have hidden stay hidden. */
  restore(person: string): Promise<string>;
  /** As JSON text. */
  findReports(isWithResolved: boolean): Promise<string>;
  /** @throws AppError NOT_FOUND. */
  resolve(reportId: string): Promise<void>;
  /** @throws AppError POST_NOT_FOUND; so does the next. */
  hidePost(postId: string): Promise<void>;
  showPost(postId: string): Promise<void>;
  /** @throws AppError COMMENT_NOT_FOUND. */
  deleteComment(commentId: string): Promise<void>;
}

interface AdminDeps {
  store: AdminStore;
  feed: FeedService;
  /** Forgets the sessions that are remembered of somebody. */
  forgetUser(userId: string): void;
}

export function adminService({ store, feed, forgetUser }: AdminDeps): AdminService {
  async function change(person: string, work: (user: Moderated) => Promise<void>): Promise<string> {
    const user = await store.findPerson(person);
    if (!user) throw new AppError('USER_NOT_FOUND');
    await work(user);
    feed.dropAll();
    return user.username;
  }

  async function changePost(isThere: Promise<boolean>): Promise<void> {
    if (!(await isThere)) throw new AppError('POST_NOT_FOUND');
    feed.dropAll();
  }

  return {
    setVerified: (person, isVerified) => change(person, ({ id }) => store.setVerified(id, isVerified)),
    suspend: (person, reason) =>
      change(person, async ({ id }) => {
        await store.suspend(id, reason);
        forgetUser(id);
      }),
    restore: (person) => change(person, ({ id }) => store.restore(id)),
    findReports: (isWithResolved) => store.findReports(isWithResolved),

    async resolve(reportId) {
      if (!(await store.resolve(reportId))) throw new AppError('NOT_FOUND');
    },

    hidePost: (postId) => changePost(store.hidePost(postId)),
    showPost: (postId) => changePost(store.showPost(postId)),

    async deleteComment(commentId) {
      if (!(await store.deleteComment(commentId))) throw new AppError('COMMENT_NOT_FOUND');
      feed.dropAll();
    },
  };
}
