/**
 * The service worker: opens the client offline, with pictures that the user has seen, and shows push messages. Of requests it only
 * answers those for the page, its files and cached pictures, never those of the API.
 */
import { file, isFile } from './files'
import { openNotice } from './notices'
import { onAction, onPush } from './push'
import { dropReleases, isShell, keepRelease, page, routes, shellFile } from './shell'

declare const self: ServiceWorkerGlobalScope

/** Registers static routes, so that the browser opens the client without starting the worker, where it supports them. */
async function route(event: Event): Promise<void> {
  try {
    await (event as { addRoutes?: (rules: typeof routes) => Promise<void> }).addRoutes?.(routes)
  } catch {
    // The browser supports other rules. Then the fetch handler below answers.
  }
}

// Take over at once: open windows still find the files of their release, and the next page is of the newest one.
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

self.addEventListener('push', (event) => event.waitUntil(onPush(self, event.data)))

self.addEventListener('notificationclick', (event) => {
  const act = async (): Promise<void> => {
    if (event.action !== '' && (await onAction(self, event))) return
    await openNotice(event.notification, self.clients)
  }
  event.waitUntil(act())
})
