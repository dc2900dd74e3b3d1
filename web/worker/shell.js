// Starts the app from the browser's own storage: the files of this build, and the home page while the last visit is
// stored (web/src/app/stored-queries.ts). Every other screen opens from there only when the network fails. It also stores
// the scripts of screens and, while the user lets this browser remember, small photos.
(function () {
  // web/build/service-worker.ts writes this object.
  const { version, files, addresses } = self.build;
  const prefix = 'upaj-shell-';
  const shell = prefix + version;
  const page = '/index.html';
  // The names of assets have a hash of their content, so they are stored across versions.
  const assets = 'upaj-assets';
  // The page deletes both when the user logs out. The first has nothing in it: it says that the visit is stored.
  const visit = 'upaj-stored';
  const photos = 'upaj-photos';
  /** About 40 MB: a photo of these widths has up to 60 kB. */
  const mostPhotos = 700;

  async function install() {
    const cache = await caches.open(shell);
    await cache.addAll(files.map((file) => (file === page ? new Request(file, { cache: 'reload' }) : file)));
    await self.skipWaiting();
  }

  async function activate() {
    const names = await caches.keys();
    const old = names.filter((name) => name.startsWith(prefix) && name !== shell);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  }

  /** Resolves to undefined if the browser's storage has not responded within a second, as the network may be faster. */
  function soon(work) {
    const late = new Promise((resolve) => setTimeout(resolve, 1000));
    return Promise.race([work, late]).catch(() => undefined);
  }

  async function screen(request, isHome) {
    const stored = caches.match(page, { cacheName: shell });
    const [cached, isVisitStored] = await Promise.all([soon(stored), isHome && soon(caches.has(visit))]);
    if (cached && isVisitStored) return cached;
    try {
      const response = await fetch(request);
      // The page is stored again if it was deleted because a file was missing.
      if (!cached) void storePage().catch(() => undefined);
      return response;
    } catch (error) {
      return storedOr(stored, error);
    }
  }

  async function storePage() {
    await (await caches.open(shell)).add(new Request(page, { cache: 'reload' }));
  }

  async function fileOf(request, cacheName, load) {
    const stored = caches.match(request, { cacheName });
    const cached = await soon(stored);
    if (cached) return cached;
    try {
      return await load(request);
    } catch (error) {
      return storedOr(stored, error);
    }
  }

  /** Without the network, there is time for the browser's storage. */
  async function storedOr(stored, error) {
    try {
      const cached = await stored;
      if (cached) return cached;
    } catch {
      // The network's error says more.
    }
    throw error;
  }

  async function fetchAsset(request) {
    const response = await fetch(request);
    if (response.ok) {
      const copy = response.clone();
      await soon(caches.open(assets).then((cache) => cache.put(request, copy)));
    }
    // If the server no longer has it, the next page must be the server's.
    if (response.status === 404) await soon(caches.open(shell).then((cache) => cache.delete(page)));
    return response;
  }

  /**
   * Stores the files that a page names: those that it fetched before this worker was there, and, when the line is idle,
   * those of all screens. The files of earlier versions are deleted then.
   */
  async function storeAssets({ fetched = [], language }) {
    const lists = language ? await (await fetch(addresses)).json() : {};
    const wanted = language ? [...lists.screens, ...lists[language]] : [];
    const cache = await caches.open(assets);
    const stored = (await cache.keys()).map(({ url }) => new URL(url).pathname);
    const missing = [...fetched.filter((file) => file.startsWith('/assets/')), ...wanted].filter(
      (file) => !files.includes(file) && !stored.includes(file),
    );
    // One after the other, so that the screen's own requests do not wait.
    for (const file of new Set(missing)) await cache.add(file);
    if (!language) return;
    const known = new Set(Object.values(lists).flat());
    await Promise.all(stored.filter((file) => !known.has(file)).map((file) => cache.delete(file)));
  }

  async function fetchPhoto(event) {
    const { request } = event;
    try {
      const response = await fetch(request);
      if (response.ok && (await soon(caches.has(visit)))) {
        event.waitUntil(storePhoto(request, response.clone()).catch(() => undefined));
      }
      return response;
    } catch (error) {
      return storedOr(otherWidth(request), error);
    }
  }

  /** Finds the same photo in another width. */
  async function otherWidth(request) {
    const cache = await caches.open(photos);
    const [start, end] = new URL(request.url).pathname.split(/\d+(?=\.\w+$)/);
    for (const width of [640, 320, 96]) {
      const found = await cache.match(start + width + end);
      if (found) return found;
    }
    return undefined;
  }

  let photosStored = 0;

  /** Deletes the photos that were stored first: those over the limit, or half of them if the browser has no more room. */
  async function storePhoto(request, response) {
    const cache = await caches.open(photos);
    const isStored = await cache.put(request, response).then(
      () => true,
      () => false,
    );
    photosStored += 1;
    // Counting takes a phone many ms.
    if (isStored && photosStored % 20 !== 1) return;
    const keys = await cache.keys();
    const surplus = isStored ? keys.length - mostPhotos : Math.ceil(keys.length / 2);
    await Promise.all(keys.slice(0, Math.max(0, surplus)).map((key) => cache.delete(key)));
  }

  const isPhoto = (pathname) => /^\/media\/.*-\d+\.\w+$/.test(pathname);
  const isSmallPhoto = (pathname) => /^\/media\/.*-(96|320|640)\.\w+$/.test(pathname);
  /** Moderators look at photos of others. */
  const isForStaff = ({ referrer }) => /^[^/]*\/\/[^/]+\/(moderation|operations)/i.test(referrer);

  self.addEventListener('install', (event) => event.waitUntil(install()));
  self.addEventListener('activate', (event) => event.waitUntil(activate()));
  self.addEventListener('message', (event) => {
    if (event.data?.fetched || event.data?.language) event.waitUntil(storeAssets(event.data));
  });
  self.addEventListener('fetch', (event) => {
    const { request } = event;
    const { origin, pathname, search } = new URL(request.url);
    if (request.method !== 'GET' || origin !== self.location.origin) return;
    if (request.mode === 'navigate') {
      // The visit is not shown again because a log-in with Google or Facebook may bring another person.
      if (pathname.startsWith('/api/')) event.waitUntil(caches.delete(visit));
      else event.respondWith(screen(request, pathname === '/' && !search));
    } else if (files.includes(pathname)) event.respondWith(fileOf(request, shell, fetch));
    else if (pathname.startsWith('/assets/')) event.respondWith(fileOf(request, assets, fetchAsset));
    else if (isSmallPhoto(pathname) && !isForStaff(request))
      event.respondWith(fileOf(request, photos, () => fetchPhoto(event)));
    else if (isPhoto(pathname))
      event.respondWith(fetch(request).catch((error) => storedOr(otherWidth(request), error)));
  });
})();
