import { fragment, type Fragment } from './sql'

/**
 * Size of a realm's block of ids; realm n has the n-th block. So ids are unique in the database, tables need no realm column,
 * "of this realm" is a range of primary keys, and each realm object counts alone. The first realm's ids are 1, 2, 3, ...
 * JSON carries integers exactly up to the end of the 2^21st block.
 */
const blockSize = 2 ** 32

export type Counters = Record<string, number>

/** The id below all ids of the realm. */
export const beforeFirstId = (realm_id: number): number => (realm_id - 1) * blockSize

/** The realm in whose block an id is. */
export const realmOf = (id: number): number => Math.floor(id / blockSize) + 1

/** The last id that was given out, by counters; the id below the block if there was none. */
export const lastId = (realm_id: number, counters: Counters, counter: string): number =>
  beforeFirstId(realm_id) + (counters[counter] ?? 0)

/** A condition for ids of the realm. `column` is a trusted name. */
export const inRealm = (column: Fragment, realm_id: number): Fragment =>
  fragment`${column} > ${beforeFirstId(realm_id)} and ${column} < ${beforeFirstId(realm_id + 1)}`

/** Hands out the ids of one realm. */
export class Ids {
  constructor(
    private readonly realm_id: number,
    readonly counters: Counters = {},
  ) {}

  next(counter: string): number {
    const id = this.upcoming(counter)
    this.counters[counter] = id - beforeFirstId(this.realm_id)
    return id
  }

  upcoming(counter: string): number {
    return lastId(this.realm_id, this.counters, counter) + 1
  }

  /** Gives out no id up to this one any more. */
  skip(counter: string, id: number): void {
    if (id >= this.upcoming(counter)) this.counters[counter] = id - beforeFirstId(this.realm_id)
  }

  /** Counts something that is no id, such as the size of the log, so that the count is committed with each change. */
  count(counter: string, amount: number): void {
    this.counters[counter] = (this.counters[counter] ?? 0) + amount
  }
}
