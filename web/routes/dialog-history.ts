import { entry, entryAfter } from './history'

/** Goes to an address in the place of the current one: Back leads to what was before it. */
export function replaceAddress(address: string): void {
  history.replaceState(history.state, '', address)
  entry.value = entryAfter(entry.peek())
}

/** Closes the open dialog, and those below it in the browser's history: back to the page, as if they had not been there. */
export function closeDialog(): void {
  const { behind, depth } = entry.peek()
  if (depth < 0) replaceAddress(behind)
  if (depth <= 0) return
  entry.value = { hash: behind, behind, depth: 0, isAhead: true }
  history.go(-depth)
}
