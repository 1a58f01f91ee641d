import { messageFiles } from './tables.ts'
import { ArchiveError } from '../conversion.ts'
import { numberOf, wholeNumberOf, type Fields } from '../shared/values.ts'
import type { Source } from './source.ts'
import type { Streams } from './streams.ts'
import type { Person } from './people.ts'

/** A stream or a private conversation. */
export interface Place {
  readonly id: number
  /** Ids of the members of a conversation, ascending; null for a stream. */
  readonly members: readonly number[] | null
}

/** More messages than fit into the ids and lists that are held in memory while an archive is read. */
const maxMessages = 15_000_000
const maxMembers = 1000
const maxMessageId = 2 ** 32 - 2

/**
 * Messages whose time goes back by at most so much keep their ids: the clocks of several processes gave the times. Their times
 * are set to that of the message before.
 */
const maxBackwardSeconds = 60

/** Recipients of messages: streams, and conversations, which are found by who takes part. */
export class Places {
  private readonly recipients = new Map<number, Fields>()
  private readonly huddleMembers = new Map<number, number[]>()
  private readonly byMembers = new Map<string, Place>()
  private readonly streamPlaces = new Map<number, Place>()

  private readonly source: Source
  private readonly streams: Streams
  /** The id of the first conversation: streams have those before it. */
  private upcoming: number

  constructor(source: Source, streams: Streams, upcoming: number) {
    this.source = source
    this.streams = streams
    this.upcoming = upcoming
    for (const row of source.tables.rows('zerver_recipient')) {
      const id = wholeNumberOf(row['id'])
      if (id !== null) this.recipients.set(id, row)
    }
    for (const { id } of streams.all) this.streamPlaces.set(id, { id, members: null })
    // The system bots of all organizations are no users of this one, and have no row of their own there.
    for (const row of source.tables.rows('zerver_userprofile_crossrealm')) {
      const id = wholeNumberOf(row['recipient_id'])
      if (id !== null && !this.recipients.has(id)) this.recipients.set(id, { type: 1, type_id: row['id'] })
    }
    source.tables.rows('zerver_huddle')
    for (const row of source.tables.rows('zerver_subscription')) {
      const recipient = wholeNumberOf(row['recipient'])
      const user = source.people.of(row['user_profile'])
      if (recipient === null || user === null || this.recipients.get(recipient)?.['type'] !== 3) continue
      const members = this.huddleMembers.get(recipient) ?? []
      this.huddleMembers.set(recipient, members)
      members.push(user.id)
    }
  }

  /** The id of the stream that a recipient is; null for other recipients. */
  streamOf(recipient: unknown): number | null {
    const row = this.recipients.get(wholeNumberOf(recipient) ?? Number.NaN)
    return row?.['type'] === 2 ? (this.streams.of(row['type_id'])?.id ?? null) : null
  }

  /** Where a message belongs; null if that is not in the archive. */
  of(recipient: unknown, sender: Person): Place | null {
    const id = wholeNumberOf(recipient) ?? Number.NaN
    const row = this.recipients.get(id)
    switch (row?.['type']) {
      case 1: {
        const other = this.source.people.of(row['type_id'])
        return other === null ? null : this.conversation([sender.id, other.id])
      }
      case 2: {
        const stream = this.streams.of(row['type_id'])
        return stream === null ? null : this.streamPlaces.get(stream.id)!
      }
      case 3:
        return this.conversation([sender.id, ...(this.huddleMembers.get(id) ?? [])])
      default:
        return null
    }
  }

  /** A stream by its id here. */
  streamPlace(id: number): Place {
    return this.streamPlaces.get(id)!
  }

  private conversation(users: readonly number[]): Place | null {
    const members = [...new Set(users)].toSorted((a, b) => a - b)
    if (members.length > maxMembers) return null
    const key = members.join()
    const place = this.byMembers.get(key) ?? { id: this.upcoming++, members }
    this.byMembers.set(key, place)
    return place
  }

  /** The conversations that messages were found in. */
  get conversations(): readonly (Place & { members: readonly number[] })[] {
    return [...this.byMembers.values()] as (Place & { members: readonly number[] })[]
  }
}

