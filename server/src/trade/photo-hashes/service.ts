import type { Database } from '#src/platform/db/connection.ts';
import { retriedTransaction } from '#src/platform/db/transaction.ts';
import type { MediaService } from '#src/platform/media/service.ts';
import type { PhotoHash } from '#src/platform/media/photo-hash.ts';
import type { PhotoHashesStore } from './store.ts';

interface PhotoHashesDeps {
  db: Database;
  store: PhotoHashesStore;
  media: Pick<MediaService, 'hashStored'>;
}

const postsAtOnce = 20;
/** In ms: how long one run takes at most. The next run continues where it stopped. */
const longestRun = 10 * 60_000;

export function photoHashesService({ db, store, media }: PhotoHashesDeps) {
  return {
    /**
     * Hashes photos that were stored without a hash. Each is tried once, whatever is wrong with it. @throws in an
     * outage
     */
    async hashOld(signal: AbortSignal): Promise<void> {
      const until = Date.now() + longestRun;
      while (Date.now() < until) {
        const unfinished = await store.findUnfinished();
        if (!unfinished) return;
        const posts = await store.findPosts(unfinished.afterId, postsAtOnce);
        const hashes = new Map<string, PhotoHash>();
        for (const name of posts.flatMap(({ names }) => names)) {
          signal.throwIfAborted();
          const hash = await media.hashStored(name);
          if (hash) hashes.set(name, hash);
        }
        if (posts.length > 0) await retriedTransaction(db, (trx) => store.save(posts, hashes, trx));
        if (posts.length < postsAtOnce) {
          if (unfinished.openUntil < new Date()) await store.finish();
          return;
        }
      }
    },
  };
}
