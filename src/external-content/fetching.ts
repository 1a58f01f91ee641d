import { beginningOf, noUserAddress, responseOutside } from '../core/base/fetch-outside'
import { mebibyte } from '../core/base/units'
import { formatOf } from '../images/formats'
import { outsideAddress } from '../previews/addresses'

/** Largest picture, in bytes. */
const largestPicture = 10 * mebibyte

/** Picture types in the headers of other servers. None of them can contain a script. */
const pictureTypes = /^image\/(?:png|apng|p?jpeg|jpg|gif|webp|avif|bmp|x-ms-bmp|x-icon|vnd\.microsoft\.icon)\s*(?:;|$)/i

/** Headers of every request. They say nothing about the user. */
const headers = {
  Accept: 'image/avif, image/webp, image/png, image/jpeg, image/gif, image/*;q=0.5',
  'User-Agent': 'Rivulet (pictures for readers)',
  ...noUserAddress,
}

/** A picture from another server that has not been read yet. */
interface UnreadPicture {
  readonly body: ReadableStream<Uint8Array> | null
  /** Maximal number of bytes. */
  readonly maxBytes: number
}

/**
 * The picture in another server's response; null if the response is something else or missing. `own` are the host names of this
 * deployment, which are never fetched.
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
  const maxBytes = announcedBytes(response.headers) ?? largestPicture
  const type = response.headers.get('Content-Type') ?? ''
  if (response.status === 200 && pictureTypes.test(type) && maxBytes <= largestPicture)
    return { body: response.body, maxBytes }
  await response.body?.cancel()
  return null
}

/** Length of the body by its header; null without one. A compressed body becomes longer than that. */
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

/** The whole picture; null if it is incomplete, too large, or does not begin like a picture. */
export async function readPicture({ body, maxBytes }: UnreadPicture): Promise<OutsidePicture | null> {
  try {
    const { bytes, isWhole } = await beginningOf(body, maxBytes)
    const type = formatOf(bytes)
    return isWhole && type !== null ? { type, bytes } : null
  } catch {
    return null
  }
}
