// Takes photos that the phone's share sheet sends to Upaj (share_target in web/public/manifest.webmanifest), and stores
// them until the user says in the form of a new post whether they are theirs
// (web/src/trade/posts/form/shared-photos.ts).
(function () {
  const most = 10;

  // A form of another website has its origin here. It can hide it as 'null', which is also what a share sheet has, and
  // nothing else that a worker sees tells the two apart.
  function isForeign(request) {
    const origin = request.headers.get('origin');
    return origin !== null && origin !== 'null' && origin !== self.location.origin;
  }

  async function take(request) {
    if (isForeign(request)) return Response.redirect('/', 303);
    const form = await request.formData();
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

  self.addEventListener('fetch', (event) => {
    const { origin, pathname } = new URL(event.request.url);
    if (event.request.method !== 'POST' || origin !== self.location.origin) return;
    if (pathname === '/shared-photos') event.respondWith(take(event.request));
  });
})();
