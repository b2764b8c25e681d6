import { useEffect, useState } from 'preact/hooks';

/// Keeps the page on the device, and gives what loads its next version once that has been fetched.
/// A visit goes on with the version that it began with until then.
export function useNextVersion(): (() => void) | undefined {
  const [load, setLoad] = useState<() => void>();
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    const workers = navigator.serviceWorker;
    const first = workers.controller === null; // the first visit is not interrupted
    workers.addEventListener('controllerchange', () => !first && location.reload());
    const offer = (worker: ServiceWorker | null) => {
      if (worker && workers.controller) setLoad(() => () => worker.postMessage('take over'));
    };
    const watch = (registration: ServiceWorkerRegistration | undefined) => {
      if (!registration) return; // a browser may block it without a word
      offer(registration.waiting);
      registration.addEventListener('updatefound', () => {
        const worker = registration.installing;
        worker?.addEventListener('statechange', () => worker.state === 'installed' && offer(worker));
      });
      // A page that stays open for days looks when somebody comes back to it.
      document.addEventListener('visibilitychange', () => {
        if (document.visibilityState === 'visible') registration.update().catch(() => undefined);
      });
    };
    // Where it is refused the page works, with a network.
    workers.register('./sw.js', { updateViaCache: 'none' }).then(watch, () => undefined);
  }, []);
  return load;
}
