// Takes photos that the phone's share sheet sends to Upaj (share_target in web/public/manifest.webmanifest), and stores
// them until the user says in the form of a new post whether they are theirs
// (web/src/trade/posts/form/shared-photos.ts).
(function () {
  const most = 8;

  async function take(request) {
    const form = await request.formData();
    // Photos that were shared before and not used make room.
    await caches.delete('upaj-shared');
    const cache = await caches.open('upaj-shared');
    let number = 0;
    for (const file of form.getAll('photos').slice(0, most)) {
      if (typeof file === 'string') continue;
      number += 1;
      const headers = { 'content-type': file.type, 'x-name': encodeURIComponent(file.name) };
      await cache.put(`/shared-photos/${Date.now()}-${number}`, new Response(file, { headers }));
    }
    return Response.redirect('/create-post', 303);
  }

  // A share from the phone has no referrer. A form of another website may hide it, so the user is asked as well.
  const isForeign = ({ referrer, mode, destination }) =>
    mode !== 'navigate' ||
    destination !== 'document' ||
    (referrer.includes('://') && new URL(referrer).origin !== self.location.origin);

  self.addEventListener('fetch', (event) => {
    const { request } = event;
    const { origin, pathname } = new URL(request.url);
    if (request.method !== 'POST' || origin !== self.location.origin || pathname !== '/shared-photos') return;
    event.respondWith(isForeign(request) ? Response.redirect('/', 303) : take(request));
  });
})();
