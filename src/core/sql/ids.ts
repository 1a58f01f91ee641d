import { fragment, type Fragment } from './sql'

/**
 * Each realm has a block of this many ids: realm n has the n-th block. So ids are unique in the database, tables need no realm
 * column, "of this realm" is a range of primary keys, and each realm object counts alone. The first realm's ids are 1, 2, 3, ...
 * Up to realm 2^21, JSON carries the ids exactly.
 */
const blockSize = 2 ** 32

/** How many ids of each kind a realm has given out. */
export type Counters = Record<string, number>

/** The id below all ids of the realm. */
export const beforeFirstId = (realm_id: number): number => (realm_id - 1) * blockSize

/** The realm in whose block an id is. */
export const realmOf = (id: number): number => Math.floor(id / blockSize) + 1

/** The last id that was given out, according to the counters; the id below the block if there was none. */
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

  /** From now on, gives out only ids above this one. */
  skip(counter: string, id: number): void {
    if (id >= this.upcoming(counter)) this.counters[counter] = id - beforeFirstId(this.realm_id)
  }

  /** Counts something else than ids, such as the size of the log. The count is committed with each change, as the counters are. */
  count(counter: string, amount: number): void {
    this.counters[counter] = (this.counters[counter] ?? 0) + amount
  }
}
