/** Written by the build: the name of the release, its files that never change under their names, and others. */
declare const release: { readonly name: string; readonly app: readonly string[]; readonly others: readonly string[] }

const prefix = 'shell '
const own = prefix + release.name

/** Releases that are kept: windows that are open with the one before load the rest of it from here. */
const mostReleases = 2

const shells = async (): Promise<string[]> => (await caches.keys()).filter((name) => name.startsWith(prefix))

/** What belongs to a release is taken whole or not at all. Redirects lead to somebody's login page. */
async function load(path: string): Promise<Response> {
  const cache = path.startsWith('/app/') ? 'default' : 'no-cache'
  // Somebody may be waiting for something else.
  const response = await fetch(path, { cache, priority: 'low' })
  if (!response.ok || response.redirected) throw new Error(`${path}: ${response.status}`)
  return response
}

/** Keeps this release. Throws if the server has another one by now. */
export async function keepRelease(): Promise<void> {
  // Anew, because the newest is known by its place.
  await caches.delete(own)
  const cache = await caches.open(own)
  await Promise.all(release.app.map(async (path) => cache.put(path, (await caches.match(path)) ?? (await load(path)))))
  await Promise.all(release.others.map(async (path) => cache.put(path, await load(path))))
  const page = await load('/')
  const names = [...(await page.clone().text()).matchAll(/(?:src|href)="(\/app\/[^"]+)"/g)].map(([, name]) => name!)
  if (!names.every((name) => release.app.includes(name))) throw new Error('Another release')
  // Last: a release with a page is whole.
  await cache.put('/', page)
}

/** Lets go of releases that are long gone. */
export async function dropReleases(): Promise<void> {
  const gone = (await shells()).slice(0, -mostReleases)
  await Promise.all(gone.map((name) => caches.delete(name)))
}

async function newestPage(): Promise<Response | undefined> {
  for (const name of (await shells()).toReversed()) {
    const found = await (await caches.open(name)).match('/')
    if (found !== undefined) return found
  }
  return undefined
}

const aPage = { requestMethod: 'GET', requestDestination: 'document', urlPattern: { pathname: '/', search: '' } }

/** What the browser takes from the caches by itself. What is not there it asks the server for. */
export const routes = [
  { condition: aPage, source: { cacheName: own } },
  { condition: { requestMethod: 'GET', urlPattern: { pathname: '/app/*' } }, source: 'cache' },
]

/** The page of the newest release that is whole; where there is none, or none can be read, that of the server. */
export async function page(request: Request): Promise<Response> {
  return (await newestPage().catch(() => undefined)) ?? fetch(request)
}

export const isShell = (path: string): boolean => path.startsWith('/app/') || release.others.includes(path)

/** A file of any release. */
export async function shellFile(request: Request): Promise<Response> {
  const cached = await caches.match(request, { ignoreVary: true }).catch(() => undefined)
  if (cached !== undefined) return cached
  const response = await fetch(request)
  // Fonts are kept once they are used.
  if (response.ok) await keep(request, response.clone()).catch(() => undefined)
  return response
}

async function keep(request: Request, response: Response): Promise<void> {
  if (new URL(request.url).pathname.startsWith('/app/')) await (await caches.open(own)).put(request, response)
}
