import { v7 as uuidv7 } from 'uuid';
import type { ReportForm, ReportKind } from '@upaj/contract/moderation/reports';
import type { Transaction } from '#src/platform/db/connection.ts';
import { isPostShown } from '#src/trade/access.ts';

export interface WeightOfReports {
  weight: number;
  people: number;
}

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

/** Counts the open reports of a post, without those of new accounts. */
export async function weighReportsOf(postId: string, trx: Transaction): Promise<WeightOfReports> {
  const { weight, people } = await trx
    .selectFrom('reports')
    .select((eb) => [eb.fn.sum<number | null>('weight').as('weight'), eb.fn.countAll<string>().as('people')])
    .where('post_id', '=', postId)
    .where('resolved_at', 'is', null)
    .where('weight', '>', 0)
    .executeTakeFirstOrThrow();
  return { weight: Number(weight), people: Number(people) };
}
