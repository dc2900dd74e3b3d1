// Shows what the server pushes while no screen of Upaj is open.
(function () {
  async function localeOf() {
    try {
      // The notification does not wait for storage that does not respond.
      const late = new Promise((resolve) => setTimeout(resolve, 1000));
      const stored = await Promise.race([caches.match('/locale', { cacheName: 'upaj-push' }), late]);
      if (stored) return await stored.text();
    } catch {
      // If storage is disabled, the browser's language is used.
    }
    return self.navigator.language.split('-')[0].toLowerCase();
  }

  /** Returns a path only for addresses of this app. */
  function pathOf(url) {
    const { origin } = self.location;
    try {
      const at = new URL(String(url || '/notifications'), origin);
      if (at.origin === origin) return at.pathname + at.search + at.hash;
    } catch {
      // The URL was not valid. This does not use URL.canParse because old phones lack it.
    }
    return '/notifications';
  }

  async function show(data) {
    let payload = {};
    try {
      payload = data.json();
    } catch {
      // A payload that cannot be read is shown too: browsers revoke the permission of a worker that wakes up and
      // shows nothing.
    }
    const locale = await localeOf();
    const chosen = payload[locale] ? locale : 'en';
    const text = payload[chosen] || { title: 'Upaj उपज' };
    // If the account has a language, the payload has only that text.
    const lang = payload.lang || chosen;
    const path = pathOf(payload.url);
    await self.registration.showNotification(text.title, {
      body: text.body,
      lang,
      // A later notification of the same rate or post replaces the earlier one.
      tag: path,
      data: { path },
    });
  }

  async function open(path) {
    const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    const seen = windows.find((one) => one.visibilityState === 'visible') || windows[0];
    if (!seen) return self.clients.openWindow(path);
    // The app navigates without a reload, which would lose what is being typed.
    const isReceived = post(seen, { open: path });
    // The window is focused before the wait, because the press allows it only for a moment.
    await seen.focus();
    if (await isReceived) return;
    // No app runs in that window, or no user is logged in there.
    try {
      await seen.navigate(path);
    } catch {
      // No worker controls it yet.
      await self.clients.openWindow(path);
    }
  }

  /** Resolves to whether the app in that window responds within a second. */
  function post(client, message) {
    return new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => end(true);
      const timer = setTimeout(() => end(false), 1000);
      function end(isReceived) {
        clearTimeout(timer);
        port1.close();
        resolve(isReceived);
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
