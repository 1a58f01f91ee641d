import type { Entry } from './event-log'
import type { Event } from '../base/product'

/** An entry in queues. All queues of one realm that have it share the object. */
export interface PendingEntry {
  readonly id: number
  /** Null: the event was taken back. */
  entry: Entry | null
  size: number
  holders: number
}

/** Characters that an entry counts beside those of its event. */
const overhead = 200

/** Characters that each further event counts, where a client gets several events for one. */
const pieceSize = 250

/** Characters that an entry counts, in memory and, about as many, in an answer. */
const sizeOf = ({ event, each, takes = 1 }: Pick<Entry, 'event' | 'each' | 'takes'>): number =>
  overhead +
  JSON.stringify(event).length +
  (each === undefined ? 0 : JSON.stringify(each).length) +
  (takes > 1 ? takes * pieceSize : 0)

/** An entry that is in no queue yet. Its recipients, perhaps a long list, are left out: nobody needs them any more. */
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

  hold(held: PendingEntry): void {
    held.holders += 1
    if (held.holders > 1) return
    this.all.add(held)
    this.size += held.size
  }

  letGo(held: PendingEntry): void {
    held.holders -= 1
    if (held.holders > 0) return
    this.all.delete(held)
    this.size -= held.size
  }

  /** Replaces events by what `left` leaves of them. */
  takeBack(left: (event: Event) => Event | null): void {
    for (const held of this.all) {
      if (held.entry === null) continue
      const event = left(held.entry.event)
      if (event === held.entry.event) continue
      held.entry = event === null ? null : { ...held.entry, event }
      const size = held.entry === null ? overhead : sizeOf(held.entry)
      this.size += size - held.size
      held.size = size
    }
  }
}

/** Most characters of the events of one answer, or of one message on a socket. A longer event stands alone. */
const longestAnswer = 1_000_000

/** The first entries, as many as one answer holds. */
export function firstPiece(pending: readonly PendingEntry[]): readonly PendingEntry[] {
  let size = 0
  const end = pending.findIndex((held) => (size += held.size) > longestAnswer)
  return end === -1 ? pending : pending.slice(0, Math.max(end, 1))
}

/** The pending entries for a client that has everything up to an id. */
export const after = ({ pending }: { readonly pending: readonly PendingEntry[] }, id: number): PendingEntry[] =>
  pending.filter((held) => held.id > id && held.entry !== null)

/** The entries that were not taken back. */
export const entriesOf = (held: readonly PendingEntry[]): Entry[] =>
  held.map(({ entry }) => entry).filter((entry) => entry !== null)
