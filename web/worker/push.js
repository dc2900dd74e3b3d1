// Shows what the server pushes while no screen of Upaj is open. It keeps no files: the app works without it.
(function () {
  async function localeOf() {
    try {
      const kept = await caches.match('/locale', { cacheName: 'upaj-push' });
      if (kept) return await kept.text();
    } catch {
      // Without storage the browser's language serves.
    }
    return self.navigator.language.split('-')[0].toLowerCase();
  }

  /** Only addresses of this app. */
  function pathOf(url) {
    const { origin } = self.location;
    try {
      const at = new URL(String(url || '/notifications'), origin);
      if (at.origin === origin) return at.pathname + at.search + at.hash;
    } catch {
      // No address at all. The phones of many are too old for URL.canParse.
    }
    return '/notifications';
  }

  async function show(data) {
    let payload = {};
    try {
      payload = data.json();
    } catch {
      // A browser takes the permission away from a worker that is woken and shows nothing.
    }
    const locale = await localeOf();
    const lang = payload[locale] ? locale : 'en';
    const text = payload[lang] || { title: 'Upaj उपज' };
    const path = pathOf(payload.url);
    await self.registration.showNotification(text.title, {
      body: text.body,
      lang,
      // What is told later of the same rate or post takes the place of what was told before.
      tag: path,
      data: { path },
    });
  }

  async function open(path) {
    const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    const seen = windows.find((one) => one.visibilityState === 'visible') || windows[0];
    if (!seen) return self.clients.openWindow(path);
    // The app goes there by itself: loading it anew would lose what is being typed.
    const isHeard = tell(seen, { open: path });
    // Before the wait: the press allows it for a moment only.
    await seen.focus();
    if (await isHeard) return;
    // No app runs in that window, or nobody is logged in there.
    try {
      await seen.navigate(path);
    } catch {
      // It belongs to no worker yet.
      await self.clients.openWindow(path);
    }
  }

  /** Whether somebody there answers within a second. */
  function tell(client, message) {
    return new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => end(true);
      const timer = setTimeout(() => end(false), 1000);
      function end(isHeard) {
        clearTimeout(timer);
        port1.close();
        resolve(isHeard);
      }
      client.postMessage(message, [port2]);
    });
  }

  self.addEventListener('push', (event) => event.waitUntil(show(event.data)));
  self.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(open(pathOf(event.notification.data && event.notification.data.path)));
  });
})();
