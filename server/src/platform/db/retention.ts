import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Database } from './connect.ts';
import type { DB } from './schema.ts';

interface Rule {
  table: keyof DB;
  isOver: RawBuilder<SqlBool>;
  why: string;
}

/** Rows to delete every night. docs/decisions/0011 has the same times. */
export const retentionRules: readonly Rule[] = [
  { table: 'sessions', isOver: sql`expires_at < now()`, why: 'no longer log anyone in' },
  { table: 'verifications', isOver: sql`expires_at < now()`, why: 'links that no longer work' },
  {
    table: 'notifications',
    isOver: sql`is_read and coalesce(read_at, created_at) < now() - interval '90 days'`,
    why: 'read long ago',
  },
  {
    table: 'notifications',
    isOver: sql`created_at < now() - interval '1 year'`,
    why: 'unread, but about things of a year ago',
  },
  {
    table: 'undelivered_notifications',
    isOver: sql`not exists (
      select from notifications where id = notification_id and created_at > now() - interval '7 days')`,
    why: 'deleted, or all taken back, before they were delivered',
  },
  {
    table: 'saved_search_matches',
    isOver: sql`matched_at < now() - interval '7 days'`,
    why: 'their posts are no longer new',
  },
  { table: 'wanted_posts', isOver: sql`end_date < current_date - 90`, why: 'ended long ago' },
  { table: 'post_views', isOver: sql`day < current_date - 2`, why: 'a user counts once a day' },
];

const pagesOfBatch = 64;
const pageSize = 8_192;

/**
 * Goes through the pages of each table once, so it needs no index. A batch waits for no row that someone has locked, and
 * locks only rows that it deletes.
 */
export async function removeOldRows(
  db: Database,
  signal: AbortSignal,
  rules: readonly Rule[] = retentionRules,
): Promise<void> {
  for (const { table, isOver } of rules) {
    const { rows } = await sql<{ pages: number }>`
      select (pg_relation_size(${table}::text::regclass) / ${sql.lit(pageSize)})::int as pages`.execute(db);
    for (let page = 0; page < (rows[0]?.pages ?? 0); page += pagesOfBatch) {
      if (signal.aborted) return;
      await sql`
        delete from ${sql.table(table)} where ctid = any(array(
          select ctid from ${sql.table(table)}
          where ctid >= ${`(${page},0)`}::text::tid and ctid < ${`(${page + pagesOfBatch},0)`}::text::tid and ${isOver}
          for update skip locked))`.execute(db);
    }
  }
}
