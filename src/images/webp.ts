import { concatBytes } from '../core/base/bytes'
import { ascii, littleEndianNumber, viewOf } from './bytes'
import { roomFor, type Size } from './size'

interface WebpChunk {
  type: string
  content: Uint8Array
}

/** Whether the bytes begin as a WebP does. */
export const isWebp = (bytes: Uint8Array): boolean =>
  ascii(bytes.subarray(0, 4)) === 'RIFF' && ascii(bytes.subarray(8, 12)) === 'WEBP'

/** The chunks of a WebP; null if the bytes are no WebP, or contain no image. */
export function webpChunks(bytes: Uint8Array): WebpChunk[] | null {
  if (!isWebp(bytes)) return null
  const chunks = chunksIn(bytes.subarray(12))
  return chunks.some(({ type }) => image.has(type) || type === 'ANMF') ? chunks : null
}

/** Maximal number of chunks that are read: far more than an animation of a minute has. */
const maxChunks = 20_000

const image = new Set(['VP8 ', 'VP8L'])

function chunksIn(bytes: Uint8Array): WebpChunk[] {
  const view = viewOf(bytes)
  const chunks: WebpChunk[] = []
  for (let at = 0; at + 8 <= bytes.length && chunks.length < maxChunks;) {
    const size = view.getUint32(at + 4, true)
    if (at + 8 + size > bytes.length) break
    chunks.push({ type: ascii(bytes.subarray(at, at + 4)), content: bytes.subarray(at + 8, at + 8 + size) })
    at += 8 + size + (size % 2)
  }
  return chunks
}

/** The smallest size that covers the canvas, each frame and the image, whichever chunks there are. */
export const webpSize = (chunks: readonly WebpChunk[]): Size => roomFor(chunks.map(sizeIn))

function sizeIn({ type, content }: WebpChunk): Size {
  switch (type) {
    case 'VP8X':
      return { width: littleEndianNumber(content, 4, 3) + 1, height: littleEndianNumber(content, 7, 3) + 1 }
    case 'ANMF':
      return { width: littleEndianNumber(content, 6, 3) + 1, height: littleEndianNumber(content, 9, 3) + 1 }
    case 'VP8 ':
      // The upper two bits of each number are a scale, which decoders ignore.
      return { width: littleEndianNumber(content, 6, 2) & 0x3fff, height: littleEndianNumber(content, 8, 2) & 0x3fff }
    case 'VP8L': {
      const bits = littleEndianNumber(content, 1, 4)
      return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 }
    }
    default:
      return { width: 0, height: 0 }
  }
}

/** A WebP with only the first frame of an animation; null if that frame has no image. */
export function firstWebpFrame(chunks: readonly WebpChunk[]): Uint8Array | null {
  const frame = chunks.find(({ type }) => type === 'ANMF')!.content
  const parts = chunksIn(frame.subarray(16))
  const picture = parts.find(({ type }) => image.has(type))
  if (picture === undefined) return null
  const alpha = parts.find(({ type }) => type === 'ALPH')
  if (alpha === undefined) return container([picture])
  // A chunk with transparency next to the image must be announced, together with the size of the frame.
  const announced = concatBytes([Uint8Array.of(0x10, 0, 0, 0), frame.subarray(6, 12)])
  return container([{ type: 'VP8X', content: announced }, alpha, picture])
}

function container(chunks: readonly WebpChunk[]): Uint8Array {
  const body = concatBytes(
    chunks.flatMap(({ type, content }) => [head(type, content.length), content, new Uint8Array(content.length % 2)]),
  )
  return concatBytes([head('RIFF', body.length + 4), Uint8Array.from('WEBP', (letter) => letter.charCodeAt(0)), body])
}

function head(type: string, size: number): Uint8Array {
  const bytes = Uint8Array.from(`${type}\0\0\0\0`, (letter) => letter.charCodeAt(0))
  viewOf(bytes).setUint32(4, size, true)
  return bytes
}
