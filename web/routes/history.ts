import { computed, signal } from '@preact/signals'

/** The addresses of dialogs begin so. */
const dialogs = /^#(settings|organization|streams|channels|user|groups|invite|passwords|muted|status)\b/

/** What an entry of the browser's history shows: a page, and perhaps a dialog on it. */
interface Entry {
  readonly hash: string
  /** The address of the page. The same as `hash` if there is no dialog. */
  readonly behind: string
  /** How many entries of dialogs lie upon that of the page. -Infinity: this page was loaded with a dialog, so none of it lies below. */
  readonly depth: number
  /** Whether the browser is still on its way back to this entry. */
  readonly isAhead?: true
}

/** Reads the entry to which the browser came from another one. An entry of a dialog stores what lies below it, so that it survives a reload. */
export function entryAfter({ behind, depth }: Entry): Entry {
  const { hash } = location
  if (!dialogs.test(hash)) return { hash, behind: hash, depth: 0 }
  const state = history.state as Partial<Entry> | null
  const below = { behind: state?.behind ?? behind, depth: state?.depth ?? depth + 1 }
  if (state?.behind === undefined) history.replaceState({ ...state, ...below }, '')
  return { hash, ...below }
}

/** The current entry. Only this folder sets it. */
export const entry = signal(entryAfter({ hash: '', behind: '#inbox', depth: -Infinity }))

addEventListener('hashchange', () => (entry.value = entryAfter(entry.peek())))

/** The address of the page, also while a dialog lies upon it. */
export const pageAddress = computed(() => entry.value.behind)

/** The address of the open dialog; null if none is open. */
export const dialogAddress = computed(() => (entry.value.depth === 0 ? null : entry.value.hash))

/** Goes to an address of this page: `#inbox`, or `/#narrow/...` as links have it. */
export function goTo(address: string): void {
  // What comes before the browser has gone back would be undone by that.
  if (entry.peek().isAhead) addEventListener('hashchange', () => goTo(address), { once: true })
  else location.hash = address.replace(/^\//, '')
}
