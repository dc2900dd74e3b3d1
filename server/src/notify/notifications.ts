import { sql, type Expression, type ExpressionBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import type { NotificationData } from '@upaj/contract/notifications';
import type { Target } from '@upaj/contract/notify/notifications';
import type { Language } from '@upaj/contract/texts';
import type { DB } from '#src/platform/db/schema.ts';
import { textsIn } from '#src/platform/texts.ts';

type WithNotification = DB & { notification: DB['notifications'] };

/** Builds expressions on a row of `notifications` named `notification`. */
export type OfNotification = ExpressionBuilder<WithNotification, 'notification'>;

/** How notifications of one kind are read and worded. `Data` is what they show. */
export interface NotificationKind<Data> {
  /**
   * A notification that is not shown is not counted either. It remains, so that a repeated like or follow does not
   * notify again. Notifications of a kind without this condition are always shown.
   */
  isShown?(eb: OfNotification): Expression<SqlBool>;
  /** Reads people and posts as they are now, as a JSON object that is merged with the stored data. */
  data?(eb: OfNotification): Expression<unknown>;
  /** Stored fields that are not shown. */
  hidden?: readonly string[];
  /** An unread notification counts everybody who came since the previous one was read: see `groupData`. */
  isGroup?: true;
  /** The email is also sent to people who turned emails off, and when the notification was read. */
  isAlwaysSent?: true;
  /** Which of them are also sent by SMS, to people who chose it and have no push. */
  isSentBySms?(eb: OfNotification): Expression<SqlBool>;
  /** The subject of an email and the title of a push. */
  title(data: Data, language: Language): string;
  /** The text of an email and a push. */
  sentence(data: Data, language: Language): string;
  /**
   * How several notifications of this kind are sent together. By default, they are sent like ones of different kinds.
   */
  several?: {
    title(count: number, language: Language): string;
    action?(language: Language): string;
    target?: Target;
  };
}

export type NotificationKinds<Data = NotificationData> = {
  readonly [Kind in keyof Data]: NotificationKind<Data[Kind]>;
};

/** What notify needs of the domains below it. */
export interface NotifyContents {
  kinds: NotificationKinds;
  /** The condition that a row of `users` is an active person. */
  isActivePerson: Expression<SqlBool>;
  /** The condition that a session, in rows of `sessions` and `users`, has confirmed its code or needs none. */
  isConfirmedSession: Expression<SqlBool>;
  /** The mobile number that a row of `users` has proved, or null. */
  provedNumber: Expression<string | null>;
}

/** Reads an id from the stored data. */
export function dataId(field: string): Expression<string> {
  return sql<string>`(notification.data ->> ${sql.lit(field)})::uuid`;
}

/** Returns the condition that a time is after the group began and before it was read. */
export function isOfGroup(eb: OfNotification, at: Expression<Date>): Expression<SqlBool> {
  return eb.and([
    eb(at, '>=', eb.ref('notification.since').$castTo<Date>()),
    eb.or([
      eb('notification.read_at', 'is', null),
      eb(at, '<', eb.ref('notification.read_at').$castTo<Date>()),
    ]),
  ]);
}

const largestGroup = 100;

interface Member {
  full_name: string;
  username: string;
  at: Date;
}

/** Reads how many people a group has, and the latest of them. */
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

/** Merges two JSON objects. Fields of `other` replace those of `one`. */
export function merged(one: Expression<unknown>, other: Expression<unknown>): Expression<unknown> {
  return sql`(${one}::jsonb || ${other}::jsonb)`;
}

/** Writes the people of a group: 'Asha and 4 others'. */
export function peopleOf(
  { name, count }: { name: string | null; count: number },
  language: Language,
): string {
  const t = textsIn(language, 'notifications');
  return name === null ? t('unnamedPeople', { count }) : t('people', { name, count });
}

/** Ends a text of the list of notifications as a sentence. */
export function asSentence(text: string, language: Language): string {
  return textsIn(language, 'push-and-email')('sentence', { text });
}
