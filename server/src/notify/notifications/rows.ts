import { expressionBuilder, sql, type Expression, type SqlBool } from 'kysely';
import type { NotificationKind, NotificationKinds, OfNotification } from '#src/notify/notifications.ts';

export interface NotificationRows {
  isShown: Expression<SqlBool>;
  /** The stored data, and what its kind adds. */
  data: Expression<unknown>;
}

/** Expressions on a row of `notifications` named `notification`. They are large: build them once, not for each query. */
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
    data: sql`(notification.data - array[${sql.join([...hidden].map(sql.lit))}] || ${added})`,
  };
}

/** The names of the kinds with this property. */
export function kindsWith(kinds: NotificationKinds, property: 'isGroup' | 'isAlwaysSent'): string[] {
  return Object.entries<NotificationKind<never>>(kinds).flatMap(([name, kind]) =>
    kind[property] ? [name] : [],
  );
}
