/**
 * Cache in which the service worker keeps pictures and files that the user has seen. It keeps none while this cache is missing.
 */
const name = 'files'
const { caches } = globalThis as { caches?: CacheStorage }

/** Creates the cache after the login, which makes the service worker fill it. */
export async function cacheFiles(): Promise<void> {
  await caches?.open(name)
}

/** Deletes the cache when the user logs out or another user logs in. Nothing is kept from then on. */
export async function eraseFiles(): Promise<void> {
  if (caches) await navigator.locks.request(name, () => caches.delete(name))
}
