import { gifFrames } from './gif'
import { jpegSize } from './jpeg'
import { pngChunks, pngSize, withoutFrames } from './png'
import type { Size } from './size'
import { firstWebpFrame, webpChunks, webpSize } from './webp'

/** An image that browsers can show. Its bytes decide the type, not the client. */
export interface Picture {
  type: `image/${string}`
  /** Extension of its file names. */
  extension: string
  /** The first frame of an animated image; null if the image is not animated. */
  still: Uint8Array | null
  size: Size
}

/**
 * The picture in a file; null if it is broken, or none of PNG, JPEG, GIF and WebP. Only the structure is checked: a Worker
 * has no time to decode pixels.
 */
export function pictureIn(bytes: Uint8Array): Picture | null {
  const chunks = pngChunks(bytes)
  if (chunks !== null) {
    const isAnimated = chunks.some(({ type }) => type === 'acTL')
    const stillPicture = isAnimated ? withoutFrames(bytes, chunks) : null
    return { type: 'image/png', extension: 'png', still: stillPicture, size: pngSize(chunks) }
  }
  const gif = gifFrames(bytes)
  if (gif !== null) {
    const stillPicture = gif.frames > 1 ? gif.first : null
    return { type: 'image/gif', extension: 'gif', still: stillPicture, size: gif.size }
  }
  const webp = webpChunks(bytes)
  if (webp !== null) {
    const isAnimated = webp.some(({ type }) => type === 'ANMF')
    const stillPicture = isAnimated ? firstWebpFrame(webp) : null
    if (isAnimated && stillPicture === null) return null
    // Chunks inside the first frame have sizes as well, which may contradict the others.
    const size = webpSize(stillPicture === null ? webp : [...webp, ...webpChunks(stillPicture)!])
    return { type: 'image/webp', extension: 'webp', still: stillPicture, size }
  }
  const size = jpegSize(bytes)
  return size === null ? null : { type: 'image/jpeg', extension: 'jpg', still: null, size }
}
