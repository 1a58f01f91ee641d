import type { Sql } from '../sql/sql'

type Json = string | number | boolean | null | readonly Json[]

/** A query, as features declare them in their `queries.ts`. */
type Query<A extends Json[], T> = (sql: Sql, ...args: A) => Promise<T>

export type Cached = <A extends Json[], T>(query: Query<A, T>, ...args: A) => Promise<T>

/** A cached answer that a change makes wrong, or (`any`) all cached answers of a query. */
export interface Invalidation {
  readonly query: Query<never, unknown>
  readonly args: readonly Json[] | 'any'
}

export function invalidation<A extends Json[]>(query: Query<A, unknown>, ...args: A): Invalidation {
  return { query, args }
}

/** Invalidates all answers of a query, for changes that touch many. */
export function invalidationOfAll<A extends Json[]>(query: Query<A, unknown>): Invalidation {
  return { query, args: 'any' }
}

/** Stands for all queries in `everything`. */
const anyQuery = async (): Promise<null> => null

/** Invalidates all cached answers, for changes that touch most of what is stored. */
export const everything: Invalidation = { query: anyQuery, args: 'any' }

/** Up to so many names are looked up one by one, mostly in the cache. More are read by one query. */
export const maxSingleLookups = 10

/** Bytes of all answers that are not empty, by the estimate of `bytesOf`: a quarter of the memory of an isolate. */
const maxFoundBytes = 30_000_000

/** Bytes of all empty answers. They have a limit of their own, because clients can ask for any number of things that do not exist. */
const maxMissingBytes = 1_000_000

/** A cached answer, which may not have arrived yet. */
interface Entry {
  readonly siblings: Map<string, Entry>
  readonly key: string
  readonly answer: Promise<unknown>
  list: LruList
  weight: number
}

/** Keeps answers of queries until a change invalidates them, or until their memory is needed. */
export class QueryCache {
  private answers = new Map<unknown, Map<string, Entry>>()
  private readonly found = new LruList(maxFoundBytes)
  private readonly missing = new LruList(maxMissingBytes)

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
    const entry: Entry = { siblings, key, answer, list: this.found, weight: entryBytes + bytesOf(key) }
    siblings.set(key, entry)
    entry.list.put(entry)
    // A failed read is not kept.
    answer.then(
      (value) => this.weigh(entry, value),
      () => entry.list.drop(entry),
    )
    return answer
  }

  /** The answer, if it is cached. Runs no query. */
  peek<A extends Json[], T>(query: Query<A, T>, ...args: A): Promise<T> | undefined {
    return this.answers.get(query)?.get(JSON.stringify(args))?.answer as Promise<T> | undefined
  }

  invalidate(stale: readonly Invalidation[]): void {
    if (stale.includes(everything)) return this.clear()
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

  /** Counts the size of an answer that has arrived, unless it was dropped meanwhile. */
  private weigh(entry: Entry, value: unknown): void {
    if (!entry.list.has(entry)) return
    entry.list.take(entry)
    if (value === null || (Array.isArray(value) && value.length === 0)) entry.list = this.missing
    else entry.weight += bytesOf(value)
    entry.list.put(entry)
  }
}

/** Entries in the order of their last use. When they have too many bytes, the least recently used ones go. */
class LruList {
  private readonly entries = new Set<Entry>()
  private weight = 0

  constructor(private readonly maxBytes: number) {}

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
      if (this.weight <= this.maxBytes) break
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

/** Bytes that an entry takes beside its key and answer. */
const entryBytes = 200

/** Bytes that an item of a collection or object takes beside its value. */
const itemBytes = 24

/** Estimates the bytes that a value takes in memory. Visiting each part once costs less than reading it did. */
function bytesOf(value: unknown): number {
  if (typeof value === 'string') return 16 + 2 * value.length
  if (typeof value !== 'object' || value === null) return 16
  const items = isCollection(value) ? value : Object.entries(value)
  let weight = 64
  for (const item of items) weight += itemBytes + bytesOf(item)
  return weight
}

/** Whether a value is a collection; the items of a map are pairs. */
const isCollection = (value: object): value is Iterable<unknown> => Symbol.iterator in value
