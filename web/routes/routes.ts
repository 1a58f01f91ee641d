import { computed, signal } from '@preact/signals'
import {
  addressOf,
  conversationOf,
  namesOf,
  termsOf,
  termsOfConversation,
  type Conversation,
  type KnownStream,
  type Message,
  type Names,
  type Store,
  type Terms,
  type Topic,
} from '../../client'
import { pageAddress } from './history'
import { allViews, views, type ViewName } from './views'

export { goTo, pageAddress } from './history'
export type { ViewName }

/** What the main pane shows: a view, a stream, a conversation, or any other narrow. */
export type Route =
  | { readonly view: ViewName }
  | { readonly stream_id: number }
  | Conversation
  | { readonly terms: Terms }

/** Prefix of a resolved topic. */
export const resolvedMark = '✔ '

/** The name of a topic without the mark of a resolved one. */
export const unresolvedTopic = (topic: string): string => topic.replace(/^[✔ ]+/, '')

export const isTopic = (place: Route | null): place is Topic =>
  place !== null && 'stream_id' in place && 'topic' in place

export const isConversation = (place: Route | null): place is Conversation =>
  isTopic(place) || (place !== null && 'user_ids' in place)

/** A route with its narrow. */
interface RouteWithTerms {
  readonly place: Route
  /** Null if the view shows no messages. */
  readonly terms: Terms | null
}

const noNames: Names = { user_id: 0, streams: new Map(), people: new Map() }
const names = signal<{ readonly value: Names }>({ value: noNames })

/** Resolves the names in addresses by the store. Returns a function that stops it. */
export function followRoutes(store: Store): () => void {
  names.value = computed(() => namesOf(store))
  return () => (names.value = { value: noNames })
}

/** The address of a conversation, with `near` at one of its messages. */
export const hrefOf = (to: Conversation, store: Store, near?: number): string =>
  addressOf(termsOfConversation(to, store.user_id), namesOf(store), near).slice(1)

/** The address of the conversation of a message, with `near` at one of its messages. */
export const messageHref = (message: Message, store: Store, near?: number): string =>
  hrefOf(conversationOf(message, store.user_id), store, near)

export const viewAddress = (view: ViewName): string => views[view].hash

/** The address of a stream or one of its topics. */
export function streamAddress(stream: Pick<KnownStream, 'stream_id' | 'name'>, topic?: string, near?: number): string {
  const terms = [{ operator: 'stream', operand: stream.stream_id }]
  return addressOf(
    topic === undefined ? terms : [...terms, { operator: 'topic', operand: topic }],
    { ...noNames, streams: new Map([[stream.stream_id, stream]]) },
    near,
  )
}

/** The address of a direct conversation. An empty list is the user's conversation with themselves. The order does not matter. */
export function peopleAddress(user_ids: readonly number[], full_names: readonly string[], near?: number): string {
  const people = new Map(
    user_ids.map((user_id, index) => [user_id, { user_id, full_name: full_names[index] ?? '', email: '' }]),
  )
  return addressOf([{ operator: 'pm-with', operand: user_ids.toSorted((a, b) => a - b) }], { ...noNames, people }, near)
}

const address = computed(() => {
  const found = termsOf(pageAddress.value, names.value.value)
  return found === null ? null : { ...found, key: JSON.stringify(found.terms) }
})

/** The route of the current address; null if it leads nowhere. An empty address is the inbox. */
function routeOfAddress(): RouteWithTerms | null {
  const [view, found] =
    allViews.find(
      ([name, one]) => one.hash === pageAddress.value || (name === 'inbox' && pageAddress.value.length < 2),
    ) ?? []
  if (view && found?.isScreen) return { place: { view }, terms: null }
  if (address.value === null) return null
  const { terms } = address.value
  const [first, second] = terms
  const [kind, other] = terms.map(({ operator, negated }) => (negated ? '' : operator))
  const isWord = (word: string): boolean => kind === 'is' && first!.operand === word
  if (terms.length === 0) return { place: { view: 'all' }, terms }
  if (terms.length === 1 && isWord('mentioned')) return { place: { view: 'mentions' }, terms }
  if (terms.length === 1 && isWord('starred')) return { place: { view: 'starred' }, terms }
  if (terms.length === 1 && kind === 'pm-with') return { place: { user_ids: first!.operand as number[] }, terms }
  if (terms.length === 1 && kind === 'stream') return { place: { stream_id: Number(first!.operand) }, terms }
  if (terms.length === 2 && kind === 'stream' && other === 'topic')
    return { place: { stream_id: Number(first!.operand), topic: String(second!.operand) }, terms }
  return { place: { terms }, terms }
}

let last: RouteWithTerms | null = null

/** Keeps its identity while the address means the same, so that nothing renders again. */
const current = computed(() => {
  const next = routeOfAddress()
  if (JSON.stringify(next) !== JSON.stringify(last)) last = next
  return last
})

/** The open route; null if the address leads nowhere. */
export const route = computed(() => current.value?.place ?? null)

/** The narrow of the open route; null if the view shows no messages. */
export const terms = computed(() => current.value?.terms ?? null)

/** The id of the message in the address; null if it names none. */
export const near = computed(() => address.value?.near ?? null)
