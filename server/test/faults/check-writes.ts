import { sql } from 'kysely';
import type { Database } from '#src/platform/db/connection.ts';
import type { Kind, Write } from './load.ts';

export interface Verdict {
  lost: number;
  doubled: number;
}

/** Finds the writes by their marks. All likes of a post have the same mark: the id of the post. */
const rowsByKind: Record<Kind, (marks: string[]) => ReturnType<typeof sql<{ key: string; count: number }>>> =
  {
    post: (marks) => sql`select author_id || title as key, count(*)::int as count from posts
    where title = any(${marks}) group by 1`,
    comment: (marks) => sql`select author_id || text as key, count(*)::int as count from comments
    where text = any(${marks}) group by 1`,
    like: (marks) => sql`select user_id || post_id::text as key, count(*)::int as count from likes
    where post_id = any(${marks}::uuid[]) group by 1`,
    message: (marks) => sql`select sender_id || text as key, count(*)::int as count from messages
    where text = any(${marks}) group by 1`,
  };

export async function checkWrites(db: Database, writes: readonly Write[]): Promise<Verdict> {
  let lost = 0;
  let doubled = 0;
  for (const [kind, findRows] of Object.entries(rowsByKind)) {
    const own = writes.filter((write) => write.kind === kind);
    const { rows } = await findRows(own.map(({ mark }) => mark)).execute(db);
    const counts = new Map(rows.map(({ key, count }) => [key, count]));
    for (const { userId, mark, isAcknowledged } of own) {
      const count = counts.get(userId + mark) ?? 0;
      if (isAcknowledged && count === 0) lost += 1;
      if (count > 1) doubled += count - 1;
    }
  }
  return { lost, doubled: doubled + (await countMiscounted(db)) };
}

async function countMiscounted(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from posts left join post_counts counts on counts.post_id = posts.id
    where counts.likes is distinct from (select count(*) from likes where post_id = posts.id)
      or counts.comments is distinct from (
        select count(*) from comments where post_id = posts.id and removed_at is null)`.execute(db);
  return rows[0]?.count ?? 0;
}
