import { clear, createStore, delMany, get, getMany, set, type UseStore } from 'idb-keyval';

// In IndexedDB. Without it, or when it is full, the form still works.

let store: UseStore | undefined;
let people = 0;

function drafts(): UseStore {
  store ??= createStore('upaj-drafts', 'drafts');
  return store;
}

export interface Drawer {
  read: <T>(name: string) => Promise<T | undefined>;
  readMany: <T>(names: readonly string[]) => Promise<(T | undefined)[]>;
  write: (name: string, value: unknown) => Promise<void>;
  drop: (names: readonly string[]) => Promise<void>;
}

/** After `forgetDrafts`, writes are ignored. */
export function openDrawer(userId: string): Drawer {
  const person = people;
  const own = (name: string) => `${userId}/${name}`;
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
    write: async (name, value) => {
      if (person === people) await attempt(() => set(own(name), value, drafts()));
    },
    drop: async (names) => {
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
