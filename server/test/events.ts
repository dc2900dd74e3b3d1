import { addEvents, type EventKind, type Events } from '#src/notify/outbox/rows.ts';
import type { Database } from '#src/platform/db/connect.ts';

/** Adds events in a transaction of their own, as a process does that ends before it delivers them. */
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
