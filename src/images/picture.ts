import { gifFrames } from './gif'
import { isJpeg } from './jpeg'
import { pngChunks, withoutFrames } from './png'
import { firstWebpFrame, webpChunks } from './webp'

/** An image that browsers show, as its own bytes tell; what the client calls it does not matter. */
export interface Picture {
  type: `image/${string}`
  /** What names of its files end in. */
  extension: string
  /** The same image at rest; null when it does not move. */
  still: Uint8Array | null
}

/**
 * What a file is an image of; null when it is none of PNG, JPEG, GIF and WebP, or is broken. Its structure is looked at and
 * its pixels are not: a Worker has no time to decode them.
 */
export function pictureIn(bytes: Uint8Array): Picture | null {
  const chunks = pngChunks(bytes)
  if (chunks !== null) {
    const isAnimated = chunks.some(({ type }) => type === 'acTL')
    return { type: 'image/png', extension: 'png', still: isAnimated ? withoutFrames(bytes, chunks) : null }
  }
  const gif = gifFrames(bytes)
  if (gif !== null) return { type: 'image/gif', extension: 'gif', still: gif.frames > 1 ? gif.first : null }
  const webp = webpChunks(bytes)
  if (webp !== null) {
    const isAnimated = webp.some(({ type }) => type === 'ANMF')
    const still = isAnimated ? firstWebpFrame(webp) : null
    return isAnimated && still === null ? null : { type: 'image/webp', extension: 'webp', still }
  }
  return isJpeg(bytes) ? { type: 'image/jpeg', extension: 'jpg', still: null } : null
}
