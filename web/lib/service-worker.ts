import { trustedScript } from './trusted-script'

/** Missing where a page came by plain HTTP, and in some private windows. */
export const { serviceWorker: workers } = navigator as { serviceWorker?: ServiceWorkerContainer }

async function register(): Promise<ServiceWorkerRegistration | null> {
  try {
    return (await workers?.register(trustedScript('rivulet-worker', '/sw.js'))) ?? null
  } catch {
    // Without a service worker everything works while there is a network.
    return null
  }
}

/** The service worker, which keeps all parts of the client for when there is no network; null where there can be none. */
export const registration = register()
