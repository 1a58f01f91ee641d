import { concatBytes } from '../core/base/bytes'
import { ascii, littleEndianNumber } from './bytes'
import { roomFor, type Size } from './size'

const trailer = 0x3b

/** The structure of a GIF. */
interface Gif {
  frames: number
  /** A GIF with the first frame alone. */
  first: Uint8Array
  size: Size
}

/** Whether the bytes begin as a GIF does. */
export const isGif = (bytes: Uint8Array): boolean => /^GIF8[79]a$/.test(ascii(bytes.subarray(0, 6)))

/** The frames of a GIF; null if the bytes are no GIF, or end before the first frame does. */
export function gifFrames(bytes: Uint8Array): Gif | null {
  if (!isGif(bytes)) return null
  let at = 13 + tableSize(bytes[10])
  let frames = 0
  let first: Uint8Array | null = null
  let size: Size = { width: littleEndianNumber(bytes, 6, 2), height: littleEndianNumber(bytes, 8, 2) }
  while (at < bytes.length && bytes[at] !== trailer) {
    const start = at
    const isFrame = bytes[at] === 0x2c
    if (!isFrame && bytes[at] !== 0x21) break
    const end = afterBlocks(bytes, isFrame ? at + 11 + tableSize(bytes[at + 9]) : at + 2)
    if (end === null) break
    at = end
    if (!isFrame) continue
    frames += 1
    size = roomFor([size, frameEnd(bytes.subarray(start))])
    first ??= concatBytes([bytes.subarray(0, end), Uint8Array.of(trailer)])
  }
  return first === null ? null : { frames, first, size }
}

/** The right and lower edges of a frame, in pixels of the whole image. */
const frameEnd = (frame: Uint8Array): Size => ({
  width: littleEndianNumber(frame, 1, 2) + littleEndianNumber(frame, 5, 2),
  height: littleEndianNumber(frame, 3, 2) + littleEndianNumber(frame, 7, 2),
})

/** Length of a colour table, from the flags before it. */
const tableSize = (flags = 0): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

/** The end of a sequence of blocks. Each block begins with its size, and the last one has size 0. */
function afterBlocks(bytes: Uint8Array, from: number): number | null {
  for (let at = from; at < bytes.length; at += bytes[at]! + 1) if (bytes[at] === 0) return at + 1
  return null
}
