import { sql, type SqlBool } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { ReportForm, ReportKind } from '@upaj/contract/moderation/reports';
import { findLinks } from '#src/moderation/flags/rows.ts';
import type { Origin } from '#src/people/devices/service.ts';
import type { Transaction } from '#src/platform/db/connection.ts';
import { isPostShown } from '#src/trade/access.ts';
import type { CountedReport, ReportRecord } from './rules.ts';
import { enoughToHide, independence, record } from './weights.ts';

const targetColumns = {
  post: 'post_id',
  user: 'user_id',
  message: 'message_id',
  comment: 'comment_id',
} as const satisfies Record<ReportKind, string>;

/** Locks the reporter, so that the account is not deleted meanwhile. */
export function findReporter(userId: string, trx: Transaction) {
  return trx
    .selectFrom('users')
    .select(['created_at as createdAt', 'is_verified as isVerified', 'suspended_at as suspendedAt'])
    .select('restricted_until as restrictedUntil')
    .where('member_id', '=', userId)
    .forKeyShare()
    .executeTakeFirst();
}

/**
 * Finds the owner of a reported thing. Finds only messages of the reporter's own chats, and no post that was hidden
 * before the reporter's first report. Locks a post, so that concurrent reports are all counted.
 */
export async function findOwner(
  { kind, targetId }: ReportForm,
  reporterId: string,
  trx: Transaction,
): Promise<string | undefined> {
  const owners = {
    post: trx
      .selectFrom('posts')
      .select('author_id')
      .where('id', '=', targetId)
      .where((eb) => {
        const own = eb.selectFrom('reports').select('id').where('reporter_id', '=', reporterId);
        const isReported = eb.exists(own.whereRef('reports.post_id', '=', 'posts.id'));
        return eb.or([eb('author_id', '=', reporterId), isPostShown, isReported]);
      })
      .forNoKeyUpdate(),
    user: trx
      .selectFrom('users')
      .select('id as author_id')
      .where('member_id', '=', targetId)
      .where('is_complete', '=', true),
    message: trx
      .selectFrom('messages')
      .select('sender_id as author_id')
      .where('id', '=', targetId)
      .where((eb) => eb.or([eb('sender_id', '=', reporterId), eb('receiver_id', '=', reporterId)])),
    comment: trx.selectFrom('comments').select('author_id').where('id', '=', targetId).forKeyShare(),
  };
  const owner: { author_id: string } | undefined = await owners[kind].executeTakeFirst();
  return owner?.author_id;
}

/** Returns whether all messages belong to the conversation of the two users. */
export async function areBetween(
  messageIds: readonly string[],
  oneId: string,
  otherId: string,
  trx: Transaction,
): Promise<boolean> {
  const ids = [...new Set(messageIds)];
  const found = await trx
    .selectFrom('messages')
    .select('id')
    .where('id', 'in', ids)
    .where('sender_id', 'in', [oneId, otherId])
    .where('receiver_id', 'in', [oneId, otherId])
    .execute();
  return found.length === ids.length;
}

export async function saveReport(
  reporterId: string,
  { kind, targetId, reason, details, messageIds = [] }: ReportForm,
  weight: number,
  trx: Transaction,
): Promise<string> {
  const column = targetColumns[kind];
  const said = { reason, details, weight, message_ids: messageIds };
  const { id } = await trx
    .insertInto('reports')
    .values({ id: uuidv7(), reporter_id: reporterId, kind, [column]: targetId, ...said })
    .onConflict((conflict) => conflict.columns([column, 'reporter_id']).doUpdateSet(said))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Keeps the first origin of a report: a repeated one may come from anywhere. */
export async function saveOrigin(
  reportId: string,
  reporterId: string,
  { address, others }: Pick<Origin, 'address' | 'others'>,
  trx: Transaction,
): Promise<void> {
  const linked = others.filter((id) => id !== reporterId);
  await trx
    .insertInto('report_origins')
    .values({ report_id: reportId, reporter_id: reporterId, address_hash: address, others: linked })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The conditions that moderators found a report right, or wrong, by the decision of its case. */
const isUpheld = sql<SqlBool>`(decisions.action != 'dismiss' and decisions.undone_at is null)`;
const isWrong = sql<SqlBool>`((decisions.action = 'dismiss') = (decisions.undone_at is null))`;

export async function findRecord(reporterId: string, trx: Transaction): Promise<ReportRecord> {
  return trx
    .selectFrom('reports')
    .innerJoin('decisions', 'decisions.case_id', 'reports.case_id')
    .select([
      sql<number>`(count(*) filter (where ${isUpheld}))::integer`.as('upheld'),
      sql<number>`(count(*) filter (where ${isWrong}))::integer`.as('dismissed'),
    ])
    .where('reporter_id', '=', reporterId)
    .where('reports.created_at', '>', new Date(Date.now() - record.since))
    .executeTakeFirstOrThrow();
}

/** Finds the open reports with a weight of a post that is not hidden, the latest first. */
export async function findCounted(postId: string, trx: Transaction): Promise<CountedReport[]> {
  const reports = await trx
    .selectFrom('reports')
    .innerJoin('users', 'users.id', 'reports.reporter_id')
    .innerJoin('posts', 'posts.id', 'reports.post_id')
    .leftJoin('report_origins', 'report_origins.report_id', 'reports.id')
    .select(['users.id as reporterId', 'weight', 'users.created_at as registeredAt'])
    .select(['address_hash as address', 'others'])
    .where('post_id', '=', postId)
    .where('is_hidden_by_moderation', '=', false)
    .where('resolved_at', 'is', null)
    .where('weight', '>', 0)
    .orderBy('reports.created_at', 'desc')
    .limit(independence.reporters)
    .execute();
  // Fewer reporters are never enough, so nothing else is read about them.
  if (reports.length < enoughToHide.groups) return [];
  const ids = reports.map(({ reporterId }) => reporterId);
  const targets = await findTargets(ids, postId, trx);
  const links = group(await findLinks(trx, ids));
  return reports.map(({ weight, others, ...report }) => ({
    ...report,
    weight: Number(weight),
    targets: new Set(targets.get(report.reporterId)),
    linkedIds: [...(others ?? []), ...(links.get(report.reporterId) ?? [])],
  }));
}

/** Finds what else the people reported lately, by their ids, without what moderators found to be wrong. */
async function findTargets(
  reporterIds: readonly string[],
  postId: string,
  trx: Transaction,
): Promise<Map<string, string[]>> {
  const since = new Date(Date.now() - independence.sharedWithin);
  const rows = await trx
    .selectFrom('users')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('reports')
          .leftJoin('decisions', 'decisions.case_id', 'reports.case_id')
          .select((of) =>
            of.fn.coalesce('post_id', 'user_id', 'message_id', 'comment_id', 'deal_id').as('target'),
          )
          .whereRef('reporter_id', '=', 'users.id')
          .where('reports.created_at', '>', since)
          .where(sql<SqlBool>`${isUpheld} is not true`)
          .orderBy('reports.created_at', 'desc')
          .limit(independence.targets)
          .as('reported'),
      (join) => join.onTrue(),
    )
    .select(['users.id', 'target'])
    .where((eb) => eb('users.id', '=', eb.fn.any(eb.val(reporterIds))))
    .where('target', '!=', postId)
    .execute();
  return group(rows.map(({ id, target }) => [id, target ?? '']));
}

function group(pairs: readonly (readonly [string, string])[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const [key, value] of pairs) groups.set(key, [...(groups.get(key) ?? []), value]);
  return groups;
}
