import { expressionBuilder, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '#src/platform/db/connect.ts';
import { rowsOf } from '#src/platform/db/rows-of.ts';
import type { DB } from '#src/platform/db/schema.ts';

/** Reports are put into cases in batches of this size. */
const filedAtOnce = 1_000;

const targets = ['post_id', 'user_id', 'message_id', 'comment_id', 'deal_id'] as const;

const eb = expressionBuilder<DB, 'cases'>();

/** What a row of `cases` is about, in words. */
export const caseTitle = eb.fn.coalesce(
  eb.selectFrom('posts').select('title').whereRef('posts.id', '=', 'cases.post_id'),
  eb.selectFrom('messages').select('messages.text').whereRef('messages.id', '=', 'cases.message_id'),
  eb.selectFrom('comments').select('comments.text').whereRef('comments.id', '=', 'cases.comment_id'),
  eb.selectFrom('deals').select('title').whereRef('deals.id', '=', 'cases.deal_id'),
  eb.ref('cases.text'),
);

/** The user who did what is reported. A deal that one side cancelled alone has no reporter. */
const reportedPerson = sql<string>`coalesce(
  posts.author_id, reports.user_id, messages.sender_id, comments.author_id,
  case
    when reports.reporter_id = deals.buyer_id then deals.seller_id
    when reports.reporter_id = deals.seller_id then deals.buyer_id
    when deals.buyer_cancelled_at is not null then deals.buyer_id
    else deals.seller_id
  end)`;

/**
 * Puts open reports into the open case of their thing, which it opens if there is none. Without ids those that are in no case:
 * of deals, and of a release before cases. Locks reports before cases. @returns the cases
 */
export async function fileReports(trx: Database, reportIds?: readonly string[]): Promise<string[]> {
  const reports = await selectReports(trx, reportIds).execute();
  if (reports.length === 0) return [];
  const things = new Map(reports.map((report) => [keyOf(report), report]));
  await trx
    .insertInto('cases')
    .values([...things.values()].map((thing) => ({ ...thing, id: uuidv7() })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const open = await trx
    .selectFrom('cases')
    .select(['id', 'kind', 'person_id', ...targets])
    .where('status', '=', 'open')
    .where('person_id', 'in', [...new Set(reports.map(({ person_id: id }) => id))])
    .where((of) => of(of.fn.coalesce(...targets), 'in', [...new Set(reports.map(targetOf))]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const caseOf = new Map(open.map((row) => [keyOf(row), row.id]));
  // A case that was decided at this moment has no entry: the report is filed the next time.
  const filed = reports.flatMap((report) => {
    const caseId = caseOf.get(keyOf(report));
    return caseId ? [{ id: report.id, case_id: caseId }] : [];
  });
  if (filed.length === 0) return [];
  await trx
    .updateTable('reports')
    .from(rowsOf('reports', filed).as('filed'))
    .set((eb) => ({ case_id: eb.ref('filed.case_id') }))
    .whereRef('reports.id', '=', 'filed.id')
    .execute();
  const changed = [...new Set(filed.map(({ case_id: caseId }) => caseId))];
  await weigh(trx, changed);
  return changed;
}

function selectReports(trx: Database, ids: readonly string[] | undefined) {
  return trx
    .selectFrom('reports')
    .leftJoin('posts', 'posts.id', 'reports.post_id')
    .leftJoin('messages', 'messages.id', 'reports.message_id')
    .leftJoin('comments', 'comments.id', 'reports.comment_id')
    .leftJoin('deals', 'deals.id', 'reports.deal_id')
    .select(['reports.id', 'reports.kind', 'reports.post_id', 'reports.user_id', 'reports.message_id'])
    .select(['reports.comment_id', 'reports.deal_id', reportedPerson.as('person_id')])
    .where('reports.resolved_at', 'is', null)
    .where(reportedPerson, 'is not', null)
    .where((of) => (ids ? of('reports.id', 'in', ids) : of('reports.case_id', 'is', null)))
    .orderBy('reports.id')
    .limit(filedAtOnce)
    .forNoKeyUpdate('reports')
    .skipLocked();
}

type Thing = Record<'kind' | 'person_id', string> & Record<(typeof targets)[number], string | null>;

function targetOf({ post_id, user_id, message_id, comment_id, deal_id }: Thing): string | null {
  return post_id ?? user_id ?? message_id ?? comment_id ?? deal_id;
}

function keyOf(thing: Thing): string {
  return [thing.kind, targetOf(thing), thing.person_id].join(' ');
}

/** Only the sides of a deal report it, so that all of them count. */
const reportsWeight = sql<number>`sum(case when reports.kind = 'deal' then 1 else reports.weight end)`;

/** The weight of a case is the sum of its open reports. */
async function weigh(trx: Database, caseIds: readonly string[]): Promise<void> {
  await trx
    .updateTable('cases')
    .set((of) => {
      const open = of
        .selectFrom('reports')
        .whereRef('reports.case_id', '=', 'cases.id')
        .where('resolved_at', 'is', null);
      return {
        weight: of.fn.coalesce(open.select(reportsWeight.as('weight')), of.lit(0)),
        reports_count: open.select((count) => count.fn.countAll<number>().as('count')),
      };
    })
    .where('id', 'in', caseIds)
    .execute();
}

/** After commands resolved reports: a case without open ones is decided. */
export async function closeWithoutReports(trx: Database, caseIds: readonly string[]): Promise<void> {
  if (caseIds.length === 0) return;
  await weigh(trx, caseIds);
  await trx
    .updateTable('cases')
    .set((of) => ({
      status: 'decided',
      decided_at: of.fn<Date>('now'),
      claimed_by: null,
      claimed_until: null,
    }))
    .where('id', 'in', caseIds)
    .where('status', '=', 'open')
    .where('reports_count', '=', 0)
    .execute();
}
