import type { Entry } from './event-log'
import type { Event } from '../base/product'

/** An entry in queues. All queues that have the entry share this object. */
export interface PendingEntry {
  readonly id: number
  /** Null: its text was deleted, and nothing remains of the event. */
  entry: Entry | null
  /** Characters that it counts. */
  size: number
  /** Number of queues that have it. */
  holders: number
}

/** Characters that an entry counts, beside those of its event. */
const entryOverhead = 200

/** Characters that each further event counts, if a client gets several events for one. */
const pieceSize = 250

/** Characters that an entry counts in memory. In an answer it takes about as many. */
const sizeOf = ({ event, each, takes = 1 }: Pick<Entry, 'event' | 'each' | 'takes'>): number =>
  entryOverhead +
  JSON.stringify(event).length +
  (each === undefined ? 0 : JSON.stringify(each).length) +
  (takes > 1 ? takes * pieceSize : 0)

/** A pending entry, which is in no queue yet. The recipients are left out, because nobody needs that long list any more. */
export const pendingEntry = (entry: Entry): PendingEntry => ({
  id: entry.id,
  entry: { ...entry, to: [] },
  size: sizeOf(entry),
  holders: 0,
})

/** The entries in the queues of a realm, each counted once. */
export class PendingMemory {
  /** Characters of all entries together. */
  size = 0
  private readonly all = new Set<PendingEntry>()

  hold(one: PendingEntry): void {
    one.holders += 1
    if (one.holders > 1) return
    this.all.add(one)
    this.size += one.size
  }

  letGo(one: PendingEntry): void {
    one.holders -= 1
    if (one.holders > 0) return
    this.all.delete(one)
    this.size -= one.size
  }

  /** Replaces each event by `shorten(event)`; null removes it. */
  takeBack(shorten: (event: Event) => Event | null): void {
    for (const one of this.all) {
      if (one.entry === null) continue
      const event = shorten(one.entry.event)
      if (event === one.entry.event) continue
      one.entry = event === null ? null : { ...one.entry, event }
      const size = one.entry === null ? entryOverhead : sizeOf(one.entry)
      this.size += size - one.size
      one.size = size
    }
  }
}

/** Characters of the events of one answer, or of one message on a socket. A longer event stands alone. */
const maxAnswerCharacters = 1_000_000

/** The first entries: as many as fit in one answer. */
export function firstPiece(pending: readonly PendingEntry[]): readonly PendingEntry[] {
  let size = 0
  const end = pending.findIndex((one) => (size += one.size) > maxAnswerCharacters)
  return end === -1 ? pending : pending.slice(0, Math.max(end, 1))
}

/** The pending entries for a client that has all events up to an id. */
export const entriesAfter = ({ pending }: { readonly pending: readonly PendingEntry[] }, id: number): PendingEntry[] =>
  pending.filter((one) => one.id > id && one.entry !== null)

/** The entries whose event was not deleted. */
export const entriesOf = (pending: readonly PendingEntry[]): Entry[] =>
  pending.map(({ entry }) => entry).filter((entry) => entry !== null)
