import { env } from 'cloudflare:workers'
import type { TestRealm } from './index'

/** Sends a batch to the real database. */
type Send = () => Promise<D1Result[]>

/** Sends a batch, fails, or both. `writes` is false for batches that only read; `number` counts the others from 1. */
export type Fault = (send: Send, batch: { writes: boolean; number: number }) => Promise<D1Result[]>

export const connectionLost = () => new Error('D1_ERROR: Network connection lost.')

/** Restarts the realm's object on a database that has this fault. */
export async function withFault(realm: TestRealm, fault: Fault): Promise<void> {
  await realm.evict()
  let number = 0
  const writing = new WeakSet<D1PreparedStatement>()
  const database = {
    prepare(sql: string) {
      return {
        bind(...values: unknown[]) {
          const statement = env.DB.prepare(sql).bind(...values)
          if (!/^\s*(select|with)/.test(sql)) writing.add(statement)
          return statement
        },
      }
    },
    batch(statements: D1PreparedStatement[]) {
      const writes = statements.some((statement) => writing.has(statement))
      if (writes) number += 1
      return fault(() => env.DB.batch(statements), { writes, number })
    },
  }
  await realm.inObject((object) => {
    Object.assign(object, { env: { ...env, DB: database } })
  })
}

/** Kills the realm's object, as a crash would. */
export async function kill(realm: TestRealm): Promise<void> {
  await realm
    .inObject((_, state) => {
      state.abort('killed')
    })
    .catch(() => undefined)
}
