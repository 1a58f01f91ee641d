import { computed, signal } from '@preact/signals'
import { goTo, isConversation, route } from './routes'

/** Lists that stay beside the conversation that is chosen from them, where there is room. */
const lists = ['inbox', 'recent', 'private'] as const

type List = (typeof lists)[number]

/** As in `list-beside.css`. */
const roomy = matchMedia('(min-width: 1500px)')
const isRoomy = signal(roomy.matches)
roomy.addEventListener('change', () => (isRoomy.value = roomy.matches))

/** The list from which the open conversation was chosen. The entry of the browser's history remembers it, also when the page is loaded again. */
const listOfEntry = (): List | null =>
  lists.find((list) => list === (history.state as { list?: unknown } | null)?.list) ?? null
const chosenFrom = signal(listOfEntry())
// Before the new place is drawn.
addEventListener('hashchange', () => (chosenFrom.value = listOfEntry()), { capture: true })

/** The list that stands beside what is read, or in its place while nothing is chosen; null where there is no room or no list. */
export const listBeside = computed((): List | null => {
  const openRoute = route.value
  if (!isRoomy.value || openRoute === null) return null
  if ('view' in openRoute) return lists.find((list) => list === openRoute.view) ?? null
  return isConversation(openRoute) ? chosenFrom.value : null
})

/** Opens an address, and keeps the list beside it. */
export function openBesideList(hash: string): void {
  const list = listBeside.peek()
  goTo(hash)
  if (list !== null) history.replaceState({ ...history.state, list }, '')
}
