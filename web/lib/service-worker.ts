import { trustedScript } from './trusted-script'

/** Undefined on plain HTTP and in some private windows. */
export const { serviceWorker: workers } = navigator as { serviceWorker?: ServiceWorkerContainer }

async function register(): Promise<ServiceWorkerRegistration | null> {
  try {
    return (await workers?.register(trustedScript('rivulet-worker', '/sw.js'))) ?? null
  } catch {
    // The client works without a service worker while there is a network.
    return null
  }
}

/** The service worker, which keeps the client for offline use; null if the browser allows none. */
export const registration = register()
