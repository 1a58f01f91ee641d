/*
 * Looks for a newer release, as browsers do not do where they took the page from what was kept, and gets the page anew from
 * the server if what it needs could not be loaded. It needs nothing of the client, which may be broken.
 */
addEventListener('load', () => {
  void lookForUpdate().catch(() => undefined)
  const last = 'got anew at'
  const isRunning = performance.getEntriesByName('begun').length > 0
  // Once: what cannot be loaded from the server either does not come by trying.
  if (isRunning || !navigator.onLine || Date.now() - Number(sessionStorage.getItem(last)) < 60_000) return
  sessionStorage.setItem(last, String(Date.now()))
  void forgetPages().finally(() => location.reload())
})

async function lookForUpdate() {
  await (await navigator.serviceWorker?.getRegistration())?.update()
}

async function forgetPages() {
  // Over plain HTTP nothing is kept.
  if (!('caches' in globalThis)) return
  for (const name of await caches.keys()) await (await caches.open(name)).delete('/')
}
