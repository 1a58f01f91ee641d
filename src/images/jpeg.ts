import { bigEndianNumber } from './bytes'
import { roomFor, type Size } from './size'

/** Whether the bytes begin as a JPEG does. */
export const isJpeg = (bytes: Uint8Array): boolean => bytes[0] === 0xff && bytes[1] === 0xd8

/** The size of a JPEG; null unless its segments lead to a frame header with a size, and then to the start of a scan. */
export function jpegSize(bytes: Uint8Array): Size | null {
  if (!isJpeg(bytes)) return null
  let size: Size | null = null
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff;) {
    const marker = bytes[at + 1]!
    if (marker === startOfScan) return size
    if (isFrame(marker)) size = roomFor([...(size === null ? [] : [size]), frameSize(bytes.subarray(at))])
    // Any number of fill bytes (FF) may precede a marker.
    at += marker === 0xff ? 1 : 2 + bigEndianNumber(bytes, at + 2, 2)
  }
  return null
}

const startOfScan = 0xda

/** Whether a marker begins a frame header: C0 to CF, except three that begin tables. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** The size in a frame header, which follows marker, length and precision. */
const frameSize = (segment: Uint8Array): Size => ({
  height: bigEndianNumber(segment, 5, 2),
  width: bigEndianNumber(segment, 7, 2),
})
