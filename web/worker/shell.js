// Starts the app from the browser's own storage: the files of this build, and the home page while the user's last feed
// is stored (web/src/trade/feed/stored-feed.ts). Every other screen opens from there only when the network fails.
// Everything else goes to the network as if there were no worker.
(function () {
  // web/build/service-worker.ts writes this object.
  const { version, files, texts } = self.build;
  const prefix = 'upaj-shell-';
  const shell = prefix + version;
  const page = '/index.html';

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
    const [cached, feed] = await Promise.all([
      soon(stored),
      isHome && soon(caches.match('/stored-feed', { cacheName: 'upaj-feed' })),
    ]);
    if (cached && feed) return cached;
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

  async function fileOf(request, load) {
    const stored = caches.match(request, { cacheName: shell });
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

  /** Texts are stored when they are first fetched: a user needs one language. */
  async function fetchTexts(request) {
    const response = await asset(request);
    if (response.ok) {
      const copy = response.clone();
      await soon(caches.open(shell).then((cache) => cache.put(request, copy)));
    }
    return response;
  }

  /** Stores what the first page fetched before this worker was there. It is still in the browser's own cache. */
  async function storeTexts(fetched) {
    await (await caches.open(shell)).addAll(texts.filter((file) => fetched.includes(file)));
  }

  /** Fetches a file of this build. If the server no longer has it, the next page must be the server's. */
  async function asset(request) {
    const response = await fetch(request);
    if (response.status === 404) await soon(caches.open(shell).then((cache) => cache.delete(page)));
    return response;
  }

  self.addEventListener('install', (event) => event.waitUntil(install()));
  self.addEventListener('activate', (event) => event.waitUntil(activate()));
  self.addEventListener('message', (event) => {
    if (event.data?.fetched) event.waitUntil(storeTexts(event.data.fetched));
  });
  self.addEventListener('fetch', (event) => {
    const { request } = event;
    const { origin, pathname, search } = new URL(request.url);
    if (request.method !== 'GET' || origin !== self.location.origin) return;
    if (request.mode === 'navigate') {
      // The feed is deleted because a log-in with Google or Facebook may bring another person.
      if (pathname.startsWith('/api/')) event.waitUntil(caches.delete('upaj-feed'));
      else event.respondWith(screen(request, pathname === '/' && !search));
    } else if (files.includes(pathname)) event.respondWith(fileOf(request, fetch));
    else if (texts.includes(pathname)) event.respondWith(fileOf(request, fetchTexts));
    else if (pathname.startsWith('/assets/')) event.respondWith(asset(request));
  });
})();
