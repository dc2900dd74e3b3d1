import type { Database } from '#src/platform/db/connect.ts';
import { retriedTransaction } from '#src/platform/db/transaction.ts';
import type { RemovedPostsStore } from './store.ts';

interface RemovedPostsDeps {
  db: Database;
  store: RemovedPostsStore;
}

export function removedPostsService({ db, store }: RemovedPostsDeps) {
  return {
    /** Stores the hashes of posts that were hidden before hashes were stored. It runs once, after their photos have got theirs. */
    async rememberOld(signal: AbortSignal): Promise<void> {
      if (await store.isHashingPhotos()) return;
      for (;;) {
        const unfinished = await store.findUnfinished();
        if (!unfinished) return;
        signal.throwIfAborted();
        await retriedTransaction(db, (trx) => store.rememberNext(unfinished.afterId, trx));
      }
    },
  };
}
