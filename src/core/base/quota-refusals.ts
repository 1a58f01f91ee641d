import { ApiError } from './errors'
import { untilMidnight } from './units'

/**
 * How the platform refuses when an account of Cloudflare has used up what its plan allows for a day, until midnight UTC. D1 and
 * Durable Objects say so in these texts. Nothing else in an error tells which quota it was.
 */
const texts = [
  ['rows_written', /exceeded D1's [\w ]*daily row write limit/i],
  ['rows_read', /exceeded D1's [\w ]*daily row read limit/i],
  ['object_rows_written', /Exceeded allowed rows written in Durable Objects/i],
  ['object_rows_read', /Exceeded allowed rows read in Durable Objects/i],
  ['object_gb_seconds', /Exceeded allowed duration in Durable Objects/i],
  ['object_requests', /Exceeded allowed volume of requests in Durable Objects/i],
] as const

/** A quota that the platform may refuse for. */
export type ExceededQuota = (typeof texts)[number][0]

/** The code of such a refusal. It stays when the refusal travels to another isolate as plain data, where the class is lost. */
export const quotaCode = 'QUOTA_EXCEEDED'

/** The platform refused because a quota of the day is used up. Nothing was done, and trying again before midnight is no use. */
export class QuotaExceeded extends ApiError {
  constructor(
    readonly quota: ExceededQuota,
    now: number = Date.now() / 1000,
  ) {
    super({
      status: 503,
      code: quotaCode,
      msg: 'This server has used up what its plan allows for a day. It goes on at midnight UTC.',
      extra: { quota, 'retry-after': Math.ceil(untilMidnight(now)) },
    })
  }
}

/** How D1 and SQLite refuse a change for which the database has no room. */
const fullText = /Exceeded maximum DB size|SQLITE_FULL|database or disk is full/i

/** The code of a refusal because the database has no room. It stays when the refusal travels to another isolate. */
export const databaseFullCode = 'DATABASE_FULL'

/** The database has no room for a change. Nothing was done. It takes changes again once something was deleted, or its quota is raised. */
export class DatabaseFull extends ApiError {
  constructor() {
    super({
      status: 400,
      code: databaseFullCode,
      msg: 'The database of this server is full. It takes nothing new until its owners make room.',
      extra: {},
    })
  }
}

/** Recognizes that the database has no room in an error; null for all other errors. */
export function databaseFullIn(error: unknown): DatabaseFull | null {
  if (error instanceof DatabaseFull) return error
  return !(error instanceof ApiError) && fullText.test(String(error)) ? new DatabaseFull() : null
}

/** The platform's refusal in an error: for a quota of the day, or because the database is full; null for all other errors. */
export const platformRefusalIn = (error: unknown): QuotaExceeded | DatabaseFull | null =>
  quotaExceededIn(error) ?? databaseFullIn(error)

/** Codes of refusals after which work waits and is tried again, because nothing of it was done and it is not to blame. */
export const waitingCodes: ReadonlySet<string | null> = new Set([quotaCode, databaseFullCode])

/** Recognizes the platform's refusal for a quota in an error; null for all other errors. Only this function knows the platform's words. */
export function quotaExceededIn(error: unknown): QuotaExceeded | null {
  if (error instanceof QuotaExceeded) return error
  if (error instanceof ApiError) return null
  const text = String(error)
  const found = texts.find(([, pattern]) => pattern.test(text))
  return found === undefined ? null : new QuotaExceeded(found[0])
}

/** Stores something, unless the object's own storage has used up its quota of the day. The caller must do without it then. */
export function storeUnlessQuota(store: () => void): void {
  try {
    store()
  } catch (error) {
    if (quotaExceededIn(error) === null) throw error
  }
}

/** Does work, unless a quota of the day is used up. The work is not done then, and nobody hears of it. */
export async function unlessQuota(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (quotaExceededIn(error) === null) throw error
  }
}
