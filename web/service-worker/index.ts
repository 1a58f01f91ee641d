/**
 * The service worker: the client opens without the network, with the pictures that were seen before. It knows nothing of the
 * API. Whatever it does not have comes from the server, as if it were not there.
 */
import { file, isFile } from './files'
import { openNotice } from './notices'
import { dropReleases, isShell, keepRelease, page, routes, shellFile } from './shell'

declare const self: ServiceWorkerGlobalScope

/** Has the browser open the client without waiting for the worker, if it can. */
async function route(event: Event): Promise<void> {
  try {
    await (event as { addRoutes?: (rules: typeof routes) => Promise<void> }).addRoutes?.(routes)
  } catch {
    // It knows other rules. The worker answers then.
  }
}

// At once: windows that are open go on with their own files, and the next page is of the newest release.
self.addEventListener('install', (event) => {
  event.waitUntil(Promise.all([route(event), keepRelease()]).then(() => self.skipWaiting()))
})
self.addEventListener('activate', (event) => event.waitUntil(dropReleases().then(() => self.clients.claim())))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (pathname === '/') event.respondWith(page(request))
  else if (isShell(pathname)) event.respondWith(shellFile(request))
  else if (isFile(request, pathname)) event.respondWith(file(request, (work) => event.waitUntil(work)))
})

self.addEventListener('notificationclick', (event) => event.waitUntil(openNotice(event.notification, self.clients)))
