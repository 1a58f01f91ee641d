import { isReplaced } from '../parts'
import { trustedScript } from '../trusted-script'

/** Milliseconds after which somebody who stays is looked for a newer release. */
const interval = 3_600_000

/** Missing where a page came by plain HTTP, and in some private windows. */
const { serviceWorker: workers } = navigator as { serviceWorker?: ServiceWorkerContainer }

/** Whether this page is of the release that the next one would be. */
async function isNewest(): Promise<boolean> {
  const text = await (await fetch('/', { cache: 'no-cache' })).text()
  const names = [...text.matchAll(/(?:src|href)="(\/app\/[^"]+)"/g)].map(([, name]) => name!)
  return names.every((name) => document.head.querySelector(`[src="${name}"], [href="${name}"]`) !== null)
}

async function compare(): Promise<void> {
  try {
    if (!(await isNewest())) isReplaced.value = true
  } catch {
    // Offline. It is looked at again.
  }
}

async function register(): Promise<ServiceWorkerRegistration | null> {
  try {
    return (await workers?.register(trustedScript('rivulet-worker', '/sw.js'))) ?? null
  } catch {
    // Without a service worker everything works while there is a network.
    return null
  }
}

/** Keeps the client for when there is no network, and looks for newer releases. What it returns looks now. */
export async function watchReleases(): Promise<() => void> {
  const registration = await register()
  workers?.addEventListener('controllerchange', () => void compare())
  // It may have come since the page was opened.
  void compare()
  let lookedAt = Date.now()

  function look(): void {
    lookedAt = Date.now()
    if (registration === null) void compare()
    else registration.update().catch(() => undefined)
  }

  setInterval(() => {
    if (document.visibilityState === 'visible' && Date.now() - lookedAt > interval) look()
  }, interval / 60)
  return look
}
