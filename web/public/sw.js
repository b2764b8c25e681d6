// Keeps the whole page on the device: it works without a network after the first visit.
// The build writes in the files and their version.
const files = "FILES";
const cache = 'combat-odds-VERSION';

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(cache)
      .then((open) => open.addAll(['./', ...files]))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(names.filter((name) => name.startsWith('combat-odds-') && name !== cache).map((name) => caches.delete(name))),
      )
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET' || new URL(event.request.url).origin !== self.location.origin) return;
  event.respondWith(
    caches.match(event.request, { ignoreSearch: true, cacheName: cache }).then((kept) => kept ?? fetch(event.request)),
  );
});
