import { DatabaseFull, QuotaExceeded } from '../base/quota-refusals'
import type { Answer, Database } from '../sql/database'
import type { Fragment } from '../sql/sql'
import { outcomeOf, readTokens, type CommitTokens, type Trail } from './commit-tokens'

/** Thrown when a change was decided on knowledge that is out of date. Nothing was written; the action may decide again. */
export class SupersededError extends Error {}

/** Attempts to send a batch, and to read the tokens that tell what became of it. */
const maxAttempts = 4

interface Realm {
  readonly database: Database
  readonly realm_id: number
  readonly trail: Trail
}

/**
 * Sends a batch until it is certain that it took effect (its answers, or null if they were lost) or that it did not (throws).
 * `tokens` are those that the batch leaves in the database.
 */
export async function sendUntilDecided(
  realm: Realm,
  statements: Fragment[],
  tokens: CommitTokens,
): Promise<Answer[] | null> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await realm.database.send(statements)
    } catch (error) {
      // The platform says that it did nothing. An earlier attempt may still have taken effect.
      if (isOfPlatform(error) && attempt === 1) throw error
      const outcome = outcomeOf(tokens, await currentTokens(realm))
      if (outcome === 'committed') return null
      if (isOfPlatform(error)) throw error
      // A refused batch that finds neither its own token nor its predecessor's met a database that was restored.
      if (outcome === 'overtaken' || (outcome === 'unknown' && isRefusal(error))) throw new SupersededError()
      // The database itself refused a statement: sending it again would not help.
      if (outcome === 'unknown' || isRefusal(error) || attempt === maxAttempts) throw error
      await backOff(attempt)
    }
  }
}

async function currentTokens({ database, realm_id, trail }: Realm): Promise<CommitTokens> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await readTokens(database, realm_id, trail)
    } catch (error) {
      if (isOfPlatform(error) || attempt === maxAttempts)
        throw new Error('It is unknown whether a batch was committed', { cause: error })
      await backOff(attempt)
    }
  }
}

/** Whether the platform refused the batch because a quota is used up or the database is full. It did nothing then. */
const isOfPlatform = (error: unknown): boolean => error instanceof QuotaExceeded || error instanceof DatabaseFull

/** Whether the database understood the batch and refused it: it has no room, or the error contains a code of SQLite. */
export const isRefusal = (error: unknown): boolean => error instanceof DatabaseFull || String(error).includes('SQLITE_')

/** Waits before the next attempt: exponential back-off with full jitter, up to 100 ms at first. */
const backOff = (attempt: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.random() * 50 * 2 ** attempt))
