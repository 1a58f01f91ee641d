import type { Records } from '../../src/archive/records.ts'
import { bit } from '../../src/user-messages/bits.ts'
import { botTypeOf, isBot } from './people.ts'
import { wholeNumberOf, type Fields } from '../shared/values.ts'
import type { MessageIndex, Place } from './places.ts'
import type { Source } from './source.ts'
import type { SpanTable } from './spans.ts'

/** Bits of `flags_mask`. */
const flag = {
  read: 1,
  starred: 2,
  collapsed: 4,
  mentioned: 8,
  wildcard_mentioned: 16,
  has_alert_word: 512,
  historical: 1024,
} as const

const flagPairs = [
  [flag.starred, bit.starred],
  [flag.collapsed, bit.collapsed],
  [flag.mentioned, bit.mentioned],
  [flag.has_alert_word, bit.has_alert_word],
  [flag.historical, bit.historical],
] as const

/** Entries of a list in a record. */
const maxListLength = 10_000

/** What users did with messages. */
export class ReadState {
  /** Ids of unread messages by user and place. */
  private readonly unread = new Map<number, Map<Place, number[]>>()
  private readonly flags = new Map<number, [number, number][]>()
  /** Ids in the source of messages that mention everybody. */
  readonly wildcards = new Set<number>()
  private readonly withoutUnread: ReadonlySet<number>

  private readonly source: Source
  private readonly index: MessageIndex
  private readonly spans: SpanTable

  constructor(source: Source, index: MessageIndex, spans: SpanTable) {
    this.source = source
    this.index = index
    this.spans = spans
    // Programs that a bot answers for read everything.
    this.withoutUnread = new Set(
      source.people.all.filter((person) => isBot(person) && botTypeOf(person) >= 3).map(({ id }) => id),
    )
  }

  /** Takes a row of `zerver_usermessage`. */
  add(row: Fields): void {
    const entry = this.index.get(row['message'])
    const user = this.source.people.of(row['user_profile'])
    if (entry === null || user === null) return
    const { place, original, seconds } = entry
    if (place.members !== null && !place.members.includes(user.id)) return
    const id = this.index.idOf(original)!
    const mask = wholeNumberOf(row['flags_mask']) ?? wholeNumberOf(row['flags']) ?? flag.read
    if (mask & flag.wildcard_mentioned) this.wildcards.add(original)
    let bits = flagPairs.reduce((sum, [theirs, ours]) => (mask & theirs ? sum | ours : sum), 0)
    if (
      place.members === null &&
      !(mask & flag.historical) &&
      !this.spans.takeReceived(user.id, place.id, { id, seconds })
    )
      bits |= bit.historical | bit.delivered
    if (bits !== 0) listIn(this.flags, user.id).push([id, bits])
    if (mask & flag.read || this.withoutUnread.has(user.id)) return
    const places = this.unread.get(user.id) ?? new Map<Place, number[]>()
    this.unread.set(user.id, places)
    listIn(places, place).push(id)
  }

  /** Ids of the unread messages of a user in a place from one id on, ascending. */
  private unreadIn(user_id: number, place: Place, from: number): number[] {
    const ids = this.unread.get(user_id)?.get(place) ?? []
    return ids.filter((id) => id >= from).toSorted((a, b) => a - b)
  }

  /** The first unread message of a user in a place; null if everything is read. */
  unreadFrom(user_id: number, place: Place, from = 1): number | null {
    return this.unreadIn(user_id, place, from)[0] ?? null
  }

  /** The marks of each user: flags, and what is read above the first unread message. */
  *marks(): Generator<Records['marks']> {
    const users = new Set([...this.unread.keys(), ...this.flags.keys()])
    for (const user_id of [...users].toSorted((a, b) => a - b)) {
      const read = this.readWords(user_id)
      const flags = (this.flags.get(user_id) ?? []).toSorted(([a], [b]) => a - b)
      for (let start = 0; start < Math.max(read.length, flags.length); start += maxListLength)
        yield {
          user_id,
          read: read.slice(start, start + maxListLength),
          flags: flags.slice(start, start + maxListLength),
        }
    }
  }

  private readWords(user_id: number): [number, number][] {
    const words = new Map<number, number>()
    for (const place of this.unread.get(user_id)?.keys() ?? []) {
      const from = place.members === null ? this.spans.openFrom(user_id, place.id) : 1
      if (from === null) continue
      const unread = this.unreadIn(user_id, place, from)
      const [first] = unread
      if (first === undefined) continue
      const isUnread = new Set(unread)
      for (const id of this.index.ofPlace.get(place) ?? []) {
        if (id <= first || isUnread.has(id)) continue
        words.set(id >>> 5, (words.get(id >>> 5) ?? 0) | (1 << (id & 31)))
      }
    }
    return [...words].toSorted(([a], [b]) => a - b)
  }
}

function listIn<Key, Value>(lists: Map<Key, Value[]>, key: Key): Value[] {
  const existing = lists.get(key)
  if (existing !== undefined) return existing
  const list: Value[] = []
  lists.set(key, list)
  return list
}
