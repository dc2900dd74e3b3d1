import { LRUCache } from 'lru-cache';
import type { MediaStore } from './store.ts';

export type AddressPhotos = (json: string) => Promise<string>;

const address = /"\/media\/(?<name>[0-9a-f]{32})-\d{2,4}\.webp"/g;

/** For this long, in ms, a photo that was just hidden may keep its public address, where nobody finds it. */
const rememberedFor = 30_000;

interface PhotoAddressesDeps {
  mediaUrl: string;
  store: Pick<MediaStore, 'filterHidden'>;
}

/** Writes the addresses of public photos as people get them from `mediaUrl`; only this server serves the others. */
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
