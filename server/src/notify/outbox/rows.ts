import { sql, type Expression, type Selectable } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import type { Transaction } from '#src/platform/db/connection.ts';
import type { DB } from '#src/platform/db/schema.ts';

/**
 * What happened that other features care about. An event has ids; its consumers read how things are now. Each domain
 * adds its own events to this interface, in its `events.ts`.
 */
export interface Events {
  'notifications.added': { ids: string[] };
}

export type EventKind = keyof Events;

export interface EventOf<Kind extends EventKind> extends Pick<Selectable<DB['events']>, 'id' | 'tries'> {
  kind: Kind;
  data: Events[Kind];
  createdAt: Date;
}

type Data<Kind extends EventKind> = {
  [Field in keyof Events[Kind]]: Expression<Events[Kind][Field]>;
};

/** The columns `kind` and `data` of an event, for a statement that inserts into `events` from a query. */
export function eventColumns<Kind extends EventKind>(kind: Kind, data: Data<Kind>) {
  return [
    sql.lit<string>(kind).as('kind'),
    sql<string>`${jsonBuildObject(data as Record<string, Expression<unknown>>)}`.as('data'),
  ] as const;
}

/** A row of `events` that is due at once, for a statement that writes other tables too. */
export function eventRow<Kind extends EventKind>(kind: Kind, data: Events[Kind]) {
  return { kind, data: JSON.stringify(data) };
}

/** Adds an event in the transaction of what happened. Call `nudge` of the outbox after the commit. */
export async function addEvent<Kind extends EventKind>(
  trx: Transaction,
  kind: Kind,
  data: Events[Kind],
): Promise<void> {
  await addEvents(trx, kind, [{ data }]);
}

/** Adds events, which are delivered at once or when they are due. */
export async function addEvents<Kind extends EventKind>(
  trx: Transaction,
  kind: Kind,
  events: readonly { data: Events[Kind]; dueAt?: Date | undefined }[],
): Promise<void> {
  if (events.length === 0) return;
  await trx
    .insertInto('events')
    .values(
      events.map(({ data, dueAt }) => ({
        ...eventRow(kind, data),
        due_at: dueAt ?? new Date(0),
      })),
    )
    .execute();
}
