/**
 * Where an arrow key leads in a row of things: 1 to the next one, -1 to the one before, undefined for other keys. Where lines run
 * from right to left, the next one is on the left.
 */
export function arrowStep(event: KeyboardEvent): 1 | -1 | undefined {
  if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return undefined
  const isMirrored = getComputedStyle(event.target as Element).direction === 'rtl'
  return (event.key === 'ArrowRight') === isMirrored ? -1 : 1
}
