import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { ReportForm, ReportKind } from '@upaj/contract/moderation/reports';
import type { Database } from '#src/platform/db/connect.ts';
import { unlessOrphaned } from '#src/platform/db/orphans.ts';

export interface Reporter {
  createdAt: Date;
  isVerified: boolean;
  isSuspended: boolean;
}

/** Hides a post: this total weight of open reports, by this many people. */
export interface HidingRule {
  weight: number;
  people: number;
}

export type Reported = 'stored' | 'hidden' | 'NOT_FOUND' | 'NOT_YOURSELF';

const columnOf = {
  post: sql.ref('post_id'),
  user: sql.ref('user_id'),
  message: sql.ref('message_id'),
  comment: sql.ref('comment_id'),
} as const;

export function reportsStore(db: Database) {
  return {
    async findReporter(userId: string): Promise<Reporter | undefined> {
      const { rows } = await sql<Reporter>`
        select created_at as "createdAt", is_verified as "isVerified", suspended_at is not null as "isSuspended"
        from users where id = ${userId}`.execute(db);
      return rows[0];
    },

    /** Locks the post, so that concurrent reports are all counted. */
    async addReport(
      reporterId: string,
      report: ReportForm,
      weight: number,
      rule: HidingRule,
    ): Promise<Reported> {
      const { kind, targetId, reason, details } = report;
      const work = db.transaction().execute(async (trx): Promise<Reported> => {
        const ownerId = await findOwner(trx, kind, targetId, reporterId);
        if (!ownerId) return 'NOT_FOUND';
        if (ownerId === reporterId) return 'NOT_YOURSELF';
        const target = columnOf[kind];
        await sql`
          insert into reports (id, reporter_id, kind, ${target}, reason, details, weight)
          values (${uuidv7()}, ${reporterId}, ${kind}, ${targetId}, ${reason}, ${details}, ${weight})
          on conflict (${target}, reporter_id) do update
            set reason = excluded.reason, details = excluded.details, weight = excluded.weight`.execute(trx);
        if (kind !== 'post') return 'stored';
        const { rows } = await sql`
          update posts set is_hidden_by_moderation = true where id = ${targetId} and not is_hidden_by_moderation and exists (
            select 1 from reports where post_id = ${targetId} and resolved_at is null and weight > 0
            having sum(weight) >= ${rule.weight} and count(*) >= ${rule.people})
          returning id`.execute(trx);
        return rows.length > 0 ? 'hidden' : 'stored';
      });
      return (await unlessOrphaned(work)) ?? 'NOT_FOUND';
    },
  };
}

export type ReportsStore = ReturnType<typeof reportsStore>;

async function findOwner(
  trx: Database,
  kind: ReportKind,
  id: string,
  reporterId: string,
): Promise<string | undefined> {
  const owner = {
    post: sql<{ id: string }>`select author_id as id from posts where id = ${id} for no key update`,
    user: sql<{ id: string }>`select id from users where id = ${id} and is_complete and deleted_at is null`,
    message: sql<{ id: string }>`select sender_id as id from messages
      where id = ${id} and ${reporterId} in (sender_id, receiver_id)`,
    comment: sql<{ id: string }>`select author_id as id from comments where id = ${id} for key share`,
  }[kind];
  return (await owner.execute(trx)).rows[0]?.id;
}
