import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { ReportForm, ReportKind } from '@upaj/contract/reports';
import type { Database } from '#src/db/connect.ts';
import { unlessOrphaned } from '#src/db/orphans.ts';

/** What the weight of a person's word follows from. */
export interface Reporter {
  createdAt: Date;
  isVerified: boolean;
  isSuspended: boolean;
}

/** From which open reports on a post is hidden: their weight in all, and of how many people whose word weighs anything. */
export interface HidingRule {
  weight: number;
  people: number;
}

export type Reported = 'kept' | 'hidden' | 'NOT_FOUND' | 'NOT_YOURSELF';

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

    /**
     * Keeps a report, or mends the same person's earlier one of the same thing. A post whose open reports weigh enough by
     * then is hidden in the same transaction; its row is held, so that the last two of them cannot miss each other.
     */
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
        if (kind !== 'post') return 'kept';
        const { rows } = await sql`
          update posts set is_reported_away = true where id = ${targetId} and not is_reported_away and exists (
            select 1 from reports where post_id = ${targetId} and resolved_at is null and weight > 0
            having sum(weight) >= ${rule.weight} and count(*) >= ${rule.people})
          returning id`.execute(trx);
        return rows.length > 0 ? 'hidden' : 'kept';
      });
      // What it is about was deleted meanwhile.
      return (await unlessOrphaned(work)) ?? 'NOT_FOUND';
    },
  };
}

export type ReportsStore = ReturnType<typeof reportsStore>;

/** Whose it is; undefined where there is no such thing, or none that the reporter could have met. */
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
