import { createStore, promisifyRequest } from 'idb-keyval';
import { attempt } from './storage.ts';

export type StoredBlob = Blob | { bytes: ArrayBuffer; type: string };

/** In ms. Browsers need a fraction of it. */
const patience = 1_000;

let probe: Promise<boolean> | undefined;

/**
 * Safari does not respond when it is to store a Blob in a private window, and then to nothing else in that database. So
 * this tries it in another one.
 */
export function canStoreBlobs(): Promise<boolean> {
  const store = async () => {
    const call = createStore('upaj-probe', 'blobs');
    await call('readwrite', (objects) => promisifyRequest(objects.put(new Blob(['']), 'probe')));
    return true;
  };
  probe ??= attempt(store, patience).then((isStored) => isStored === true);
  return probe;
}

export async function encodeBlob(blob: Blob): Promise<StoredBlob> {
  return (await canStoreBlobs()) ? blob : { bytes: await blob.arrayBuffer(), type: blob.type };
}

export function decodeBlob(stored: StoredBlob): Blob {
  return stored instanceof Blob ? stored : new Blob([stored.bytes], { type: stored.type });
}
