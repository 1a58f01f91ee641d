import { computed, signal } from '@preact/signals'
import {
  addressOf,
  conversationOf,
  namesOf,
  termsOf,
  termsOfConversation,
  type Conversation,
  type Message,
  type Names,
  type Store,
  type Terms,
  type Topic,
} from '../../client'

/** The views that are no conversation, by their addresses. */
const views = {
  '#inbox': 'inbox',
  '#recent': 'recent',
  '#narrow': 'all',
  '#narrow/is/mentioned': 'mentions',
  '#narrow/is/starred': 'starred',
  '#drafts': 'drafts',
  '#scheduled': 'scheduled',
  '#private': 'private',
} as const

export type ViewName = (typeof views)[keyof typeof views]

/** The views that are no list of messages. */
const lists: ReadonlySet<ViewName> = new Set(['inbox', 'recent', 'drafts', 'scheduled', 'private'])

/** Where the reader is. A stream is a place, too, and so is whatever an address asks for. */
export type Route =
  | { readonly view: ViewName }
  | { readonly stream_id: number }
  | Conversation
  | { readonly terms: Terms }

/** What a topic begins with that is resolved. */
export const resolvedMark = '✔ '

/** What a topic is called while it is not resolved. */
export const unresolved = (topic: string): string => topic.replace(/^[✔ ]+/, '')

export const isTopic = (place: Route | null): place is Topic =>
  place !== null && 'stream_id' in place && 'topic' in place

export const isConversation = (place: Route | null): place is Conversation =>
  isTopic(place) || (place !== null && 'user_ids' in place)

/** A place with the messages that belong there. */
interface Opened {
  readonly place: Route
  /** Null where it is no list of messages. */
  readonly terms: Terms | null
}

const hash = signal(location.hash)
addEventListener('hashchange', () => (hash.value = location.hash))

const noNames: Names = { user_id: 0, streams: [], people: [] }
const names = signal<{ readonly value: Names }>({ value: noNames })

/** Reads addresses by the names of an organization. What it returns ends that. */
export function followRoutes(store: Store): () => void {
  names.value = computed(() => namesOf(store))
  return () => (names.value = { value: noNames })
}

/** Goes to an address of this page: `#inbox`, or `/#narrow/...` as links have it. */
export function goTo(address: string): void {
  location.hash = address.replace(/^\//, '')
}

/** The address of a conversation in this page, perhaps at one of its messages. */
export const hrefOf = (to: Conversation, store: Store, near?: number): string =>
  addressOf(termsOfConversation(to, store.user_id), namesOf(store), near).slice(1)

/** The address of the conversation of a message, perhaps at a message. */
export const messageHref = (message: Message, store: Store, near?: number): string =>
  hrefOf(conversationOf(message, store.user_id), store, near)

export const viewAddress = (view: ViewName): string => Object.entries(views).find(([, one]) => one === view)![0]

/** The address of a stream or one of its topics. */
export function streamAddress(stream: Names['streams'][number], topic?: string, near?: number): string {
  const terms = [{ operator: 'stream', operand: stream.stream_id }]
  return addressOf(
    topic === undefined ? terms : [...terms, { operator: 'topic', operand: topic }],
    { ...noNames, streams: [stream] },
    near,
  )
}

/** The address of a private conversation; that with nobody is the one with oneself. The order of the people does not count. */
export function peopleAddress(user_ids: readonly number[], full_names: readonly string[], near?: number): string {
  const people = user_ids.map((user_id, index) => ({ user_id, full_name: full_names[index] ?? '', email: '' }))
  return addressOf([{ operator: 'pm-with', operand: user_ids.toSorted((a, b) => a - b) }], { ...noNames, people }, near)
}

const address = computed(() => {
  const found = termsOf(hash.value, names.value.value)
  return found === null ? null : { ...found, key: JSON.stringify(found.terms) }
})

/** The place of an address; null if it is none. Without an address it is the inbox. */
function openedAt(): Opened | null {
  const view = hash.value === '' || hash.value === '#' ? 'inbox' : views[hash.value as keyof typeof views]
  if (lists.has(view)) return { place: { view }, terms: null }
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

let last: Opened | null = null

/** Stays the same while the address means the same. */
const opened = computed(() => {
  const next = openedAt()
  if (JSON.stringify(next) !== JSON.stringify(last)) last = next
  return last
})

/** The place that is open now; null if the address leads nowhere. */
export const route = computed(() => opened.value?.place ?? null)

/** What is asked for there; null if it is no list of messages. */
export const terms = computed(() => opened.value?.terms ?? null)

/** The message that the address names. */
export const near = computed(() => address.value?.near ?? null)
