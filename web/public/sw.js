// Shows what the server pushes while no screen of Upaj is open. It keeps no files: the app works without it.
(function () {
  async function localeOf() {
    try {
      const kept = await caches.match('/locale', { cacheName: 'upaj-push' });
      if (kept) return (await kept.text()) === 'hi' ? 'hi' : 'en';
    } catch {
      // Without storage the browser's language serves.
    }
    return /^hi/i.test(self.navigator.language) ? 'hi' : 'en';
  }

  /** Only addresses of this app. */
  function pathOf(url) {
    const { origin } = self.location;
    const at = new URL(URL.canParse(String(url), origin) && url ? url : '/notifications', origin);
    return at.origin === origin ? at.pathname + at.search : '/notifications';
  }

  async function show(data) {
    let payload = {};
    try {
      payload = data.json();
    } catch {
      // A browser takes the permission away from a worker that is woken and shows nothing.
    }
    const lang = await localeOf();
    const text = payload[lang] || payload.en || { title: 'Upaj उपज' };
    const path = pathOf(payload.url);
    await self.registration.showNotification(text.title, {
      body: text.body,
      lang,
      // A later price of the same rate takes the place of the earlier one.
      tag: path,
      data: { path },
    });
  }

  async function open(path) {
    const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    const [seen] = windows;
    if (!seen) return self.clients.openWindow(path);
    // The app goes there by itself: loading it anew would lose what is being typed.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's client takes none
    seen.postMessage({ open: path });
    return seen.focus();
  }

  self.addEventListener('install', () => self.skipWaiting());
  self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
  self.addEventListener('push', (event) => event.waitUntil(show(event.data)));
  self.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(open(pathOf(event.notification.data && event.notification.data.path)));
  });
})();
