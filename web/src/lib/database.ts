import { createStore, promisifyRequest, type UseStore } from 'idb-keyval';
import { attempt } from './storage.ts';

type Work<T> = (objects: IDBObjectStore) => Promise<T>;

/**
 * Opens a database of IndexedDB. The returned function runs a transaction and resolves to undefined if it fails, or if the
 * browser has not responded within the limit, in ms. After that, calls do not wait until the browser responds again.
 */
export function openDatabase(database: string, store: string, limit?: number) {
  let opened: UseStore | undefined;
  let isStuck = false;

  return async function call<T>(mode: IDBTransactionMode, work: Work<T>): Promise<T | undefined> {
    const done = (async () => (opened ??= createStore(database, store))(mode, work))();
    const settled = done.then(
      () => true,
      () => true,
    );
    // A call waits for those before it. It is made anyway, because the browser may only be slow.
    if (!isStuck && (await attempt(() => settled, limit))) return done.catch(() => undefined);
    isStuck = true;
    void settled.then(() => {
      isStuck = false;
    });
    return undefined;
  };
}

/** Commits explicitly, because the page may end before the browser has stored the last value. */
export function commit({ transaction }: IDBObjectStore): Promise<void> {
  transaction.commit();
  return promisifyRequest(transaction);
}
