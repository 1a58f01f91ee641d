import { ascii, joined } from './bytes'

const trailer = 0x3b

/** How many frames a GIF has, and a GIF of the first alone; null when it is none, or breaks off before its first ends. */
export function gifFrames(bytes: Uint8Array): { frames: number; first: Uint8Array } | null {
  if (!/^GIF8[79]a$/.test(ascii(bytes.subarray(0, 6)))) return null
  let at = 13 + tableSize(bytes[10])
  let frames = 0
  let first: Uint8Array | null = null
  while (at < bytes.length && bytes[at] !== trailer) {
    const isFrame = bytes[at] === 0x2c
    if (!isFrame && bytes[at] !== 0x21) break
    const end = afterBlocks(bytes, isFrame ? at + 11 + tableSize(bytes[at + 9]) : at + 2)
    if (end === null) break
    at = end
    if (!isFrame) continue
    frames += 1
    first ??= joined([bytes.subarray(0, end), Uint8Array.of(trailer)])
  }
  return first === null ? null : { frames, first }
}

/** Bytes of the colours that follow, by the flags that announce them. */
const tableSize = (flags = 0): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

/** Where a row of blocks ends, each of which begins with its size, and the last of which has none. */
function afterBlocks(bytes: Uint8Array, from: number): number | null {
  for (let at = from; at < bytes.length; at += bytes[at]! + 1) if (bytes[at] === 0) return at + 1
  return null
}
