/** Width and height in pixels. */
export interface Size {
  width: number
  height: number
}

/**
 * Maximal number of pixels per side, which is what most graphics hardware can draw, and in total. Every viewer decodes the
 * picture into four bytes a pixel. Photos of the best phones are smaller.
 */
const longestSide = 16_384
const maxPixels = 50_000_000

export const isTooLarge = ({ width, height }: Size): boolean =>
  Math.max(width, height) > longestSide || width * height > maxPixels

export const tooLarge = `Image is too large (limit: ${longestSide} pixels on a side and ${maxPixels} in all)`

/** The smallest size that covers all of these, because a file may have sizes that contradict each other. */
export const roomFor = (sizes: readonly Size[]): Size => ({
  width: Math.max(0, ...sizes.map(({ width }) => width)),
  height: Math.max(0, ...sizes.map(({ height }) => height)),
})
