import { firstForeignId } from '../conversion.ts'

/** Gives ids of the archive to things that have other ids in the source. */
export class Numbering<Key = number> {
  private readonly numbers = new Map<Key, number>()

  private upcoming: number

  constructor(upcoming = firstForeignId) {
    this.upcoming = upcoming
  }

  /** The id of a thing, which it gets at the first call. */
  give(key: Key): number {
    const existing = this.numbers.get(key)
    if (existing !== undefined) return existing
    this.numbers.set(key, this.upcoming)
    return this.upcoming++
  }

  /** The id that a thing has got; null if it has none. */
  of(key: Key): number | null {
    return this.numbers.get(key) ?? null
  }
}
