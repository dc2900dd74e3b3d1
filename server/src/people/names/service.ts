import type { Consumer } from '#src/notify/outbox/service.ts';
import type { Database } from '#src/platform/db/connection.ts';
import { addNameKeys, markLookalikes } from './store.ts';

const atOnce = 500;

interface NamesDeps {
  db: Database;
  /** Called after marks changed, because pages in memory show them. */
  changed(userIds: readonly string[]): void;
}

export function namesService({ db, changed }: NamesDeps) {
  const mark: Consumer<'account.changed' | 'account.registered'> = async (events, trx) => {
    const ids = [...new Set(events.map(({ data }) => data.userId))];
    const marked = await markLookalikes(ids, trx);
    return () => {
      if (marked.length > 0) changed(marked);
    };
  };

  return {
    mark,

    /** Adds the keys of names that were stored by an earlier release. */
    async addKeys(signal: AbortSignal): Promise<void> {
      for (;;) {
        signal.throwIfAborted();
        const ids = await addNameKeys(db, atOnce);
        if (ids.length < atOnce) return;
      }
    },
  };
}
