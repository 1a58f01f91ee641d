import { ArchiveError } from '../conversion.ts'

/** More messages than can be ordered in memory. */
const maxMessages = 10_000_000

/** Numbers messages in the order of time, before they are converted, so that texts can link to them. */
export class MessageOrder {
  private readonly times = new Map<string, number>()
  private numbers: ReadonlyMap<string, number> | null = null

  /** Takes a message by its id in the source; false if it is there already. `milliseconds` are those since 1970. */
  add(key: string, milliseconds: number): boolean {
    if (this.times.has(key)) return false
    if (this.times.size >= maxMessages) throw new ArchiveError(`The archive has more than ${maxMessages} messages.`)
    this.times.set(key, milliseconds)
    return true
  }

  /** The id of a message, from 1 on; null if it was not added. Call it after all were added. */
  idOf(key: string): number | null {
    this.numbers ??= new Map(
      [...this.times]
        .toSorted(([a, aTime], [b, bTime]) => aTime - bTime || a.length - b.length || (a < b ? -1 : 1))
        .map(([key], index) => [key, index + 1]),
    )
    return this.numbers.get(key) ?? null
  }
}
