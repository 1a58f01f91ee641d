import { type Conversation, conversationKey, type Store, type Subscription } from '../../../../client'
import { shortName } from '../../conversation/summary'

/** A conversation with unread messages. */
export interface Entry {
  readonly key: string
  readonly conversation: Conversation
  /** The name to show below that of its stream. */
  readonly name: string
  readonly count: number
  readonly mentions: number
  /** Id of the newest unread message. */
  readonly newest: number
}

/** The entries of one stream, or all direct messages. */
export interface Group {
  readonly key: string
  readonly stream: Subscription | null
  readonly entries: readonly Entry[]
  readonly count: number
  readonly mentions: number
}

const newestFirst = (a: Entry, b: Entry): number => b.newest - a.newest

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

const newGroup = (key: string, stream: Subscription | null, entries: readonly Entry[]): Group => ({
  key,
  stream,
  entries: entries.toSorted(newestFirst),
  count: sum(entries.map(({ count }) => count)),
  mentions: sum(entries.map(({ mentions }) => mentions)),
})

/**
 * The unread conversations that are not muted: direct messages, then streams, each with the newest first. `staying` is shown,
 * too, although it has been read.
 */
export function groupsOf(store: Store, staying?: Entry): Group[] {
  const { unread, state } = store
  const entries = unread.inConversations.value
    .filter((conversation) => !unread.isMuted(conversation))
    .map((conversation): Entry => {
      const ids = unread.ids(conversation)
      const mentions = unread.mentions(conversation).value
      const key = conversationKey(conversation)
      return {
        key,
        conversation,
        name: shortName(conversation, store),
        count: ids.length,
        mentions,
        newest: ids.at(-1)!,
      }
    })
  if (staying) entries.push(staying)
  const inStreams = Map.groupBy(entries, ({ conversation: one }) => ('stream_id' in one ? one.stream_id : null))
  const people = inStreams.get(null) ?? []
  const streams = state.subscriptions.value
    .flatMap((stream) => {
      const own = inStreams.get(stream.stream_id)
      return own ? [newGroup(String(stream.stream_id), stream, own)] : []
    })
    .toSorted((a, b) => newestFirst(a.entries[0]!, b.entries[0]!))
  return [...(people.length > 0 ? [newGroup('private', null, people)] : []), ...streams]
}

/** The entries whose name, or whose stream's name, contains the typed text. */
export function matchingGroups(groups: readonly Group[], typed: string): readonly Group[] {
  const query = typed.trim().toLowerCase()
  if (query === '') return groups
  const has = (name: string): boolean => name.toLowerCase().includes(query)
  return groups.flatMap((group) => {
    if (group.stream && has(group.stream.name)) return [group]
    const entries = group.entries.filter(({ name }) => has(name))
    return entries.length > 0 ? [newGroup(group.key, group.stream, entries)] : []
  })
}
