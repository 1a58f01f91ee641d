import { beginningOf, responseOutside } from '../core/base/fetch-outside'
import { mebibyte } from '../core/base/units'
import { formatOf } from '../images/formats'
import { outsideAddress } from '../previews/addresses'

/** Largest picture, in bytes. */
const largestPicture = 10 * mebibyte

/** Types of pictures, as other servers say them. None of them can hold a script. */
const pictureTypes = /^image\/(?:png|apng|p?jpeg|jpg|gif|webp|avif|bmp|x-ms-bmp|x-icon|vnd\.microsoft\.icon)\s*(?:;|$)/i

/**
 * Headers of every request, which say nothing about the asker. Cloudflare adds the asker's address as `X-Real-IP` unless the
 * header is there. This is the address that it shows for Workers of other domains.
 */
const headers = {
  Accept: 'image/avif, image/webp, image/png, image/jpeg, image/gif, image/*;q=0.5',
  'User-Agent': 'Rivulet (pictures for readers)',
  'X-Real-IP': '2a06:98c0:3600::103',
}

/** A picture that another server answers, not read yet. */
interface UnreadPicture {
  readonly body: ReadableStream<Uint8Array> | null
  /** Bytes that it takes at most. */
  readonly most: number
}

/**
 * The picture that another server answers; null if it answers something else or nothing. `own` are the host names of this
 * deployment, which are never asked.
 */
export async function openPicture(
  url: URL,
  own: readonly string[],
  signal: AbortSignal,
): Promise<UnreadPicture | null> {
  const mayAsk = (next: URL) => outsideAddress(next.href, undefined, own) !== null
  let response: Response
  try {
    ;({ response } = await responseOutside(url.href, { method: 'GET', headers }, { signal, mayAsk }))
  } catch {
    return null
  }
  const most = announcedBytes(response.headers) ?? largestPicture
  const type = response.headers.get('Content-Type') ?? ''
  if (response.status === 200 && pictureTypes.test(type) && most <= largestPicture) return { body: response.body, most }
  await response.body?.cancel()
  return null
}

/** Length of the body as the other server announces it; null if it announces none. A compressed body is longer than announced. */
function announcedBytes(headers: Headers): number | null {
  const length = headers.get('Content-Length')
  return length === null || !/^\d+$/.test(length) || headers.has('Content-Encoding') ? null : Number(length)
}

/** A picture of another site. */
interface OutsidePicture {
  /** Its type by its first bytes, whatever the other server says. */
  readonly type: string
  readonly bytes: Uint8Array
}

/** The whole picture; null if it breaks off, is too large, or begins as no picture does. */
export async function readPicture({ body, most }: UnreadPicture): Promise<OutsidePicture | null> {
  try {
    const { bytes, isWhole } = await beginningOf(body, most)
    const type = formatOf(bytes)
    return isWhole && type !== null ? { type, bytes } : null
  } catch {
    return null
  }
}
