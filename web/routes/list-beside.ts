import { computed, signal } from '@preact/signals'
import { pageAddress } from './history'
import { goTo, isConversation, route } from './routes'

/** Lists that stay beside the conversation chosen from them on a wide screen. */
const lists = ['inbox', 'recent', 'private'] as const

type List = (typeof lists)[number]

/** The same width as in `list-beside.css`. */
const roomy = matchMedia('(min-width: 1500px)')
const isRoomy = signal(roomy.matches)
roomy.addEventListener('change', () => (isRoomy.value = roomy.matches))

/** The list from which the open conversation was chosen. It is in the state of the history entry, so it survives a reload. */
const listOfEntry = (): List | null =>
  lists.find((list) => list === (history.state as { list?: unknown } | null)?.list) ?? null
const chosenFrom = computed(() => {
  void pageAddress.value
  return listOfEntry()
})

/** The list beside the conversation, or alone while none is chosen; null on a small screen or without a list. */
export const listBeside = computed((): List | null => {
  const openRoute = route.value
  if (!isRoomy.value || openRoute === null) return null
  if ('view' in openRoute) return lists.find((list) => list === openRoute.view) ?? null
  return isConversation(openRoute) ? chosenFrom.value : null
})

/** Opens an address and keeps the current list beside it. */
export function openBesideList(hash: string): void {
  const list = listBeside.peek()
  goTo(hash)
  if (list !== null) history.replaceState({ ...history.state, list }, '')
}
