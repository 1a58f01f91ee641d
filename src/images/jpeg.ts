/** Whether a file is a JPEG: its segments lead to the size of an image, and on to the image itself. */
export function isJpeg(bytes: Uint8Array): boolean {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return false
  let hasSize = false
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff;) {
    const marker = bytes[at + 1]!
    if (marker === startOfScan) return hasSize
    if (isFrame(marker)) hasSize = true
    // Any number of these bytes may stand before a marker.
    at += marker === 0xff ? 1 : 2 + (bytes[at + 2]! << 8) + bytes[at + 3]!
  }
  return false
}

const startOfScan = 0xda

/** Markers from C0 to CF tell the size, but for the three that bring tables. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
