/** Regions in the order in which F6 goes through them: where one navigates, reads, writes, sees people, and may undo something. */
const regions = ['.frame > nav', '.frame > main', '.compose', '.frame > aside', '.toasts']

/** What takes the focus in a region: what is open or has its turn goes before what comes first. */
const stops = ['[aria-current]', 'article[tabindex="0"], [data-row], textarea', 'a[href], button, input']

const isShown = (element: Element): boolean => element.checkVisibility() && element.closest('[inert]') === null

/** The element of a region that takes the focus; undefined if nothing in it is shown. */
function stopIn(region: string): HTMLElement | undefined {
  const root = document.querySelector<HTMLElement>(region)
  if (root === null || !isShown(root)) return undefined
  const found = stops.flatMap((stop) => [...root.querySelectorAll<HTMLElement>(stop)])
  return found.find(isShown)
}

/** Gives the focus to the next region or to the previous one, which is `-1` from here. */
export function goToRegion(step: 1 | -1): void {
  const { activeElement } = document
  // The box is within what is read: the innermost counts.
  const from = regions.findLastIndex((region) => activeElement?.closest(region))
  for (let distance = 1; distance <= regions.length; distance += 1) {
    const start = from === -1 && step === -1 ? 0 : from
    const stop = stopIn(regions.at((start + step * distance) % regions.length)!)
    if (stop !== undefined) return stop.focus()
  }
}
