import { fragment, type Fragment } from './sql'

/**
 * Every realm has a block of 2^32 ids, and realm n's block is the n-th. So an id is unique in the whole database,
 * tables need no realm column in their keys, "of this realm" is a range of primary keys, and yet each realm object
 * counts alone. The first realm's ids are 1, 2, 3, ...; 2^21 blocks fit into the integers that JSON carries exactly.
 */
const blockSize = 2 ** 32

export type Counters = Record<string, number>

/** The id below all ids of the realm. */
export const beforeFirstId = (realm_id: number): number => (realm_id - 1) * blockSize

/** The last id that was given out, by counters; the one below all ids when none was. */
export const lastId = (realm_id: number, counters: Counters, counter: string): number =>
  beforeFirstId(realm_id) + (counters[counter] ?? 0)

/** Holds for ids of the realm. `column` is a trusted name. */
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

  /** Counts what is no id, beside them: what is committed with a change says how far it has come. */
  count(counter: string, amount: number): void {
    this.counters[counter] = (this.counters[counter] ?? 0) + amount
  }
}
