import { logFailure } from '../core/base/failures'
/** Seconds for which the edge caches a picture, or that there is none. */
const keptSeconds = { picture: 24 * 3600, none: 300 }

/**
 * The cache key of a picture. It only depends on the picture's address, so that all accounts share the cache, and that it does
 * not reveal who looked at a picture. Cloudflare demands the host name of the Worker in keys.
 */
export const placeOf = (url: URL, origin: string): string =>
  `${origin}/external_content?${new URLSearchParams({ url: url.href }).toString()}`

/**
 * Pictures of other sites in the data center that fetched them (Cloudflare's Cache API). Not the default cache, because the whole
 * domain shares that.
 */
const openCache = (): Promise<Cache> => caches.open('external-content')

/**
 * The cached picture; `none` if there was none lately; null if nothing is cached, which is always so where Cloudflare provides no
 * cache.
 */
export async function keptAt(place: string): Promise<Response | 'none' | null> {
  try {
    const response = await (await openCache()).match(place)
    if (response === undefined || response.status === 200) return response ?? null
    await response.body?.cancel()
    return 'none'
  } catch {
    return null
  }
}

export const keepPicture = (place: string, bytes: Uint8Array, headers: Record<string, string>): Promise<void> =>
  storeInCache(place, new Response(bytes, { headers: { ...headers, ...cacheable(keptSeconds.picture) } }))

export const keepNone = (place: string): Promise<void> =>
  storeInCache(place, new Response(null, { status: 404, headers: cacheable(keptSeconds.none) }))

const cacheable = (seconds: number) => ({ 'Cache-Control': `public, max-age=${seconds}` })

async function storeInCache(place: string, response: Response): Promise<void> {
  try {
    await (await openCache()).put(place, response)
  } catch (error) {
    logFailure('caching a picture of another site', error)
  }
}
