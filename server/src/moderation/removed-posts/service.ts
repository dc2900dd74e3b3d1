import { rememberRemoved } from '#src/moderation/flags/rows.ts';
import type { Database, Transaction } from '#src/platform/db/connection.ts';
import { retriedTransaction } from '#src/platform/db/transaction.ts';
import type { RemovedPostsStore } from './store.ts';

const postsAtOnce = 100;

interface RemovedPostsDeps {
  db: Database;
  store: RemovedPostsStore;
}

export function removedPostsService({ db, store }: RemovedPostsDeps) {
  async function rememberNext(afterId: string | null, trx: Transaction): Promise<void> {
    const postIds = await store.lockNext(afterId, postsAtOnce, trx);
    for (const id of postIds) await rememberRemoved(id, trx);
    const last = postIds.at(-1);
    if (last && postIds.length === postsAtOnce) await store.continueAfter(last, trx);
    else await store.finish(trx);
  }

  return {
    /**
     * Stores the hashes of posts that were hidden before hashes were stored. It runs once, after all photos have
     * hashes.
     */
    async rememberOld(signal: AbortSignal): Promise<void> {
      if (await store.isHashingPhotos()) return;
      for (;;) {
        const unfinished = await store.findUnfinished();
        if (!unfinished) return;
        signal.throwIfAborted();
        await retriedTransaction(db, (trx) => rememberNext(unfinished.afterId, trx));
      }
    },
  };
}
