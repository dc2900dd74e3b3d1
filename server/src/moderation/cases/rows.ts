import type { HeldFor } from '@upaj/contract/moderation/cases';
import { expressionBuilder, sql, type Insertable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Transaction } from '#src/platform/db/connection.ts';
import { rowsOf } from '#src/platform/db/expressions.ts';
import type { DB } from '#src/platform/db/schema.ts';
import { heldWeight } from '#src/moderation/reports/weights.ts';

/** Reports are put into cases in batches of this size. */
const filedAtOnce = 1_000;

const targets = ['post_id', 'user_id', 'message_id', 'comment_id', 'deal_id'] as const;

const eb = expressionBuilder<DB, 'cases'>();

/** Selects the title or text of the thing that a row of `cases` is about. */
export const caseTitle = eb.fn.coalesce(
  eb.selectFrom('posts').select('title').whereRef('posts.id', '=', 'cases.post_id'),
  eb.selectFrom('messages').select('messages.text').whereRef('messages.id', '=', 'cases.message_id'),
  eb.selectFrom('comments').select('comments.text').whereRef('comments.id', '=', 'cases.comment_id'),
  eb.selectFrom('deals').select('title').whereRef('deals.id', '=', 'cases.deal_id'),
  eb.ref('cases.text'),
);

/** Selects the user that a report is about. When one side cancelled a deal alone, the report has no reporter. */
const reportedPerson = sql<string>`coalesce(
  posts.author_id, reports.user_id, messages.sender_id, comments.author_id,
  case
    when reports.reporter_id = deals.buyer_id then deals.seller_id
    when reports.reporter_id = deals.seller_id then deals.buyer_id
    when deals.buyer_cancelled_at is not null then deals.buyer_id
    else deals.seller_id
  end)`;

/**
 * Puts open reports into the open case of their thing, and opens a case when there is none. Without ids it takes all
 * reports that are in no case, such as those of deals. Locks reports before cases.
 * @returns the ids of the cases
 */
export async function fileReports(trx: Transaction, reportIds?: readonly string[]): Promise<string[]> {
  const reports = await selectReports(trx, reportIds).execute();
  if (reports.length === 0) return [];
  const caseOf = await openCases(trx, reports);
  // A case that was decided at this moment has no entry in `caseOf`. Its reports are filed the next time.
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

/** Opens cases for things without an open one, and locks them. @returns their ids by `keyOf` */
async function openCases(trx: Transaction, things: readonly Thing[]): Promise<Map<string, string>> {
  const distinct = new Map(things.map((thing) => [keyOf(thing), thing]));
  await trx
    .insertInto('cases')
    .values([...distinct.values()].map((thing) => ({ ...thing, id: uuidv7() })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const open = await trx
    .selectFrom('cases')
    .select(['id', 'kind', 'person_id', ...targets])
    .where('status', '=', 'open')
    .where('person_id', 'in', [...new Set(things.map(({ person_id: id }) => id))])
    .where((of) => of(of.fn.coalesce(...targets), 'in', [...new Set(things.map(targetOf))]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return new Map(open.map((row) => [keyOf(row), row.id]));
}

/** Adds flags to the open case of their post or person. @returns the id of the case */
export async function fileFlags(
  trx: Transaction,
  { personId, postId }: { personId: string; postId: string | null },
  flags: readonly Omit<Insertable<DB['flags']>, 'id' | 'case_id'>[],
): Promise<string> {
  const target = postId
    ? { kind: 'post', post_id: postId, user_id: null }
    : { kind: 'user', post_id: null, user_id: personId };
  const thing = { ...target, person_id: personId, message_id: null, comment_id: null, deal_id: null };
  const caseId = (await openCases(trx, [thing])).get(keyOf(thing));
  // The outbox delivers the event again after this error.
  if (!caseId) throw new Error('The case was decided at this moment');
  await trx
    .insertInto('flags')
    .values(flags.map((flag) => ({ ...flag, id: uuidv7(), case_id: caseId })))
    .execute();
  await weigh(trx, [caseId]);
  return caseId;
}

function selectReports(trx: Transaction, ids: readonly string[] | undefined) {
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

/**
 * Sums the weights of reports. Only the two sides of a deal can report it, so each report of a deal has full weight,
 * also from a new account.
 */
const reportsWeight = sql<number>`sum(case when reports.kind = 'deal' then 1 else reports.weight end)`;

/** Puts an open case before all usual ones, and stores why its post was not hidden without a moderator. */
export async function hold(trx: Transaction, caseId: string, heldFor: HeldFor): Promise<void> {
  await trx
    .updateTable('cases')
    .set({ held_for: heldFor })
    .where('id', '=', caseId)
    .where('held_for', 'is', null)
    .execute();
  await weigh(trx, [caseId]);
}

/**
 * The weight of a case is the sum of its open reports and of its flags, and more when it is held for a moderator. Reports
 * whose post or comment was deleted count on while the case is open.
 */
async function weigh(trx: Transaction, caseIds: readonly string[]): Promise<void> {
  await trx
    .updateTable('cases')
    .set((of) => {
      const open = of.selectFrom(
        of
          .selectFrom('reports')
          .select(['kind', 'weight'])
          .whereRef('reports.case_id', '=', 'cases.id')
          .where('resolved_at', 'is', null)
          .unionAll(
            of
              .selectFrom('retained_reports')
              .select(['cases.kind', 'retained_reports.weight'])
              .whereRef('retained_reports.case_id', '=', 'cases.id')
              .where('cases.status', '=', 'open'),
          )
          .as('reports'),
      );
      const flags = of.selectFrom('flags').whereRef('flags.case_id', '=', 'cases.id');
      return {
        weight: sql<number>`${of.fn.coalesce(open.select(reportsWeight.as('weight')), of.lit(0))}
          + ${of.fn.coalesce(
            flags.select((sum) => sum.fn.sum<number>('flags.weight').as('weight')),
            of.lit(0),
          )}
          + case when held_for is null then 0 else ${sql.lit(heldWeight)} end`,
        reports_count: open.select((count) => count.fn.countAll<number>().as('count')),
        flags_count: flags.select((count) => count.fn.countAll<number>().as('count')),
      };
    })
    .where('id', 'in', caseIds)
    .execute();
}

/**
 * After commands resolved reports: closes those of the cases that have neither open reports nor flags. @returns whether
 * there were any
 */
export async function closeWithoutReports(trx: Transaction, caseIds: readonly string[]): Promise<boolean> {
  if (caseIds.length === 0) return false;
  await weigh(trx, caseIds);
  const { numUpdatedRows } = await closeCases(trx, caseIds)
    .where('reports_count', '=', 0)
    .where('flags_count', '=', 0)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Closes the cases that are open, and ignores the others. */
export function closeCases(trx: Transaction, caseIds: readonly string[]) {
  return trx
    .updateTable('cases')
    .set((of) => ({
      status: 'decided',
      decided_at: of.fn<Date>('now'),
      claimed_by: null,
      claimed_until: null,
    }))
    .where('id', 'in', caseIds)
    .where('status', '=', 'open');
}
