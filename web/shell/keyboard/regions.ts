/** The regions that F6 goes through, in this order: sidebar, main pane, compose box, people, toasts. */
const regions = ['.frame > nav', '.frame > main', '.compose', '.frame > aside', '.toasts']

/** Selectors of what takes the focus in a region: the open item, else the tab stop of a list, else the first link or field. */
const stops = ['[aria-current]', 'article[tabindex="0"], [data-row], textarea', 'a[href], button, input']

const isShown = (element: Element): boolean => element.checkVisibility() && element.closest('[inert]') === null

/** The element of a region that takes the focus; undefined if nothing in it is visible. */
function stopIn(region: string): HTMLElement | undefined {
  const root = document.querySelector<HTMLElement>(region)
  if (root === null || !isShown(root)) return undefined
  const found = stops.flatMap((stop) => [...root.querySelectorAll<HTMLElement>(stop)])
  return found.find(isShown)
}

/** Focuses the next region, or the previous one if `step` is -1. */
export function goToRegion(step: 1 | -1): void {
  const { activeElement } = document
  // The compose box is inside the main pane, so the innermost region counts.
  const from = regions.findLastIndex((region) => activeElement?.closest(region))
  for (let distance = 1; distance <= regions.length; distance += 1) {
    const start = from === -1 && step === -1 ? 0 : from
    const stop = stopIn(regions.at((start + step * distance) % regions.length)!)
    if (stop !== undefined) return stop.focus()
  }
}
