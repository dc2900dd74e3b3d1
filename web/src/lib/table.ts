import { promisifyRequest } from 'idb-keyval';
import { commit, openDatabase } from './database.ts';
import { attempt } from './storage.ts';

/**
 * Opens a table of IndexedDB. What the browser has not confirmed to have stored is in memory too, so that a visit works
 * without storage.
 */
export function openTable(database: string, store: string) {
  /** The value is undefined for a key that is deleted. */
  const unconfirmed = new Map<string, { value: unknown }>();
  const call = openDatabase(database, store);

  /** With `encode`, the browser stores what it returns. */
  async function write<T>(key: string, value: T, encode?: (value: T) => Promise<unknown>): Promise<void> {
    const change = { value };
    unconfirmed.set(key, change);
    const encoded = encode ? await attempt(() => encode(value)) : value;
    // The value may have been replaced or deleted meanwhile, or cannot be read.
    if (unconfirmed.get(key) !== change || (encode && encoded === undefined)) return;
    await call('readwrite', async (objects) => {
      if (encoded === undefined) objects.delete(key);
      else objects.put(encoded, key);
      await commit(objects);
      if (unconfirmed.get(key) === change) unconfirmed.delete(key);
    });
  }

  return {
    async read<T>(keys: readonly string[]): Promise<(T | undefined)[]> {
      const stored = await call('readonly', (objects) =>
        Promise.all(keys.map((key) => promisifyRequest<unknown>(objects.get(key)))),
      );
      return keys.map((key, index) => (unconfirmed.get(key) ?? { value: stored?.[index] }).value as T);
    },

    /** Returns the values whose keys start with the prefix. */
    async readAll<T>(prefix: string): Promise<T[]> {
      const stored = await call('readonly', (objects) =>
        Promise.all([
          promisifyRequest<IDBValidKey[]>(objects.getAllKeys(rangeOf(prefix))),
          promisifyRequest<unknown[]>(objects.getAll(rangeOf(prefix))),
        ]),
      );
      const [keys, values] = stored ?? [[], []];
      const all = new Map(keys.map((key, index) => [String(key), values[index]]));
      for (const [key, { value }] of unconfirmed) if (key.startsWith(prefix)) all.set(key, value);
      return [...all.values()].filter((value) => value !== undefined) as T[];
    },

    write,

    async drop(keys: readonly string[]): Promise<void> {
      await Promise.all(keys.map((key) => write(key, undefined)));
    },

    /** Deletes the values whose keys start with the prefix. */
    async dropAll(prefix = ''): Promise<void> {
      for (const key of unconfirmed.keys()) if (key.startsWith(prefix)) unconfirmed.delete(key);
      await call('readwrite', (objects) => {
        objects.delete(rangeOf(prefix));
        return commit(objects);
      });
    },
  };
}

function rangeOf(prefix: string): IDBKeyRange {
  return IDBKeyRange.bound(prefix, `${prefix}\uffff`);
}
