import { sql } from 'kysely';
import type { Database, Transaction } from '#src/platform/db/connection.ts';
import { countUpTo } from '#src/platform/db/pages.ts';
import type { EventKind, EventOf } from './rows.ts';

export type AnyEvent = { [Kind in EventKind]: EventOf<Kind> }[EventKind];

export interface Backlog {
  waiting: number;
  failed: number;
}

/** One process delivers at a time, so that events are delivered in order. */
const deliveryLock = 0x6f_75_74_62;
const countedTo = 100_000;
const settings = {
  // Delivery gives way to requests: an event that waits longer for a row is tried again later.
  lock_timeout: '1s',
  // Plans are reused: to plan what all kinds of notifications show takes 20 ms, longer than to read a batch of them.
  plan_cache_mode: 'force_generic_plan',
};

export function outboxStore({ db }: { db: Database }) {
  return {
    transaction: <T>(work: (trx: Transaction) => Promise<T>): Promise<T> => db.transaction().execute(work),

    /** Waits for the process that delivers. The lock and the settings end with the transaction. */
    async lock(trx: Transaction): Promise<void> {
      await trx
        .selectNoFrom((eb) => eb.fn('pg_advisory_xact_lock', [eb.lit(deliveryLock)]).as('lock'))
        .execute();
      await trx
        .selectNoFrom((eb) =>
          Object.entries(settings).map(([name, value]) =>
            eb.fn('set_config', [eb.val(name), eb.val(value), eb.lit(true)]).as(name),
          ),
        )
        .execute();
    },

    async hasDue(): Promise<boolean> {
      const due = await db
        .selectFrom('events')
        .select('id')
        .where((eb) => eb('due_at', '<=', eb.fn<Date>('now')))
        .limit(1)
        .executeTakeFirst();
      return due !== undefined;
    },

    async findDue(trx: Transaction, count: number): Promise<AnyEvent[]> {
      const rows = await trx
        .selectFrom('events')
        .select(['id', 'kind', 'data', 'tries', 'created_at as createdAt'])
        .where((eb) => eb('due_at', '<=', eb.fn<Date>('now')))
        .orderBy('id')
        .limit(count)
        .forUpdate()
        .execute();
      return rows as AnyEvent[];
    },

    async remove(trx: Transaction, events: readonly AnyEvent[]): Promise<void> {
      await trx
        .deleteFrom('events')
        .where((of) => of('id', '=', of.fn.any(of.val(events.map(({ id }) => id)))))
        .execute();
    },

    async postpone({ id }: AnyEvent, seconds: number): Promise<void> {
      await db
        .updateTable('events')
        .set((eb) => ({
          tries: eb('tries', '+', 1),
          due_at: sql<Date>`now() + ${seconds} * interval '1 second'`,
        }))
        .where('id', '=', id)
        .execute();
    },

    async setAside({ id }: AnyEvent, error: string): Promise<void> {
      await db
        .with('removed', (query) => query.deleteFrom('events').where('id', '=', id).returningAll())
        .insertInto('failed_events')
        .columns(['id', 'kind', 'data', 'created_at', 'error'])
        .expression((eb) =>
          eb
            .selectFrom('removed')
            .select(['id', 'kind', sql<string>`data`.as('data'), 'created_at', eb.val(error).as('error')]),
        )
        .execute();
    },

    /** Counts the events that wait, without those that are not due for the first time yet. */
    async findBacklog(): Promise<Backlog> {
      const waiting = db
        .selectFrom('events')
        .select('id')
        .where((eb) => eb.or([eb('due_at', '<=', sql<Date>`now()`), eb('tries', '>', 0)]));
      const failed = db.selectFrom('failed_events').select('id');
      return {
        waiting: await countUpTo(db, waiting, countedTo),
        failed: await countUpTo(db, failed, countedTo),
      };
    },
  };
}

export type OutboxStore = ReturnType<typeof outboxStore>;
