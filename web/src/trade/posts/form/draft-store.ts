import { canStoreBlobs, decodeBlob, encodeBlob, type StoredBlob } from '#lib/stored-blob.ts';
import { drafts, visitNumber } from './draft-table.ts';

export interface Drawer {
  read: <T>(name: string) => Promise<T | undefined>;
  readBlobs: (names: readonly string[]) => Promise<(Blob | undefined)[]>;
  write: (name: string, value: unknown) => Promise<void>;
  writeBlob: (name: string, blob: Blob) => Promise<void>;
  drop: (names: readonly string[]) => Promise<void>;
}

/** Opens a user's drafts. After `clearDrafts`, the returned drawer ignores writes. */
export function openDrawer(userId: string): Drawer {
  const visit = visitNumber();
  const own = (name: string) => `${userId}/${name}`;
  // It is known before the first photo, which is stored at once.
  void canStoreBlobs();
  return {
    async read<T>(name: string) {
      const [value] = await drafts.read<T>([own(name)]);
      return value;
    },
    async readBlobs(names) {
      const stored = await drafts.read<StoredBlob>(names.map(own));
      return stored.map((blob) => blob && decodeBlob(blob));
    },
    async write(name, value) {
      if (visit === visitNumber()) await drafts.write(own(name), value);
    },
    async writeBlob(name, blob) {
      if (visit === visitNumber()) await drafts.write(own(name), blob, encodeBlob);
    },
    drop: (names) => drafts.drop(names.map(own)),
  };
}
