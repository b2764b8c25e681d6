// The way out where the copy on the device does not work: it is thrown away and fetched again.
async function afresh() {
  const workers = 'serviceWorker' in navigator ? await navigator.serviceWorker.getRegistrations() : [];
  const here = new URL('./', location.href).href;
  await Promise.all(workers.filter((each) => each.scope === here).map((each) => each.unregister()));
  const names = 'caches' in window ? await caches.keys() : [];
  await Promise.all(names.filter((name) => name.startsWith('combat-odds-')).map((name) => caches.delete(name)));
  await fetch('./', { cache: 'reload' });
}

afresh().then(
  () => location.replace('./' + location.hash),
  (error) =>
    (document.getElementById('said').textContent =
      `The page could not be fetched: ${error.message}. Try again when there is a network.`),
);
