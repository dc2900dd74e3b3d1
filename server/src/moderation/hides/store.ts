import { sql } from 'kysely';
import { budget } from '#src/moderation/reports/weights.ts';
import type { Transaction } from '#src/platform/db/connection.ts';

const hidesLock = 0x68_69_64_65;

export async function lock(trx: Transaction): Promise<void> {
  await trx.selectNoFrom((eb) => eb.fn('pg_advisory_xact_lock', [eb.lit(hidesLock)]).as('lock')).execute();
}

export async function count(caseId: string, trx: Transaction): Promise<void> {
  await trx
    .updateTable('cases')
    .set((eb) => ({ auto_hidden_at: eb.fn<Date>('now') }))
    .where('id', '=', caseId)
    .execute();
}

export async function countHidden(since: Date, trx: Transaction): Promise<number> {
  const { hidden } = await trx
    .selectFrom('cases')
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('hidden'))
    .where('auto_hidden_at', '>', since)
    .executeTakeFirstOrThrow();
  return hidden;
}

/** Counts what was hidden then and what a moderator has not shown again since. */
export async function countUpheld(since: Date, until: Date, trx: Transaction): Promise<number> {
  const { upheld } = await trx
    .selectFrom('cases')
    .innerJoin('decisions', 'decisions.case_id', 'cases.id')
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('upheld'))
    .where('auto_hidden_at', '>', since)
    .where('auto_hidden_at', '<=', until)
    .where('action', '!=', 'dismiss')
    .where('undone_at', 'is', null)
    .executeTakeFirstOrThrow();
  return upheld;
}

/** Returns whether a moderator dismissed a case of the post, or undid a decision to hide it. */
export async function isAllowed(postId: string, trx: Transaction): Promise<boolean> {
  const found = await trx
    .selectFrom('decisions')
    .innerJoin('cases', 'cases.id', 'decisions.case_id')
    .select('decisions.id')
    .where('cases.post_id', '=', postId)
    .where((eb) =>
      eb.or([
        eb.and([eb('action', '=', 'dismiss'), eb('undone_at', 'is', null)]),
        eb.and([eb('action', '=', 'hide'), eb('undone_at', 'is not', null)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Finds the reporters of cases that were hidden without a moderator, who have as many open ones, or as many since then,
 * as the budget gives a person.
 */
export async function findSpent(
  reporterIds: readonly string[],
  since: Date,
  trx: Transaction,
): Promise<string[]> {
  const rows = await trx
    .selectFrom('cases')
    .innerJoin('reports', 'reports.case_id', 'cases.id')
    .select((eb) => eb.ref('reporter_id').$notNull().as('reporterId'))
    .where((eb) => eb('reporter_id', '=', eb.fn.any(eb.val(reporterIds))))
    .where('reports.weight', '>', 0)
    .where('auto_hidden_at', 'is not', null)
    .where((eb) => eb.or([eb('status', '=', 'open'), eb('auto_hidden_at', '>', since)]))
    .groupBy('reporter_id')
    .having((eb) =>
      eb.or([
        eb(sql<number>`count(*) filter (where status = 'open')`, '>=', budget.openOfReporter),
        eb(sql<number>`count(*) filter (where auto_hidden_at > ${since})`, '>=', budget.aDayOfReporter),
      ]),
    )
    .execute();
  return rows.map(({ reporterId }) => reporterId);
}
