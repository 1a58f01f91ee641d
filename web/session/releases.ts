import { isReplaced } from '../ui'
import { registration as registering, workers } from '../lib/service-worker'

/** Milliseconds after which somebody who stays is looked for a newer release. */
const interval = 3_600_000

/** Whether this page is of the release that the next one would be. */
async function isNewest(): Promise<boolean> {
  const text = await (await fetch('/', { cache: 'no-cache' })).text()
  const names = [...text.matchAll(/(?:src|href)="(\/app\/[^"]+)"/g)].map(([, name]) => name!)
  return names.every((name) => document.head.querySelector(`[src="${name}"], [href="${name}"]`) !== null)
}

/**
 * Offers a newer release if there is one. While a new service worker is still loading it, a reload would open the old release again.
 * So nothing is offered then: `controllerchange` comes when that worker takes over, and calls this again.
 */
async function compare(registration: ServiceWorkerRegistration | null): Promise<void> {
  try {
    if (await isNewest()) return
    await registration?.update().catch(() => undefined)
    if (!registration?.installing && !registration?.waiting) isReplaced.value = true
  } catch {
    // Offline. It is looked at again.
  }
}

/** Keeps the client for when there is no network, and looks for newer releases. What it returns looks now. */
export async function watchReleases(): Promise<() => void> {
  const registration = await registering
  workers?.addEventListener('controllerchange', () => void compare(registration))
  // It may have come since the page was opened.
  void compare(registration)
  let lookedAt = Date.now()

  function look(): void {
    lookedAt = Date.now()
    if (registration === null) void compare(null)
    else registration.update().catch(() => undefined)
  }

  setInterval(() => {
    if (document.visibilityState === 'visible' && Date.now() - lookedAt > interval) look()
  }, interval / 60)
  return look
}
