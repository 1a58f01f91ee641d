import type { Altered } from './change'
import type { Sql } from './sql'

export type Json = string | number | boolean | null | readonly Json[]

/** A read that rooms write down in their `queries.ts`. */
export type Query<A extends Json[], T> = (sql: Sql, ...args: A) => Promise<T>

export type Known = <A extends Json[], T>(query: Query<A, T>, ...args: A) => Promise<T>

/** Of so few things that somebody names each is asked for by itself, mostly from memory; of more, all in one read. */
export const fewNames = 10

/** Asks each time, for readers that keep nothing. */
export const asking =
  (sql: Sql): Known =>
  (query, ...args) =>
    query(sql, ...args)

/** Far more than a large realm needs; beyond it everything is forgotten and learned anew. */
const capacity = 100_000

/** Answers of queries, kept as long as nothing altered them. */
export class Memory {
  private answers = new Map<unknown, Map<string, Promise<unknown>>>()
  private size = 0

  constructor(private readonly sql: Sql) {}

  readonly known: Known = (query, ...args) => {
    const ofQuery = this.answers.get(query) ?? new Map<string, Promise<unknown>>()
    this.answers.set(query, ofQuery)
    const key = JSON.stringify(args)
    const held = ofQuery.get(key) as ReturnType<typeof query> | undefined
    if (held !== undefined) return held
    if ((this.size += 1) > capacity) this.clear()
    const answer = query(this.sql, ...args)
    ofQuery.set(key, answer)
    // A read that failed is not an answer.
    answer.catch(() => ofQuery.delete(key))
    return answer
  }

  /** The answer if it is known already; asks nothing. */
  held<A extends Json[], T>(query: Query<A, T>, ...args: A): Promise<T> | undefined {
    return this.answers.get(query)?.get(JSON.stringify(args)) as Promise<T> | undefined
  }

  forget(altered: readonly Altered[]): void {
    for (const { query, args } of altered) {
      if (args === 'any') this.answers.delete(query)
      else this.answers.get(query)?.delete(JSON.stringify(args))
    }
  }

  clear(): void {
    this.answers = new Map()
    this.size = 0
  }
}
