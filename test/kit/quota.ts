import { withFault } from './faulty-database'
import type { TestRealm } from './index'

/** The error of the platform when the daily rows are used up. */
export const rowQuotaError = (kind: 'read' | 'write') =>
  new Error(
    `D1_ERROR: Your account has exceeded D1's free tier daily row ${kind} limit. Upgrade to a paid plan or wait until tomorrow (midnight UTC) to continue.`,
  )

/** The counters of a database with a quota. */
export interface RefusalCount {
  /** Batches that were refused. */
  refused: number
}

/**
 * Restarts the realm's object with a database that counts written rows, and refuses batches beyond `rows` until midnight UTC. As
 * on the platform, the batch that exceeds the quota still succeeds.
 */
export async function withRowsADay(realm: TestRealm, rows: number): Promise<RefusalCount> {
  const wall: RefusalCount = { refused: 0 }
  let day = 0
  let written = 0
  await withFault(realm, async (send, { writes }) => {
    const today = Math.floor(Date.now() / 86_400_000)
    if (today > day) written = 0
    day = today
    if (writes && written >= rows) {
      wall.refused += 1
      throw rowQuotaError('write')
    }
    const answers = await send()
    for (const { meta } of answers) written += meta.rows_written
    return answers
  })
  return wall
}
