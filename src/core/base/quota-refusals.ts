import { ApiError } from './errors'
import { untilMidnight } from './units'

/**
 * The platform's refusals when an account has used up what its plan allows for a day. They end at midnight UTC. The texts are
 * those of D1 and of Durable Objects; nothing else in an error tells them apart.
 */
const texts = [
  ['rows_written', /exceeded D1's [\w ]*daily row write limit/i],
  ['rows_read', /exceeded D1's [\w ]*daily row read limit/i],
  ['object_rows_written', /Exceeded allowed rows written in Durable Objects/i],
  ['object_rows_read', /Exceeded allowed rows read in Durable Objects/i],
  ['object_gb_seconds', /Exceeded allowed duration in Durable Objects/i],
  ['object_requests', /Exceeded allowed volume of requests in Durable Objects/i],
] as const

/** What the platform counts, and refuses when it is used up. */
export type ExceededQuota = (typeof texts)[number][0]

/** Code of the refusal, also where it came from another isolate as plain data. */
export const quotaCode = 'QUOTA_EXCEEDED'

/** The platform refused because a quota of the day is used up: nothing was done, and trying again before midnight is no use. */
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

/** The refusal in an error of the platform, if it is one of a quota; else null. The only place that knows its words. */
export function quotaExceededIn(error: unknown): QuotaExceeded | null {
  if (error instanceof QuotaExceeded) return error
  if (error instanceof ApiError) return null
  const text = String(error)
  const found = texts.find(([, pattern]) => pattern.test(text))
  return found === undefined ? null : new QuotaExceeded(found[0])
}

/** Stores something that may be missing where the object's own storage has used up its quota of the day. */
export function storeUnlessQuota(store: () => void): void {
  try {
    store()
  } catch (error) {
    if (quotaExceededIn(error) === null) throw error
  }
}

/** Does work that is left undone where a quota of the day stands in its way. */
export async function unlessQuota(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (quotaExceededIn(error) === null) throw error
  }
}
