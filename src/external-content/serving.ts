import { newKey } from '../auth/keys'
import type { ApiError } from '../core/base/errors'
import { withinSeconds } from '../core/base/fetch-outside'
import { mebibyte } from '../core/base/units'
import type { Defer } from '../core/http/endpoint'
import { namesTag } from '../core/http/document'
import { Semaphore } from '../core/http/semaphore'
import { sandbox } from '../uploads/content-types'
import { fileNotFound } from '../uploads/serving'
import { keepNone, keepPicture } from './cache'
import { openPicture, readPicture } from './fetching'

/** Seconds to fetch a picture, including redirects and waiting for memory, and to send it. */
const patience = { fetching: 10, sending: 60 }

/**
 * Bytes of pictures that an isolate holds at once, until they are sent. One owner may have a picture of maximal size and some
 * more.
 */
const memory = new Semaphore({
  max: 20 * mebibyte,
  maxOfOwner: 12 * mebibyte,
  leaseMs: 10_000,
  maxWaitMs: 5000,
  maxWaiting: 100,
})

/** A picture to fetch. */
interface PictureRequest {
  readonly url: URL
  /** Host names of this deployment, which are never fetched. */
  readonly own: readonly string[]
  /** Name of the account whose share of the memory the picture uses. */
  readonly owner: string
  /** Its cache key. */
  readonly place: string
  readonly defer: Defer
}

/** Fetches a picture, sends and caches it, or refuses with 404. */
export async function serveFetched(wanted: PictureRequest): Promise<Response> {
  return withinSeconds(patience.fetching, (signal) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>()
    // Deferred, because the picture is sent after the response has begun, and is cached even if the client hangs up.
    wanted.defer(fetchPicture(wanted, signal, resolve).catch(reject))
    return promise
  })
}

/** Fetches a picture and passes on the response. Ends when the picture has been sent and has left the memory. */
async function fetchPicture(
  { url, own, owner, place }: PictureRequest,
  signal: AbortSignal,
  handOut: (answer: Response) => void,
): Promise<void> {
  const unread = await openPicture(url, own, signal)
  if (unread === null) throw await noPicture(place)
  const picture = await memory.hold(unread.maxBytes, owner, () => readPicture(unread))
  if (picture === null) throw await noPicture(place)
  const { type, bytes } = picture
  // Take what the picture really needs before another request can use the memory.
  await memory.hold(bytes.length, owner, async () => {
    const { readable, writable } = new FixedLengthStream(bytes.length)
    const headers = headersOf(type, `"${newKey()}"`)
    await keepPicture(place, bytes, headers)
    handOut(new Response(readable, { headers }))
    await send(bytes, writable)
  })
}

/** The refusal if there is no picture. This is cached as well. */
async function noPicture(place: string): Promise<ApiError> {
  await keepNone(place)
  return fileNotFound()
}

/** Sends the picture to the client. A slow client only gets a part, because the picture uses memory that others need. */
async function send(bytes: Uint8Array, writable: WritableStream<Uint8Array>): Promise<void> {
  const writer = writable.getWriter()
  const timer = setTimeout(() => void writer.abort(), patience.sending * 1000)
  try {
    await writer.write(bytes)
    await writer.close()
  } catch {
    // The client hung up, which is no failure.
  } finally {
    clearTimeout(timer)
  }
}

/** Sends a cached picture, or 304 if the client already has it (RFC 9110, 13). */
export async function serveKept(picture: Response, requestHeaders: Headers): Promise<Response> {
  const tag = picture.headers.get('ETag')!
  const headers = headersOf(picture.headers.get('Content-Type')!, tag)
  if (!namesTag(requestHeaders.get('If-None-Match'), tag)) return new Response(picture.body, { headers })
  await picture.body?.cancel()
  return new Response(null, { status: 304, headers })
}

/** Headers of the response. No headers of the other server are passed on. */
const headersOf = (type: string, ETag: string) => ({
  'Content-Type': type,
  'Content-Disposition': 'inline',
  'Content-Security-Policy': sandbox,
  ETag,
  'Cache-Control': 'private, max-age=86400',
})
