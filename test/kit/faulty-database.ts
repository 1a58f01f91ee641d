import { env } from 'cloudflare:workers'
import type { TestRealm } from './index'

/** Sends a batch to the real database. */
type Send = () => Promise<D1Result[]>

/** A batch. `writes` is false if it only reads; `number` counts the others from 1. `statements` are their SQL texts. */
interface Batch {
  readonly writes: boolean
  readonly number: number
  readonly statements: readonly string[]
}

/** Sends a batch, fails, or both. */
export type Fault = (send: Send, batch: Batch) => Promise<D1Result[]>

export const connectionError = () => new Error('D1_ERROR: Network connection lost.')

/** Restarts the realm's object on a database that has this fault. */
export async function withFault(realm: TestRealm, fault: Fault): Promise<void> {
  await realm.evict()
  let number = 0
  const writing = new WeakSet<D1PreparedStatement>()
  const texts = new WeakMap<D1PreparedStatement, string>()
  const database = {
    prepare(sql: string) {
      return {
        bind(...values: unknown[]) {
          const statement = env.DB.prepare(sql).bind(...values)
          if (!/^\s*(select|with)/.test(sql)) writing.add(statement)
          texts.set(statement, sql)
          return statement
        },
      }
    },
    batch(statements: D1PreparedStatement[]) {
      const writes = statements.some((statement) => writing.has(statement))
      if (writes) number += 1
      return fault(() => env.DB.batch(statements), {
        writes,
        number,
        statements: statements.map((statement) => texts.get(statement)!),
      })
    },
  }
  await realm.inObject((object) => {
    Object.assign(object, { env: { ...env, DB: database } })
  })
}

/** Kills the realm's object, as a crash would. */
export async function killObject(realm: TestRealm): Promise<void> {
  await realm
    .inObject((_, state) => {
      state.abort('killed')
    })
    .catch(() => undefined)
}
