// Takes photos that the phone's share sheet sends to Upaj (share_target in web/public/manifest.webmanifest), and stores
// them for the form of a new post (web/src/trade/posts/form/shared-photos.ts).
(function () {
  async function take(request) {
    const form = await request.formData();
    const cache = await caches.open('upaj-shared');
    let number = 0;
    for (const file of form.getAll('photos')) {
      if (typeof file === 'string') continue;
      number += 1;
      const headers = { 'content-type': file.type, 'x-name': encodeURIComponent(file.name) };
      await cache.put(`/shared-photos/${Date.now()}-${number}`, new Response(file, { headers }));
    }
    return Response.redirect('/create-post', 303);
  }

  self.addEventListener('fetch', (event) => {
    const { origin, pathname } = new URL(event.request.url);
    if (event.request.method !== 'POST' || origin !== self.location.origin) return;
    if (pathname === '/shared-photos') event.respondWith(take(event.request));
  });
})();
