import type { Entry } from './event-log'
import type { Event } from '../base/product'

/** An entry as queues hold it. Those that were told at the same time hold the same object. */
export interface PendingEntry {
  readonly id: number
  /** Null: what it told of is gone, and so is the entry. */
  entry: Entry | null
  size: number
  holders: number
}

/** Characters beside an event's own: of the objects that hold it. */
const ofItself = 200

/** Characters of one event of several that a client is told piece by piece, each of which repeats where it happened. */
const ofPiece = 250

/** Characters that an entry takes: in memory, and about as many in an answer. */
const sizeOf = ({ event, each, takes = 1 }: Pick<Entry, 'event' | 'each' | 'takes'>): number =>
  ofItself +
  JSON.stringify(event).length +
  (each === undefined ? 0 : JSON.stringify(each).length) +
  (takes > 1 ? takes * ofPiece : 0)

/** An entry that nobody holds yet. Whom it is told to is no matter any more, and may be a long list. */
export const pendingEntry = (entry: Entry): PendingEntry => ({
  id: entry.id,
  entry: { ...entry, to: [] },
  size: sizeOf(entry),
  holders: 0,
})

/** All that the queues of a realm hold; what many of them hold counts once. */
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

  /** Takes back what is not to be told any more: `left` answers what is left of an event. */
  takeBack(left: (event: Event) => Event | null): void {
    for (const held of this.all) {
      if (held.entry === null) continue
      const event = left(held.entry.event)
      if (event === held.entry.event) continue
      held.entry = event === null ? null : { ...held.entry, event }
      const size = held.entry === null ? ofItself : sizeOf(held.entry)
      this.size += size - held.size
      held.size = size
    }
  }
}

/**
 * Most characters of the events of one answer, or of one message on a socket; an event that is longer stands alone. What
 * is left comes with the next one.
 */
export const longestAnswer = 1_000_000

/** As many of the first entries as one answer holds. */
export function firstPiece(pending: readonly PendingEntry[]): readonly PendingEntry[] {
  let size = 0
  const end = pending.findIndex((held) => (size += held.size) > longestAnswer)
  return end === -1 ? pending : pending.slice(0, Math.max(end, 1))
}

/** What is pending for a client that has everything up to an id. */
export const after = ({ pending }: { readonly pending: readonly PendingEntry[] }, id: number): PendingEntry[] =>
  pending.filter((held) => held.id > id && held.entry !== null)

/** The entries themselves; those that were taken back are none. */
export const entriesOf = (held: readonly PendingEntry[]): Entry[] =>
  held.map(({ entry }) => entry).filter((entry) => entry !== null)
