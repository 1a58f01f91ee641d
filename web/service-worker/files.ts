/**
 * Cache of pictures and files. The page creates it after the login (`lib/offline-files.ts`); while it is missing, nothing is
 * kept.
 */
const cacheName = 'files'

/** Limits in bytes: `all` for the cache, `one` for a single file. */
const maxBytes = { all: 50 << 20, one: 5 << 20 }

/** Bytes that a small file counts for, because of the browser's overhead. */
const minFileBytes = 16 << 10

/** Paths of attachments, avatars and proxied images. */
const places = /^\/(user_uploads|user_avatars|avatar|external_content)\//

/** Range requests are excluded: media players use them for parts of a file. */
export const isFile = ({ mode, headers }: Request, path: string): boolean =>
  places.test(path) && mode !== 'navigate' && !headers.has('Range')

/** Fetches a file, so that the server checks access each time. Offline, it comes from the cache. */
export async function file(request: Request, inBackground: (work: Promise<unknown>) => void): Promise<Response> {
  try {
    const response = await fetch(request)
    inBackground(keep(request, response.clone()).catch(() => undefined))
    return response
  } catch (error) {
    const cached = await caches.match(request.url, { cacheName, ignoreVary: true }).catch(() => undefined)
    if (cached === undefined) throw error
    return cached
  }
}

/** Statuses that mean that the user has lost access to a file: it leaves the cache. */
const refusals = new Set([401, 403, 404, 410])

/** Bytes in the cache; null until they were counted. */
let total: number | null = null

async function keep({ url }: Request, response: Response): Promise<void> {
  if (refusals.has(response.status)) return cachedFile(async (cache) => void (await cache.delete(url)))
  if (response.status !== 200 || Number(response.headers.get('Content-Length')) > maxBytes.one) return
  const body = await response.arrayBuffer()
  if (body.byteLength > maxBytes.one) return
  const headers = new Headers(response.headers)
  headers.set('Content-Length', String(body.byteLength))
  await cachedFile(async (cache) => {
    // `put` also moves an old entry to the end.
    await cache.put(url, new Response(body, { headers }))
    total = total === null ? null : total + taken(headers)
    if (total === null || total > maxBytes.all) total = await makeRoom(cache)
  })
}

/** Uses the cache if it exists. The lock makes a logout wait, so that this cannot create the cache again after its deletion. */
const cachedFile = (act: (cache: Cache) => Promise<void>): Promise<void> =>
  navigator.locks.request(cacheName, async () => {
    if (await caches.has(cacheName)) await act(await caches.open(cacheName))
  })

const taken = (headers: Headers): number => Math.max(minFileBytes, Number(headers.get('Content-Length')))

/** Deletes the files that were fetched least recently. Returns how many bytes are left. */
async function makeRoom(cache: Cache): Promise<number> {
  const sizes = (await cache.matchAll()).map(({ headers }) => taken(headers))
  let bytesLeft = sizes.reduce((sum, size) => sum + size, 0)
  for (const [index, key] of (await cache.keys()).entries()) {
    if (bytesLeft <= maxBytes.all) break
    await cache.delete(key)
    bytesLeft -= sizes[index] ?? 0
  }
  return bytesLeft
}
