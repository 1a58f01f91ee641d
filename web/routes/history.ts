import { computed, signal } from '@preact/signals'

/** The addresses of dialogs begin so. */
const dialogs = /^#(settings|organization|streams|channels|user|groups|invite|passwords|muted|status)(\/|$)/

export const isDialogAddress = (hash: string): boolean => dialogs.test(hash)

/** What an entry of the browser's history shows: a page, and perhaps a dialog on it. */
interface Entry {
  readonly hash: string
  /** The address of the page. The same as `hash` if there is no dialog. */
  readonly behind: string
  /** How many entries of dialogs lie upon that of the page. -Infinity: this page was loaded with a dialog, so none of it lies below. */
  readonly depth: number
}

/** Reads the current entry. An entry of a dialog stores what lies below it, so that it survives a reload. */
function read({ behind, depth }: Entry): Entry {
  const { hash } = location
  if (!isDialogAddress(hash)) return { hash, behind: hash, depth: 0 }
  const state = history.state as Partial<Entry> | null
  const below = { behind: state?.behind ?? behind, depth: state?.depth ?? depth + 1 }
  if (state?.behind === undefined) history.replaceState({ ...state, ...below }, '')
  return { hash, ...below }
}

const entry = signal(read({ hash: '', behind: '#inbox', depth: -Infinity }))

/** Whether the browser is on its way back from a dialog. Then `entry` is ahead of it. */
let isClosing = false

addEventListener('hashchange', () => {
  isClosing = false
  entry.value = read(entry.peek())
})

/** The address of the page, also while a dialog lies upon it. */
export const pageAddress = computed(() => entry.value.behind)

/** The address of the open dialog; null if none is open. */
export const dialogAddress = computed(() => (entry.value.depth === 0 ? null : entry.value.hash))

/** Goes to an address of this page: `#inbox`, or `/#narrow/...` as links have it. `replace` adds nothing to the browser's history. */
export function goTo(address: string, how?: 'replace'): void {
  // Where one goes before the browser has gone back would be undone by that.
  if (isClosing) addEventListener('hashchange', () => goTo(address, how), { once: true })
  else if (how === undefined) location.hash = address.replace(/^\//, '')
  else {
    history.replaceState(history.state, '', address)
    entry.value = read(entry.peek())
  }
}

/** Closes the open dialog, and those below it in the history: back to the page, as if they had not been there. */
export function closeDialog(): void {
  const { behind, depth } = entry.peek()
  if (depth < 0) goTo(behind, 'replace')
  if (depth <= 0) return
  isClosing = true
  entry.value = { hash: behind, behind, depth: 0 }
  history.go(-depth)
}
