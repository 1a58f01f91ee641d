import { gifFrames } from './gif'
import { jpegSize } from './jpeg'
import { pngChunks, pngSize, withoutFrames } from './png'
import type { Size } from './size'
import { firstWebpFrame, webpChunks, webpSize } from './webp'

/** An image that browsers show, as its own bytes tell; what the client calls it does not matter. */
export interface Picture {
  type: `image/${string}`
  /** What names of its files end in. */
  extension: string
  /** The same image at rest; null when it does not move. */
  still: Uint8Array | null
  size: Size
}

/**
 * What a file is an image of; null when it is none of PNG, JPEG, GIF and WebP, or is broken. Its structure is looked at and
 * its pixels are not: a Worker has no time to decode them.
 */
export function pictureIn(bytes: Uint8Array): Picture | null {
  const chunks = pngChunks(bytes)
  if (chunks !== null) {
    const isAnimated = chunks.some(({ type }) => type === 'acTL')
    const still = isAnimated ? withoutFrames(bytes, chunks) : null
    return { type: 'image/png', extension: 'png', still, size: pngSize(chunks) }
  }
  const gif = gifFrames(bytes)
  if (gif !== null) {
    const still = gif.frames > 1 ? gif.first : null
    return { type: 'image/gif', extension: 'gif', still, size: gif.size }
  }
  const webp = webpChunks(bytes)
  if (webp !== null) {
    const isAnimated = webp.some(({ type }) => type === 'ANMF')
    const still = isAnimated ? firstWebpFrame(webp) : null
    if (isAnimated && still === null) return null
    // The image of a frame tells its size once more, and alone nothing else does.
    const size = webpSize(still === null ? webp : [...webp, ...webpChunks(still)!])
    return { type: 'image/webp', extension: 'webp', still, size }
  }
  const size = jpegSize(bytes)
  return size === null ? null : { type: 'image/jpeg', extension: 'jpg', still: null, size }
}
