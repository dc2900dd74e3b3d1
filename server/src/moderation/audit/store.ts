import { v7 as uuidv7 } from 'uuid';
import type { AuditRow } from '@upaj/contract/moderation/audit';
import type { Database } from '#src/platform/db/connection.ts';
import { countUpTo, isBefore } from '#src/platform/db/pages.ts';
import { isoTime, microsOf } from '#src/platform/db/times.ts';
import type { ListCursor } from '#src/platform/http/paging.ts';

/** Who did something. The id is null for an automatic decision. */
export interface Actor {
  id: string | null;
  staffRole: string;
}

export interface Action {
  action: string;
  caseId?: string;
  personId?: string;
  /** The name of the thing that was acted on, such as 'post 0190…'. */
  target?: string;
  before?: object;
  after?: object;
  why?: string;
}

export function auditStore({ db }: { db: Database }) {
  return {
    async findPage(cursor: Pick<ListCursor, 'at' | 'id'> | undefined, limit: number) {
      const rows = await db
        .selectFrom('audit')
        .leftJoin('users as actors', 'actors.id', 'audit.actor_id')
        .leftJoin('users as people', 'people.id', 'audit.person_id')
        .select(['audit.id', 'actors.username as actor', 'people.username as person', 'actor_role as role'])
        .select(['action', 'case_id as caseId', 'target', 'before', 'after', 'why', isoTime('at').as('time')])
        .select(microsOf('at').as('micros'))
        .where(isBefore('at', 'audit.id', cursor))
        .orderBy('at', 'desc')
        .orderBy('audit.id', 'desc')
        .limit(limit + 1)
        .execute();
      return rows.map(({ id, time, micros, ...row }) => {
        const item: AuditRow = { _id: id, at: time, ...row };
        return { id, at: micros, item };
      });
    },

    count: (): Promise<number> => countUpTo(db, db.selectFrom('audit').select('id')),
  };
}

export type AuditStore = ReturnType<typeof auditStore>;

export async function addRow(
  executor: Database,
  actor: Actor | null,
  { action, caseId, personId, target, before, after, why }: Action,
): Promise<void> {
  await executor
    .insertInto('audit')
    .values({
      id: uuidv7(),
      actor_id: actor?.id ?? null,
      actor_role: actor?.staffRole ?? 'operator',
      action,
      case_id: caseId ?? null,
      person_id: personId ?? null,
      target: target ?? '',
      before: before ? JSON.stringify(before) : null,
      after: after ? JSON.stringify(after) : null,
      why: why ?? '',
    })
    .execute();
}
