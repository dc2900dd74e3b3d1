import { sql } from 'kysely';
import type { Database } from '#src/platform/db/connect.ts';
import { saveJobRun } from '#src/platform/db/job-runs.ts';
import type { PostFacts } from '#src/trade/feed/changes.ts';
import { factsJson } from '#src/trade/posts/store.ts';

export const matchJob = 'match-new-posts';

/** A post's id is made before its pictures are processed: it may be stored this much later. */
const overlap = sql`interval '2 minutes'`;
/** A matcher may have failed for days. */
const oldest = sql`interval '1 day'`;

export function newPostsStore(db: Database) {
  return {
    /** In ms since 1970. */
    async findStart(): Promise<number> {
      const { rows } = await sql<{ start: number }>`
        select floor(extract(epoch from greatest(now() - ${oldest},
          coalesce((select last_success_at from job_runs where job = ${matchJob}), now()) - ${overlap}
        )) * 1000)::float8 as start`.execute(db);
      return rows[0]?.start ?? Date.now();
    },

    /** In the order of ids, without hidden posts. */
    async findAfter(id: string, count: number): Promise<PostFacts[]> {
      const { rows } = await sql<{ facts: PostFacts }>`
        select ${factsJson} as facts from posts where id > ${id} and not is_hidden
        order by id limit ${sql.lit(count)}`.execute(db);
      return rows.map(({ facts }) => facts);
    },

    saveRun: () => saveJobRun(db, matchJob, true),
  };
}

export type NewPostsStore = ReturnType<typeof newPostsStore>;
