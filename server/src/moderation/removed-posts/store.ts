import { expressionBuilder } from 'kysely';
import { automatic } from '#src/moderation/decisions/rows.ts';
import { rememberRemoved } from '#src/moderation/flags/rows.ts';
import { continueBackfill, findBackfill, finishBackfill } from '#src/platform/db/backfills.ts';
import type { Database, Transaction } from '#src/platform/db/connect.ts';
import type { DB } from '#src/platform/db/schema.ts';

const job = 'remember-removed-posts';
const postsAtOnce = 100;

/** The conditions are about a row of `posts`. */
const eb = expressionBuilder<DB, 'posts'>();

const openReports = eb
  .selectFrom('reports')
  .select('reports.id')
  .whereRef('reports.post_id', '=', 'posts.id')
  .where('reports.resolved_at', 'is', null);

const automaticDecisions = eb
  .selectFrom('decisions')
  .innerJoin('cases', 'cases.id', 'decisions.case_id')
  .select('decisions.id')
  .whereRef('cases.post_id', '=', 'posts.id')
  .where('decisions.moderator_role', '=', automatic)
  .where('decisions.undone_at', 'is', null);

const stored = eb
  .selectFrom('removed_posts')
  .select('removed_posts.post_id')
  .whereRef('removed_posts.post_id', '=', 'posts.id');

export function removedPostsStore(db: Database) {
  return {
    findUnfinished: () => findBackfill(db, job),

    isHashingPhotos: async () => (await findBackfill(db, 'hash-photos')) !== undefined,

    /** The next posts that are hidden for good, not by reports or as a copy. Whoever shows one of them waits. */
    async rememberNext(afterId: string | null, trx: Transaction): Promise<void> {
      const posts = await trx
        .selectFrom('posts')
        .select('id')
        .$if(afterId !== null, (query) => query.where('id', '>', afterId))
        .where('is_hidden_by_moderation', '=', true)
        .where(({ not, exists }) => not(exists(openReports)))
        .where(({ not, exists }) => not(exists(automaticDecisions)))
        .where(({ not, exists }) => not(exists(stored)))
        .orderBy('id')
        .limit(postsAtOnce)
        .forShare()
        .execute();
      for (const { id } of posts) await rememberRemoved(id, trx);
      const last = posts.at(-1);
      if (last && posts.length === postsAtOnce) await continueBackfill(trx, job, last.id);
      else await finishBackfill(trx, job);
    },
  };
}

export type RemovedPostsStore = ReturnType<typeof removedPostsStore>;
