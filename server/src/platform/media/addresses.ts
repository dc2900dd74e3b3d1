import { LRUCache } from 'lru-cache';
import type { MediaStore } from './store.ts';

export type AddressPhotos = (json: string) => Promise<string>;

const address = /"\/media\/(?<name>[0-9a-f]{32})-\d{2,4}\.webp"/g;

/** In ms: how long a photo that was just hidden may still get its public address. The address shows nothing by then. */
const rememberedFor = 30_000;

interface PhotoAddressesDeps {
  mediaUrl: string;
  store: Pick<MediaStore, 'filterHidden'>;
}

/** Replaces the addresses of public photos by those under `mediaUrl`. Only this server delivers the others. */
export function photoAddresses({ mediaUrl, store }: PhotoAddressesDeps): AddressPhotos {
  const isHidden = new LRUCache<string, boolean>({ max: 20_000, ttl: rememberedFor });

  return async (json) => {
    const names = new Set(Array.from(json.matchAll(address), ({ groups }) => groups?.['name'] ?? ''));
    const unknown = [...names].filter((name) => !isHidden.has(name));
    if (unknown.length > 0) {
      const hidden = new Set(await store.filterHidden(unknown));
      for (const name of unknown) isHidden.set(name, hidden.has(name));
    }
    return json.replace(address, (quoted, name: string) =>
      isHidden.get(name) === false ? `"${mediaUrl}${quoted.slice(1)}` : quoted,
    );
  };
}
