/** The cache of pictures and files. It is there while somebody is logged in: without it nothing is kept. */
const cacheName = 'files'

/** Bytes that are kept in all, and of one file. */
const maxBytes = { all: 50 << 20, one: 5 << 20 }

/** Bytes that a file takes at least, with all that is kept about it. */
const least = 16 << 10

/** Where the files of messages and the pictures of people are. */
const places = /^\/(user_uploads|user_avatars|avatar|external_content)\//

/** Parts of files are not kept: players ask for them by `Range`. */
export const isFile = ({ mode, headers }: Request, path: string): boolean =>
  places.test(path) && mode !== 'navigate' && !headers.has('Range')

/** A file of the server, which says each time whether one may still see it; what was seen before while it cannot be reached. */
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

/** Answers to somebody who may not see a file any more. */
const refusals = new Set([401, 403, 404, 410])

/** Bytes that are kept; null while nobody has counted. */
let total: number | null = null

async function keep({ url }: Request, response: Response): Promise<void> {
  if (refusals.has(response.status)) return ifKept(async (cache) => void (await cache.delete(url)))
  if (response.status !== 200 || Number(response.headers.get('Content-Length')) > maxBytes.one) return
  const body = await response.arrayBuffer()
  if (body.byteLength > maxBytes.one) return
  const headers = new Headers(response.headers)
  headers.set('Content-Length', String(body.byteLength))
  await ifKept(async (cache) => {
    // Whatever is put moves to the end.
    await cache.put(url, new Response(body, { headers }))
    total = total === null ? null : total + taken(headers)
    if (total === null || total > maxBytes.all) total = await makeRoom(cache)
  })
}

/** Does something with the cache if it is there. Whoever logs out waits for it, so that it does not make the cache anew. */
const ifKept = (act: (cache: Cache) => Promise<void>): Promise<void> =>
  navigator.locks.request(cacheName, async () => {
    if (await caches.has(cacheName)) await act(await caches.open(cacheName))
  })

const taken = (headers: Headers): number => Math.max(least, Number(headers.get('Content-Length')))

/** Lets go of what was used least recently. Returns how much is left. */
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
