import { logFailure } from '../core/base/failures'
/** Seconds for which the edge keeps a picture, and that there is none. */
const keptSeconds = { picture: 24 * 3600, none: 300 }

/**
 * The place of a picture in the cache. It depends on the picture's address alone, so that the cache is shared by all
 * accounts, and does not tell who looked at a picture. Cloudflare wants keys to have the host name of the Worker.
 */
export const placeOf = (url: URL, origin: string): string =>
  `${origin}/external_content?${new URLSearchParams({ url: url.href }).toString()}`

/**
 * Pictures of other sites in the data center that fetched them (the Cache API of Cloudflare). The default cache would be that
 * of the whole domain.
 */
const opened = (): Promise<Cache> => caches.open('external-content')

/**
 * The kept picture; `none` if there was none lately; null if nothing is kept, as it always is where Cloudflare has no cache
 * for the Worker.
 */
export async function keptAt(place: string): Promise<Response | 'none' | null> {
  try {
    const response = await (await opened()).match(place)
    if (response === undefined || response.status === 200) return response ?? null
    await response.body?.cancel()
    return 'none'
  } catch {
    return null
  }
}

export const keepPicture = (place: string, bytes: Uint8Array, headers: Record<string, string>): Promise<void> =>
  put(place, new Response(bytes, { headers: { ...headers, ...cacheable(keptSeconds.picture) } }))

export const keepNone = (place: string): Promise<void> =>
  put(place, new Response(null, { status: 404, headers: cacheable(keptSeconds.none) }))

const cacheable = (seconds: number) => ({ 'Cache-Control': `public, max-age=${seconds}` })

async function put(place: string, response: Response): Promise<void> {
  try {
    await (await opened()).put(place, response)
  } catch (error) {
    logFailure('caching a picture of another site', error)
  }
}
