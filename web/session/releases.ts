import { isReplaced } from '../ui'
import { registration as registering, workers } from '../lib/service-worker'

/** Milliseconds between two checks for a newer release on a page that stays open. */
const interval = 3_600_000

/** Whether a reload would load the release that this page runs. */
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
    // Offline. A later check will find it.
  }
}

/** Checks for newer releases now and regularly. Returns a function that checks at once. */
export async function watchReleases(): Promise<() => void> {
  const registration = await registering
  workers?.addEventListener('controllerchange', () => void compare(registration))
  // A release may have come out since the page was opened.
  void compare(registration)
  let lookedAt = Date.now()

  function checkRelease(): void {
    lookedAt = Date.now()
    if (registration === null) void compare(null)
    else registration.update().catch(() => undefined)
  }

  setInterval(() => {
    if (document.visibilityState === 'visible' && Date.now() - lookedAt > interval) checkRelease()
  }, interval / 60)
  return checkRelease
}
