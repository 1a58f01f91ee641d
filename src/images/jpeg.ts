import { big } from './bytes'
import { roomFor, type Size } from './size'

/** The size of a JPEG; null when a file is none: its segments lead to the size of an image, and on to the image itself. */
export function jpegSize(bytes: Uint8Array): Size | null {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return null
  let size: Size | null = null
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff;) {
    const marker = bytes[at + 1]!
    if (marker === startOfScan) return size
    if (isFrame(marker)) size = roomFor([...(size === null ? [] : [size]), frameSize(bytes.subarray(at))])
    // Any number of these bytes may stand before a marker.
    at += marker === 0xff ? 1 : 2 + big(bytes, at + 2, 2)
  }
  return null
}

const startOfScan = 0xda

/** Markers from C0 to CF tell the size, but for the three that bring tables. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** After the marker, the length of the segment and the precision of a colour. */
const frameSize = (segment: Uint8Array): Size => ({ height: big(segment, 5, 2), width: big(segment, 7, 2) })
