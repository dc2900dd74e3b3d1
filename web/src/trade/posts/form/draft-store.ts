import { clear, createStore, delMany, get, getMany, promisifyRequest, type UseStore } from 'idb-keyval';

// Drafts are stored in IndexedDB. If it is missing or full, the form still works.

let store: UseStore | undefined;
let people = 0;

function drafts(): UseStore {
  store ??= createStore('upaj-drafts', 'drafts');
  return store;
}

export type Entry = [name: string, value: unknown];

export interface Drawer {
  read: <T>(name: string) => Promise<T | undefined>;
  readMany: <T>(names: readonly string[]) => Promise<(T | undefined)[]>;
  write: (...entries: Entry[]) => Promise<void>;
  drop: (names: readonly string[]) => Promise<void>;
}

/** Commits explicitly, because the page may end before the browser has stored the last entry. */
function putAll(entries: Entry[]): Promise<void> {
  return drafts()('readwrite', (store) => {
    for (const [key, value] of entries) store.put(value, key);
    store.transaction.commit();
    return promisifyRequest(store.transaction);
  });
}

/** Opens a user's drafts. After `clearDrafts`, the returned drawer ignores writes. */
export function openDrawer(userId: string): Drawer {
  const person = people;
  const own = (name: string) => `${userId}/${name}`;
  const latest = new Map<string, Entry>();
  const attempt = async <T>(action: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await action();
    } catch {
      return undefined;
    }
  };
  return {
    read: (name) => attempt(() => get(own(name), drafts())),
    readMany: async (names) => (await attempt(() => getMany(names.map(own), drafts()))) ?? [],
    async write(...entries) {
      for (const entry of entries) latest.set(entry[0], entry);
      const put = async (some: Entry[]) =>
        person === people && putAll(some.map(([name, value]) => [own(name), value]));
      try {
        await put(entries);
      } catch {
        // The entries did not fit together, so each is tried alone, unless it was replaced or dropped meanwhile.
        for (const entry of entries) if (latest.get(entry[0]) === entry) await attempt(() => put([entry]));
      }
    },
    drop: async (names) => {
      for (const name of names) latest.delete(name);
      await attempt(() => delMany(names.map(own), drafts()));
    },
  };
}

export async function clearDrafts(): Promise<void> {
  people += 1;
  try {
    await clear(drafts());
  } catch {
    // Storage may be disabled.
  }
}
