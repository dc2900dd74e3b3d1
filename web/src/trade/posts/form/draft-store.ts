import { clear, createStore, delMany, get, getMany, set, type UseStore } from 'idb-keyval';

// What somebody has begun and not sent yet lies in the browser's own database. A browser that has none, or has no
// room left, keeps nothing: that costs the comfort, never the form.

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

/** Opens what one person keeps. Once `forgetDrafts` has run, nothing can be written through it any more. */
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

/** After a log-out: what one person began is not for the next one at the same phone. */
export async function forgetDrafts(): Promise<void> {
  people += 1;
  try {
    await clear(drafts());
  } catch {
    // Nothing was kept here.
  }
}
