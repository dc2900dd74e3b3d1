import type { Database } from '#src/platform/db/connection.ts';
import { retriedTransaction } from '#src/platform/db/transaction.ts';
import { resolveCropKey } from '#src/platform/names/resolve-crop.ts';
import type { FeedService } from '#src/trade/feed/service.ts';
import { searchTextOf } from '#src/trade/search-text.ts';
import type { CropKeysStore, KeyedTable } from './store.ts';

const batch = 200;

interface CropKeysDeps {
  db: Database;
  store: CropKeysStore;
  feed: Pick<FeedService, 'dropPages'>;
}

/**
 * Updates the crops that posts and wanted posts are found by: people type them, and a new release may know their names
 * better.
 */
export function cropKeysService({ db, store, feed }: CropKeysDeps) {
  /** @returns whether there were posts to change */
  const replaceKey = (table: KeyedTable, from: string, to: string, cropType: string): Promise<boolean> =>
    retriedTransaction(db, async (trx) => {
      const ids = await store.replaceKey(table, from, to, cropType, trx);
      if (table === 'posts' && ids.length > 0) {
        const posts = await store.findSearched(ids, trx);
        const texts = posts.map((post) => ({ id: post.id, search_text: searchTextOf(post) }));
        await store.setSearchTexts(texts, trx);
      }
      return ids.length > 0;
    });

  async function resolveIn(table: KeyedTable, signal: AbortSignal): Promise<boolean> {
    let hasChanged = false;
    let after: string | undefined = '';
    while (after !== undefined && !signal.aborted) {
      const keys: string[] = await store.findKeys(table, after, batch);
      for (const key of keys) {
        for (const cropType of await store.findTypes(table, key)) {
          const resolved = resolveCropKey(cropType);
          if (resolved === key) continue;
          while (!signal.aborted && (await replaceKey(table, key, resolved, cropType))) hasChanged = true;
        }
      }
      after = keys.at(-1);
    }
    return hasChanged;
  }

  return {
    async resolveAll(signal: AbortSignal): Promise<void> {
      if (await resolveIn('posts', signal)) feed.dropPages();
      await resolveIn('wanted_posts', signal);
    },
  };
}
