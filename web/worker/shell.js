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

  async function screen(request, isHome) {
    const [cached, feed] = await Promise.all([
      caches.match(page, { cacheName: shell }),
      isHome && caches.match('/stored-feed', { cacheName: 'upaj-feed' }),
    ]);
    if (cached && feed) return cached;
    try {
      const response = await fetch(request);
      // The page is stored again if it was deleted because a file was missing.
      if (!cached) void storePage().catch(() => undefined);
      return response;
    } catch (error) {
      if (cached) return cached;
      throw error;
    }
  }

  async function storePage() {
    await (await caches.open(shell)).add(new Request(page, { cache: 'reload' }));
  }

  async function fileOf(request) {
    return (await caches.match(request, { cacheName: shell })) || fetch(request);
  }

  /** Texts are stored when they are first fetched: a user needs one language. */
  async function textsOf(request) {
    const cached = await caches.match(request, { cacheName: shell });
    if (cached) return cached;
    const response = await asset(request);
    if (response.ok) await (await caches.open(shell)).put(request, response.clone());
    return response;
  }

  /** Stores what the first page fetched before this worker was there. It is still in the browser's own cache. */
  async function storeTexts(fetched) {
    await (await caches.open(shell)).addAll(texts.filter((file) => fetched.includes(file)));
  }

  /** Fetches a file of this build. If the server no longer has it, the next page must be the server's. */
  async function asset(request) {
    const response = await fetch(request);
    if (response.status === 404) await (await caches.open(shell)).delete(page);
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
    } else if (files.includes(pathname)) event.respondWith(fileOf(request));
    else if (texts.includes(pathname)) event.respondWith(textsOf(request));
    else if (pathname.startsWith('/assets/')) event.respondWith(asset(request));
  });
})();
