/** Replaces the service worker (`SERVICE_WORKER=off`): deletes all caches and unregisters itself. */
declare const self: ServiceWorkerGlobalScope

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))
self.addEventListener('activate', (event) => event.waitUntil(leave()))

async function leave(): Promise<void> {
  for (const name of await caches.keys()) await caches.delete(name)
  await self.clients.claim()
  await self.registration.unregister()
}

// oxlint-disable-next-line unicorn/require-module-specifiers -- it has names of its own
export {}
