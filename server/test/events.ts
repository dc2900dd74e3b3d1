import { addEvents, type EventKind, type Events } from '#src/notify/outbox/rows.ts';
import type { Database } from '#src/platform/db/connection.ts';

/** Adds events in their own transaction, like a process that ends before it delivers them. */
export function storeEvents<Kind extends EventKind>(
  db: Database,
  kind: Kind,
  ...events: readonly Events[Kind][]
): Promise<void> {
  return db.transaction().execute((trx) =>
    addEvents(
      trx,
      kind,
      events.map((data) => ({ data })),
    ),
  );
}
