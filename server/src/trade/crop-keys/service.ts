import { resolveCropKey } from '#src/platform/names/resolve-crop.ts';
import type { FeedService } from '#src/trade/feed/service.ts';
import type { CropKeysStore } from './store.ts';

const batch = 200;

interface CropKeysDeps {
  store: CropKeysStore;
  feed: Pick<FeedService, 'dropPages'>;
}

/** Updates the crops that posts are found by: sellers type them, and a new release may know their names better. */
export function cropKeysService({ store, feed }: CropKeysDeps) {
  return {
    async resolveAll(signal: AbortSignal): Promise<void> {
      let hasChanged = false;
      let after: string | undefined = '';
      while (after !== undefined && !signal.aborted) {
        const keys: string[] = await store.findKeys(after, batch);
        for (const key of keys) {
          for (const cropType of await store.findTypes(key)) {
            const resolved = resolveCropKey(cropType);
            if (resolved === key) continue;
            while (!signal.aborted && (await store.replaceKey(key, resolved, cropType))) hasChanged = true;
          }
        }
        after = keys.at(-1);
      }
      if (hasChanged) feed.dropPages();
    },
  };
}
