import { attempt } from '#lib/storage.ts';

// The service worker stores the photos under this name, see web/worker/shared-photos.js.
const cacheName = 'upaj-shared';

/**
 * Returns the photos that the phone's share sheet sent to Upaj, and deletes them, so that they are used only once. There
 * is no cache storage on plain http.
 */
export async function takeSharedPhotos(): Promise<File[]> {
  const files = (await attempt(readSharedPhotos)) ?? [];
  if (files.length > 0) await clearSharedPhotos();
  return files;
}

async function readSharedPhotos(): Promise<File[]> {
  if (!(await caches.has(cacheName))) return [];
  const cache = await caches.open(cacheName);
  const files: File[] = [];
  for (const request of await cache.keys()) {
    const response = await cache.match(request);
    if (!response) continue;
    const name = decodeURIComponent(response.headers.get('x-name') ?? '');
    const blob = await response.blob();
    files.push(new File([blob], name, { type: blob.type }));
  }
  return files;
}

export async function clearSharedPhotos(): Promise<void> {
  await attempt(() => caches.delete(cacheName));
}
