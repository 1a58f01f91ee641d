/** Where the service worker keeps pictures and files that were seen, while it is there. Some browsers keep none. */
const name = 'files'
const { caches } = globalThis as { caches?: CacheStorage }

/** Lets what is seen be kept: somebody is logged in. */
export async function cacheFiles(): Promise<void> {
  await caches?.open(name)
}

/** Forgets what was seen, and keeps nothing from now on: somebody logs out, or somebody else logs in. */
export async function eraseFiles(): Promise<void> {
  if (caches) await navigator.locks.request(name, () => caches.delete(name))
}
