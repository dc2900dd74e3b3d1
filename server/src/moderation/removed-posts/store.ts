import { expressionBuilder } from 'kysely';
import { automatic } from '#src/moderation/decisions/rows.ts';
import { continueBackfill, findBackfill, finishBackfill } from '#src/platform/db/backfills.ts';
import type { Database, Transaction } from '#src/platform/db/connection.ts';
import type { DB } from '#src/platform/db/schema.ts';

const job = 'remember-removed-posts';

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

export function removedPostsStore({ db }: { db: Database }) {
  return {
    findUnfinished: () => findBackfill(db, job),

    isHashingPhotos: async () => (await findBackfill(db, 'hash-photos')) !== undefined,

    /**
     * Locks the next posts that are hidden for good, not by reports or as a copy, so that no one shows them until their
     * hashes are stored.
     */
    async lockNext(afterId: string | null, limit: number, trx: Transaction): Promise<string[]> {
      const posts = await trx
        .selectFrom('posts')
        .select('id')
        .$if(afterId !== null, (query) => query.where('id', '>', afterId))
        .where('is_hidden_by_moderation', '=', true)
        .where(({ not, exists }) => not(exists(openReports)))
        .where(({ not, exists }) => not(exists(automaticDecisions)))
        .where(({ not, exists }) => not(exists(stored)))
        .orderBy('id')
        .limit(limit)
        .forShare()
        .execute();
      return posts.map(({ id }) => id);
    },

    continueAfter: (lastId: string, trx: Transaction) => continueBackfill(trx, job, lastId),

    finish: (trx: Transaction) => finishBackfill(trx, job),
  };
}

export type RemovedPostsStore = ReturnType<typeof removedPostsStore>;
