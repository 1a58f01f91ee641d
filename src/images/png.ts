import { concatBytes } from '../core/base/bytes'
import { ascii, bigEndianNumber, viewOf } from './bytes'
import type { Size } from './size'

interface PngChunk {
  type: string
  /** The whole chunk, with its length and checksum. */
  whole: Uint8Array
}

/** Maximal number of chunks that are read: far more than an animation of a minute has. */
const maxChunks = 20_000

/** Whether the bytes begin as a PNG does. */
export const isPng = (bytes: Uint8Array): boolean => ascii(bytes.subarray(0, 8)) === '\x89PNG\r\n\x1a\n'

/** The chunks of a PNG; null if the bytes are no PNG, or end before the image begins. */
export function pngChunks(bytes: Uint8Array): PngChunk[] | null {
  if (!isPng(bytes)) return null
  const view = viewOf(bytes)
  const chunks: PngChunk[] = []
  for (let at = 8; at + 12 <= bytes.length && chunks.length < maxChunks;) {
    const end = at + 12 + view.getUint32(at)
    if (end > bytes.length) break
    chunks.push({ type: ascii(bytes.subarray(at + 4, at + 8)), whole: bytes.subarray(at, end) })
    at = end
  }
  return chunks[0]?.type === 'IHDR' && chunks.some(({ type }) => type === 'IDAT') ? chunks : null
}

/** The size in the first chunk, after its length and type. */
export const pngSize = ([header]: readonly PngChunk[]): Size => ({
  width: bigEndianNumber(header!.whole, 8, 4),
  height: bigEndianNumber(header!.whole, 12, 4),
})

/** Types of the chunks that animate a PNG. Without them, the default image remains. */
const animating = new Set(['acTL', 'fcTL', 'fdAT'])

export const withoutFrames = (bytes: Uint8Array, chunks: readonly PngChunk[]): Uint8Array =>
  concatBytes([bytes.subarray(0, 8), ...chunks.filter(({ type }) => !animating.has(type)).map(({ whole }) => whole)])
