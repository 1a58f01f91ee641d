import type { Sql } from '../sql/sql'

export type Json = string | number | boolean | null | readonly Json[]

/** A read that rooms write down in their `queries.ts`. */
export type Query<A extends Json[], T> = (sql: Sql, ...args: A) => Promise<T>

export type Cached = <A extends Json[], T>(query: Query<A, T>, ...args: A) => Promise<T>

/** Something known that a change makes untrue: one answer of a query, or all of them. */
export interface Invalidation {
  readonly query: Query<never, unknown>
  readonly args: readonly Json[] | 'any'
}

export function invalidation<A extends Json[]>(query: Query<A, unknown>, ...args: A): Invalidation {
  return { query, args }
}

/** For changes that touch more answers than are worth naming. */
export function invalidationOfAll<A extends Json[]>(query: Query<A, unknown>): Invalidation {
  return { query, args: 'any' }
}

/** Of so few things that somebody names each is asked for by itself, mostly from memory; of more, all in one read. */
export const mostSingleLookups = 10

/** Asks each time, for readers that keep nothing. */
export const asking =
  (sql: Sql): Cached =>
  (query, ...args) =>
    query(sql, ...args)

/**
 * Bytes of what is kept, by the estimate of `weightOf`: a quarter of what an isolate may hold. What answered "nothing" has
 * a small share of its own, because there is no end of things that are not.
 */
const most = { found: 30_000_000, missing: 1_000_000 }

/** One answer, kept or still on its way. */
interface Entry {
  readonly siblings: Map<string, Entry>
  readonly key: string
  readonly answer: Promise<unknown>
  list: LruList
  weight: number
}

/** Answers of queries, kept as long as nothing altered them, and as long as there is room for them. */
export class QueryCache {
  private answers = new Map<unknown, Map<string, Entry>>()
  private readonly found = new LruList(most.found)
  private readonly missing = new LruList(most.missing)

  constructor(private readonly sql: Sql) {}

  readonly cached: Cached = (query, ...args) => {
    const siblings = this.answers.get(query) ?? new Map<string, Entry>()
    this.answers.set(query, siblings)
    const key = JSON.stringify(args)
    const found = siblings.get(key)
    if (found !== undefined) {
      found.list.use(found)
      return found.answer as ReturnType<typeof query>
    }
    const answer = query(this.sql, ...args)
    const entry: Entry = { siblings, key, answer, list: this.found, weight: ofEntry + weightOf(key) }
    siblings.set(key, entry)
    entry.list.put(entry)
    // A read that failed is not an answer.
    answer.then(
      (value) => this.weigh(entry, value),
      () => entry.list.drop(entry),
    )
    return answer
  }

  /** The answer if it is known already; asks nothing. */
  peek<A extends Json[], T>(query: Query<A, T>, ...args: A): Promise<T> | undefined {
    return this.answers.get(query)?.get(JSON.stringify(args))?.answer as Promise<T> | undefined
  }

  invalidate(stale: readonly Invalidation[]): void {
    for (const { query, args } of stale) {
      const siblings = this.answers.get(query)
      const entries = args === 'any' ? siblings?.values() : [siblings?.get(JSON.stringify(args))]
      for (const entry of entries ?? []) entry?.list.drop(entry)
    }
  }

  clear(): void {
    this.answers = new Map()
    this.found.clear()
    this.missing.clear()
  }

  /** Counts what the answer takes, unless it is not kept any more. */
  private weigh(entry: Entry, value: unknown): void {
    if (!entry.list.has(entry)) return
    entry.list.take(entry)
    if (value === null || (Array.isArray(value) && value.length === 0)) entry.list = this.missing
    else entry.weight += weightOf(value)
    entry.list.put(entry)
  }
}

/** Entries in the order of their last use; beyond what it can bear, those go that were not used for longest. */
class LruList {
  private readonly entries = new Set<Entry>()
  private weight = 0

  constructor(private readonly most: number) {}

  has(entry: Entry): boolean {
    return this.entries.has(entry)
  }

  use(entry: Entry): void {
    this.entries.delete(entry)
    this.entries.add(entry)
  }

  put(entry: Entry): void {
    this.entries.add(entry)
    this.weight += entry.weight
    for (const oldest of this.entries) {
      if (this.weight <= this.most) break
      this.drop(oldest)
    }
  }

  take(entry: Entry): void {
    if (this.entries.delete(entry)) this.weight -= entry.weight
  }

  drop(entry: Entry): void {
    this.take(entry)
    if (entry.siblings.get(entry.key) === entry) entry.siblings.delete(entry.key)
  }

  clear(): void {
    this.entries.clear()
    this.weight = 0
  }
}

/** Bytes that an entry takes beside its key and its answer, and an item of a list, a set or an object beside its value. */
const ofEntry = 200
const ofItem = 24

/** About how many bytes something takes in memory. Looks at each part once: less than reading it took. */
function weightOf(value: unknown): number {
  if (typeof value === 'string') return 16 + 2 * value.length
  if (typeof value !== 'object' || value === null) return 16
  const items = isCollection(value) ? value : Object.entries(value)
  let weight = 64
  for (const item of items) weight += ofItem + weightOf(item)
  return weight
}

/** Of a map, the items are pairs. */
const isCollection = (value: object): value is Iterable<unknown> => Symbol.iterator in value