/** What is known of a message before it is converted. */
interface Entry {
  /** In the source. */
  readonly original: number
  readonly place: Place
  seconds: number
}

/** All messages that can be taken, with their ids here. */
export class MessageIndex {
  private readonly byOriginal = new Map<number, Entry>()
  /** Where ids do not grow with time: ids here by those of the source. */
  private readonly numbers: ReadonlyMap<number, number> | null
  /** Ids of the source, ascending, and the highest id here up to each: for times that are given as ids. */
  private readonly originals: readonly number[]
  private readonly highest: readonly number[]
  /** Ids here of the messages of each place, ascending. */
  readonly ofPlace = new Map<Place, number[]>()

  private constructor(entries: Entry[]) {
    for (const entry of entries) this.byOriginal.set(entry.original, entry)
    const inOrder = entries.toSorted((a, b) => a.original - b.original)
    this.originals = inOrder.map(({ original }) => original)
    this.numbers = hasGrowingIds(inOrder) ? null : numberEntries(inOrder)
    if (this.numbers === null) {
      let latest = 0
      for (const entry of inOrder) latest = entry.seconds = Math.max(latest, entry.seconds)
    }
    let highest = 0
    this.highest = this.originals.map((original) => (highest = Math.max(highest, this.idOf(original)!)))
    for (const { original, place } of inOrder) {
      const list = this.ofPlace.get(place)
      if (list === undefined) this.ofPlace.set(place, [this.idOf(original)!])
      else list.push(this.idOf(original)!)
    }
    if (this.numbers !== null)
      for (const [place, list] of this.ofPlace)
        this.ofPlace.set(
          place,
          list.toSorted((a, b) => a - b),
        )
  }

  /** Reads all messages once, and counts those that have no place or sender. */
  static async read(source: Source, places: Places, look: (message: Fields) => void): Promise<MessageIndex> {
    const { files, people, sink, times } = source
    const entries: Entry[] = []
    const seenIds = new Set<number>()
    for await (const { messages } of messageFiles(files)) {
      for (const row of messages) {
        const original = wholeNumberOf(row['id'])
        const sender = people.of(row['sender'])
        const place = sender === null ? null : places.of(row['recipient'], sender)
        if (original === null || original < 1 || seenIds.has(original)) sink.skip('messages without an id of their own')
        else if (sender === null) sink.skip('messages of unknown senders')
        else if (place === null) sink.skip('messages to unknown recipients')
        else {
          seenIds.add(original)
          entries.push({ original, place, seconds: times.second(numberOf(row['date_sent'])) })
          look(row)
        }
      }
      if (entries.length > maxMessages) throw new ArchiveError(`The archive has more than ${maxMessages} messages.`)
    }
    return new MessageIndex(entries)
  }

  /** Whether messages have the ids of the source. */
  get keepsIds(): boolean {
    return this.numbers === null
  }

  get(original: unknown): Entry | null {
    return this.byOriginal.get(wholeNumberOf(original) ?? Number.NaN) ?? null
  }

  /** The id here; null if the message was not taken. */
  idOf(original: number): number | null {
    if (!this.byOriginal.has(original)) return null
    return this.numbers === null ? original : this.numbers.get(original)!
  }

  /** The id here before which all messages are up to one of the source, which may be of another organization. */
  after(original: number): number {
    if (this.numbers === null) return Math.min(Math.max(original + 1, 1), maxMessageId)
    let [low, high] = [0, this.originals.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.originals[middle]! <= original) low = middle + 1
      else high = middle
    }
    return low === 0 ? 1 : this.highest[low - 1]! + 1
  }

  /** The id after the last message. */
  get end(): number {
    return (this.highest.at(-1) ?? 0) + 1
  }
}

function hasGrowingIds(inOrder: readonly Entry[]): boolean {
  let latest = 0
  for (const { original, seconds } of inOrder) {
    if (original > maxMessageId || seconds < latest - maxBackwardSeconds) return false
    latest = Math.max(latest, seconds)
  }
  return true
}

/** Ids from 1 on in the order of time. */
const numberEntries = (entries: readonly Entry[]): Map<number, number> =>
  new Map(
    entries
      .toSorted((a, b) => a.seconds - b.seconds || a.original - b.original)
      .map(({ original }, index) => [original, index + 1]),
  )
