import { expressionBuilder, sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import type { NotificationKind, NotificationKinds, OfNotification } from '#src/notify/notifications.ts';
import type { DB } from '#src/platform/db/schema.ts';

export interface NotificationRows {
  isShown: Expression<SqlBool>;
  isSentBySms: Expression<SqlBool>;
  /** The stored data, merged with what the kind adds. */
  data: Expression<unknown>;
}

/**
 * Builds expressions on a row of `notifications` named `notification`. They are large: build them once, not for each
 * query.
 */
export function notificationRows(kinds: NotificationKinds): NotificationRows {
  const eb: OfNotification = expressionBuilder();
  const choose = (
    pick: (kind: NotificationKind<never>) => Expression<unknown> | undefined,
    otherwise: Expression<unknown>,
  ) => {
    const cases = Object.entries(kinds).flatMap(([name, kind]) => {
      const picked = pick(kind);
      return picked ? [sql`when ${sql.lit(name)} then ${picked}`] : [];
    });
    return sql<never>`(case notification.kind ${sql.join(cases, sql` `)} else ${otherwise} end)`;
  };
  const hidden = new Set(Object.values(kinds).flatMap((kind: NotificationKind<never>) => kind.hidden ?? []));
  const added = choose((kind) => kind.data && sql`${kind.data(eb)}::jsonb`, sql`'{}'`);
  return {
    isShown: choose((kind) => kind.isShown?.(eb), sql.lit(true)),
    isSentBySms: choose((kind) => kind.isSentBySms?.(eb), sql.lit(false)),
    data: sql`(notification.data - array[${sql.join([...hidden].map(sql.lit))}] || ${added})`,
  };
}

/** Returns the names of the kinds that have this property. */
export function kindsWith(kinds: NotificationKinds, property: 'isGroup' | 'isAlwaysSent'): string[] {
  return Object.entries<NotificationKind<never>>(kinds).flatMap(([name, kind]) =>
    kind[property] ? [name] : [],
  );
}

/** Builds expressions on new rows of `notifications` named `added`. */
type OfAdded = ExpressionBuilder<DB & { added: DB['notifications'] }, 'added'>;

/** The time of a new notification. It is never before the latest one, even when the clock was set back. */
export const addedAt = (row: OfAdded) =>
  row.fn.coalesce(
    row
      .selectFrom('notifications as latest')
      .select((of) => sql<Date>`${of.fn.max('latest.created_at')} + interval '1 millisecond'`.as('at'))
      .whereRef('latest.user_id', '=', 'added.user_id')
      .where('latest.created_at', '>', sql<Date>`clock_timestamp()`),
    row.ref('added.created_at'),
  );

/**
 * The time when a group starts, which is when the previous one was read. The first group starts a minute before it is
 * added, because people who came at the same time may be stored before it.
 */
export const sinceRead = (row: OfAdded) =>
  row.fn.coalesce(
    row
      .selectFrom('notifications as earlier')
      .select((of) => of.fn.max('earlier.read_at').as('read_at'))
      .whereRef('earlier.user_id', '=', 'added.user_id')
      .whereRef('earlier.kind', '=', 'added.kind')
      .whereRef('earlier.post_id', 'is not distinct from', 'added.post_id')
      .where('earlier.is_read', '=', true),
    sql<Date>`added.created_at - interval '1 minute'`,
  );
