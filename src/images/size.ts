/** Pixels from left to right and from top to bottom. */
export interface Size {
  width: number
  height: number
}

/**
 * Most pixels on a side, which is as wide as the graphics of most machines draw, and most in all: everybody who sees the
 * picture has to decode it, into four bytes a pixel. The best cameras of telephones stay below.
 */
const longestSide = 16_384
const mostPixels = 50_000_000

export const isTooLarge = ({ width, height }: Size): boolean =>
  Math.max(width, height) > longestSide || width * height > mostPixels

export const tooLarge = `Image is too large (limit: ${longestSide} pixels on a side and ${mostPixels} in all)`

/** The least size that has room for all of these: a file may tell sizes that contradict each other. */
export const roomFor = (sizes: readonly Size[]): Size => ({
  width: Math.max(0, ...sizes.map(({ width }) => width)),
  height: Math.max(0, ...sizes.map(({ height }) => height)),
})
