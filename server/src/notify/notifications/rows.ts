import {
  expressionBuilder,
  sql,
  type Expression,
  type ExpressionBuilder,
  type SelectQueryBuilder,
  type SqlBool,
} from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import type { DB } from '#src/platform/db/schema.ts';

type WithNotification = DB & { notification: DB['notifications'] };

/** Builds expressions on a row of `notifications` named `notification`. */
export type OfNotification = ExpressionBuilder<WithNotification, 'notification'>;

/** What notifications of one kind show. Both read people and posts as they are now. */
export interface NotificationKind {
  /** A notification that is not shown is not counted either. It remains, so that a repeated like or follow does not notify again. */
  isShown(eb: OfNotification): Expression<SqlBool>;
  /** A JSON object that is merged with the stored data. */
  data(eb: OfNotification): Expression<unknown>;
}

/** Kinds that are not listed are always shown, as they are stored. */
export type NotificationKinds = Readonly<Record<string, NotificationKind>>;

/** What notify needs of the domains below it. */
export interface NotifyContents {
  kinds: NotificationKinds;
  /** The condition is about a row of `users`. */
  isActivePerson: Expression<SqlBool>;
  /** The condition is about rows of `sessions` and `users`. */
  isConfirmedSession: Expression<SqlBool>;
}

const largestGroup = 100;

/** The time is after the group began and before it was read. */
export function isOfGroup(eb: OfNotification, at: Expression<Date>): Expression<SqlBool> {
  return eb.and([
    eb(at, '>=', eb.ref('notification.since').$castTo<Date>()),
    eb.or([
      eb('notification.read_at', 'is', null),
      eb(at, '<', eb.ref('notification.read_at').$castTo<Date>()),
    ]),
  ]);
}

interface Member {
  full_name: string;
  username: string;
  at: Date;
}

/** How many people a group has, and the latest of them. */
export function groupData(
  eb: OfNotification,
  // oxlint-disable-next-line typescript/no-explicit-any -- the tables of the query do not matter here
  members: SelectQueryBuilder<any, any, Member>,
): Expression<unknown> {
  const latest = members.orderBy('at', 'desc').limit(largestGroup).as('members');
  return (eb as unknown as ExpressionBuilder<DB, never>).selectFrom(latest).select((of) =>
    jsonBuildObject({
      count: of.fn.countAll(),
      name: sql<string | null>`(array_agg(members.full_name order by members.at desc))[1]`,
      username: sql<string | null>`(array_agg(members.username order by members.at desc))[1]`,
    }).as('group'),
  );
}

/** Both are JSON objects. */
export function merged(one: Expression<unknown>, other: Expression<unknown>): Expression<unknown> {
  return sql`(${one}::jsonb || ${other}::jsonb)`;
}

export interface NotificationRows {
  isShown: Expression<SqlBool>;
  /** The stored data, and what its kind adds. */
  data: Expression<unknown>;
}

/** Expressions on a row of `notifications` named `notification`. They are large: build them once, not for each query. */
export function notificationRows(kinds: NotificationKinds): NotificationRows {
  const eb: OfNotification = expressionBuilder<WithNotification, 'notification'>();
  const choose = (pick: (kind: NotificationKind) => Expression<unknown>, otherwise: Expression<unknown>) =>
    sql<never>`(case notification.kind ${sql.join(
      Object.entries(kinds).map(([name, kind]) => sql`when ${sql.lit(name)} then ${pick(kind)}`),
      sql` `,
    )} else ${otherwise} end)`;
  return {
    isShown: choose((kind) => kind.isShown(eb), sql.lit(true)),
    data: sql`(notification.data - array['reviewerId', 'ids'] || ${choose((kind) => sql`${kind.data(eb)}::jsonb`, sql`'{}'`)})`,
  };
}

/** An id in the stored data. */
export function dataId(
  key: 'reviewId' | 'wantedId' | 'offerId' | 'dealId' | 'decisionId',
): Expression<string> {
  return sql<string>`(notification.data ->> ${sql.lit(key)})::uuid`;
}
