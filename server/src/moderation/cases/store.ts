import { sql, type SqlBool } from 'kysely';
import type { CaseKind } from '@upaj/contract/moderation/case-kinds';
import type { ListedCase } from '@upaj/contract/moderation/cases';
import type { Database, Transaction } from '#src/platform/db/connection.ts';
import { countUpTo, isBefore } from '#src/platform/db/pages.ts';
import { isoTime, microsOf, timeOf } from '#src/platform/db/times.ts';
import { caseTitle } from './rows.ts';

export interface QueueCursor {
  weight: number;
  at: number;
  id: string;
}

export interface QueueFilter {
  kind: CaseKind | undefined;
  limit: number;
}

export type Claiming = 'claimed' | 'missing' | 'decided' | 'taken';

export function casesStore({ db }: { db: Database }) {
  return {
    /** Lists the heaviest cases first, and the oldest of equal weight, in the order of the index `cases_queue`. */
    async findOpen({ kind, limit }: QueueFilter, cursor: QueueCursor | undefined) {
      const rows = await selectCases(db)
        .where('status', '=', 'open')
        .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
        .$if(cursor !== undefined, (query) => query.where(isBehind(cursor)))
        .orderBy(sql`-weight`)
        .orderBy('opened_at')
        .orderBy('cases.id')
        .limit(limit + 1)
        .execute();
      return rows.map(toListed);
    },

    async findDecided({ kind, limit }: QueueFilter, cursor: { at: number; id: string } | undefined) {
      const rows = await selectCases(db)
        .where('status', '=', 'decided')
        .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
        .where(isBefore('decided_at', 'cases.id', cursor))
        .orderBy('decided_at', 'desc')
        .orderBy('cases.id', 'desc')
        .limit(limit + 1)
        .execute();
      return rows.map(toListed);
    },

    count(status: ListedCase['status'], kind: CaseKind | undefined): Promise<number> {
      const counted = db
        .selectFrom('cases')
        .select('id')
        .where('status', '=', status)
        .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''));
      return countUpTo(db, counted);
    },

    async findOne(caseId: string) {
      const row = await selectCases(db).where('cases.id', '=', caseId).executeTakeFirst();
      return row && toListed(row);
    },

    async claim(caseId: string, moderatorId: string, until: Date, trx: Transaction): Promise<Claiming> {
      const { numUpdatedRows } = await trx
        .updateTable('cases')
        .set({ claimed_by: moderatorId, claimed_until: until })
        .where('id', '=', caseId)
        .where('status', '=', 'open')
        .where((eb) =>
          eb.or([
            eb('claimed_by', 'is', null),
            eb('claimed_by', '=', moderatorId),
            eb('claimed_until', '<=', new Date()),
          ]),
        )
        .executeTakeFirst();
      if (numUpdatedRows > 0n) return 'claimed';
      const found = await trx
        .selectFrom('cases')
        .select('status')
        .where('id', '=', caseId)
        .executeTakeFirst();
      if (!found) return 'missing';
      return found.status === 'open' ? 'taken' : 'decided';
    },

    async hasReportsWithoutCase(): Promise<boolean> {
      const found = await db
        .selectFrom('reports')
        .select('id')
        .where('case_id', 'is', null)
        .where('resolved_at', 'is', null)
        .limit(1)
        .executeTakeFirst();
      return found !== undefined;
    },

    async findStaff(): Promise<string[]> {
      const staff = await db.selectFrom('staff').select('user_id').execute();
      return staff.map(({ user_id: id }) => id);
    },
  };
}

export type CasesStore = ReturnType<typeof casesStore>;
export type FoundCase = ReturnType<typeof toListed>;

function isBehind(cursor: QueueCursor | undefined) {
  if (!cursor) return sql.lit<SqlBool>(true);
  const { weight, at, id } = cursor;
  return sql<SqlBool>`(-weight, opened_at, cases.id) > (${-weight}::numeric, ${timeOf(at)}, ${id}::uuid)`;
}

function selectCases(db: Database) {
  return db
    .selectFrom('cases')
    .innerJoin('users as people', 'people.id', 'cases.person_id')
    .leftJoin('users as claimers', (join) =>
      join.onRef('claimers.id', '=', 'cases.claimed_by').on('cases.claimed_until', '>', new Date()),
    )
    .select([
      'cases.id',
      'kind',
      'status',
      'weight',
      'reports_count',
      'flags_count',
      'people.id as person_id',
    ])
    .select(['people.username', 'people.full_name', 'claimers.id as claimer_id'])
    .select(['claimers.username as claimer', 'claimed_until', caseTitle.as('title')])
    .select([
      isoTime('opened_at').as('opened_at'),
      isoTime('decided_at').$castTo<string | null>().as('decided_at'),
    ])
    .select(microsOf('opened_at').as('opened_micros'))
    .select(microsOf('decided_at').as('decided_micros'));
}

function toListed(row: Awaited<ReturnType<ReturnType<typeof selectCases>['execute']>>[number]) {
  const { claimer, claimer_id: claimerId, claimed_until: until } = row;
  const item: Omit<ListedCase, 'claim'> = {
    _id: row.id,
    kind: row.kind as CaseKind,
    status: row.status as ListedCase['status'],
    title: row.title ?? '',
    person: { _id: row.person_id, username: row.username, fullName: row.full_name },
    weight: Number(row.weight),
    reportsCount: row.reports_count,
    flagsCount: row.flags_count,
    openedAt: row.opened_at,
    decidedAt: row.decided_at,
  };
  const claim = claimer && claimerId && until ? { userId: claimerId, username: claimer, until } : null;
  return { item, claim, openedAt: row.opened_micros, decidedAt: row.decided_micros };
}
