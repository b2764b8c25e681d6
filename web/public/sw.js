// Keeps the whole page on the device: it works without a network after the first visit.
// The build writes in the files and their version.
const files = 'FILES';
const prefix = 'combat-odds-page-';
const cache = prefix + 'VERSION';
const root = new URL('./', self.location).pathname;
const outside = ['afresh.html', 'afresh.js', 'sw.js'].map((name) => root + name); // always from the network

/// Past the browser's own cache: a host that lets files be kept for a while would hand out those of
/// the version before.
async function fetchAll() {
  const open = await caches.open(cache);
  await open.addAll(['./', ...files].map((name) => new Request(name, { cache: 'reload' })));
  // Up to 0.2.0 no page offered its next version: such a page is replaced at once.
  const older = (await caches.keys()).some((name) => name.startsWith('combat-odds-') && !name.startsWith(prefix));
  if (older) await self.skipWaiting();
}

async function takeOver() {
  const names = (await caches.keys()).filter((name) => name.startsWith('combat-odds-') && name !== cache);
  await Promise.all(names.map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function answer(request, path) {
  const wanted = path === root + 'index.html' ? './' : request;
  return (await caches.match(wanted, { ignoreSearch: true, cacheName: cache })) ?? fetch(request);
}

self.addEventListener('install', (event) => event.waitUntil(fetchAll()));
self.addEventListener('activate', (event) => event.waitUntil(takeOver()));
// A visit goes on with the version that it began with, until its page asks for the next.
self.addEventListener('message', (event) => {
  if (event.data === 'take over') self.skipWaiting();
});
self.addEventListener('fetch', (event) => {
  const { origin, pathname } = new URL(event.request.url);
  if (event.request.method !== 'GET' || origin !== self.location.origin || outside.includes(pathname)) return;
  event.respondWith(answer(event.request, pathname));
});
