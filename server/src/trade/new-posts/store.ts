import { sql } from 'kysely';
import type { Database } from '#src/platform/db/connect.ts';
import { saveJobRun } from '#src/platform/jobs/store.ts';
import type { PostFacts } from '#src/trade/saved-searches/is-match.ts';

export const matchJob = 'match-new-posts';

const factsJson = sql<PostFacts>`json_build_object(
  'id', posts.id, 'authorId', posts.author_id, 'category', posts.category, 'cropKey', posts.crop_key,
  'state', posts.state, 'district', posts.district, 'priceRank', posts.price_rank, 'searchText', posts.search_text,
  'isAvailable', posts.is_available, 'isOrganic', posts.is_organic, 'isHidden', posts.is_hidden)`;

export function newPostsStore(db: Database) {
  return {
    /** When the last run without failures began, in any process. */
    async findLastStart(): Promise<Date | undefined> {
      const run = await db
        .selectFrom('job_runs')
        .select('began_at')
        .where('job', '=', matchJob)
        .executeTakeFirst();
      return run?.began_at ?? undefined;
    },

    /** In the order of ids, without hidden posts. */
    async findAfter(id: string, count: number): Promise<PostFacts[]> {
      const { rows } = await sql<{ facts: PostFacts }>`
        select ${factsJson} as facts from posts where id > ${id} and not is_hidden
        order by id limit ${sql.lit(count)}`.execute(db);
      return rows.map(({ facts }) => facts);
    },

    saveRun: (beganAt: Date) => saveJobRun(db, matchJob, true, beganAt),
  };
}

export type NewPostsStore = ReturnType<typeof newPostsStore>;
