// The service worker stores the photos under this name, see web/worker/shared-photos.js.
const cacheName = 'upaj-shared';

/**
 * Returns the photos that the phone's share sheet sent to Upaj, and deletes them, so that they are used only once.
 */
export async function takeSharedPhotos(): Promise<File[]> {
  try {
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
    await caches.delete(cacheName);
    return files;
  } catch {
    // There is no cache storage on plain http.
    return [];
  }
}

export async function clearSharedPhotos(): Promise<void> {
  try {
    await caches.delete(cacheName);
  } catch {
    // Without cache storage there is nothing to delete.
  }
}
