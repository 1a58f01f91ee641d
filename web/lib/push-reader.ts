/** Who reads in this browser, and the words of notifications in their language: the page writes it down for its service worker. */
export interface Reader {
  readonly user_id: number
  readonly texts: {
    readonly newMessage: string
    readonly newReaction: string
    readonly reply: string
    readonly markRead: string
    /** Text of a test notification. */
    readonly test: string
  }
}

/** Cache and address under which the reader is stored. Pages and service workers share no other simple storage. */
const place = { cache: 'rivulet reader', address: '/reader' }

export async function storeReader(reader: Reader | null): Promise<void> {
  const cache = await caches.open(place.cache)
  if (reader === null) await cache.delete(place.address)
  else await cache.put(place.address, Response.json(reader))
}

/** Null if nobody is logged in. */
export async function findReader(): Promise<Reader | null> {
  const response = await caches.match(place.address, { cacheName: place.cache })
  return response === undefined ? null : ((await response.json()) as Reader)
}
