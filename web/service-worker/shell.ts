/** Filled in by the build: the name of the release, its hashed files, and its other files. */
declare const release: { readonly name: string; readonly app: readonly string[]; readonly others: readonly string[] }

const prefix = 'shell '
const own = prefix + release.name

/** Number of cached releases: windows that still run the previous release load the rest of its files from here. */
const maxCachedReleases = 2

const shells = async (): Promise<string[]> => (await caches.keys()).filter((name) => name.startsWith(prefix))

/** Fetches a file of the release. Throws unless it is really this file: a captive portal would redirect to its login page. */
async function load(path: string): Promise<Response> {
  const cache = path.startsWith('/app/') ? 'default' : 'no-cache'
  // At low priority, because requests of the page may be waiting.
  const response = await fetch(path, { cache, priority: 'low' })
  if (!response.ok || response.redirected) throw new Error(`${path}: ${response.status}`)
  return response
}

/** Caches this release, all of it or nothing. Throws if the server has another release by now. */
export async function keepRelease(): Promise<void> {
  // Deleted first: `caches.keys()` is in the order of creation, by which the newest release is found.
  await caches.delete(own)
  const cache = await caches.open(own)
  await Promise.all(release.app.map(async (path) => cache.put(path, (await caches.match(path)) ?? (await load(path)))))
  await Promise.all(release.others.map(async (path) => cache.put(path, await load(path))))
  const page = await load('/')
  const names = [...(await page.clone().text()).matchAll(/(?:src|href)="(\/app\/[^"]+)"/g)].map(([, name]) => name!)
  if (!names.every((name) => release.app.includes(name))) throw new Error('Another release')
  // The page comes last: a cache that has a page is complete.
  await cache.put('/', page)
}

/** Deletes the caches of old releases. */
export async function dropReleases(): Promise<void> {
  const oldShells = (await shells()).slice(0, -maxCachedReleases)
  await Promise.all(oldShells.map((name) => caches.delete(name)))
}

async function newestPage(): Promise<Response | undefined> {
  for (const name of (await shells()).toReversed()) {
    const found = await (await caches.open(name)).match('/')
    if (found !== undefined) return found
  }
  return undefined
}

const aPage = { requestMethod: 'GET', requestDestination: 'document', urlPattern: { pathname: '/', search: '' } }

/** Static routes, which the browser serves from the caches without the worker. On a miss it goes to the network. */
export const routes = [
  { condition: aPage, source: { cacheName: own } },
  { condition: { requestMethod: 'GET', urlPattern: { pathname: '/app/*' } }, source: 'cache' },
]

/** The page of the newest complete release; from the network if there is none or the caches fail. */
export async function page(request: Request): Promise<Response> {
  return (await newestPage().catch(() => undefined)) ?? fetch(request)
}

export const isShell = (path: string): boolean => path.startsWith('/app/') || release.others.includes(path)

/** A file of any cached release; otherwise from the network. */
export async function shellFile(request: Request): Promise<Response> {
  const cached = await caches.match(request, { ignoreVary: true }).catch(() => undefined)
  if (cached !== undefined) return cached
  const response = await fetch(request)
  // Fonts, for example, are not in the list of the release, and are cached at their first use.
  if (response.ok) await keep(request, response.clone()).catch(() => undefined)
  return response
}

async function keep(request: Request, response: Response): Promise<void> {
  if (new URL(request.url).pathname.startsWith('/app/')) await (await caches.open(own)).put(request, response)
}
