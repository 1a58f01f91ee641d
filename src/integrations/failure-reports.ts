import { ApiError } from '../core/base/errors'
import type { RequestContext } from '../core/http/endpoint'
import { SlidingWindows } from '../core/http/sliding-windows'
import { longestStoredBody, problemOf, recordLimit, type Problem } from './failures'

/** What is wrong with a request, for the owner of the bot; null where they can do nothing about it. */
export const problemIn = (error: unknown): Problem | null =>
  error instanceof ApiError && error.refusal.status < 500 && error.refusal.status !== 429
    ? problemOf(error.refusal)
    : null

interface Failure {
  readonly bot_id: number
  readonly problem: Problem
  /** Name of the event; empty if the request could not be read. */
  readonly event: string
  readonly headers: Headers
  /** Null: the request was not signed as it must be. To send it again would post what anybody wrote. */
  readonly body: string | null
}

/** Headers of a request that is stored. */
const limits = { headers: 20, headerCharacters: 200 }

/** Failures that this isolate reports. Whoever has the address can make many, and each report is a request of the object. */
const reports = new SlidingWindows(256 * 1024)

/** Headers that are not stored: those with secrets, and those that say nothing about the event. */
const otherHeaders =
  /token|signature|auth|cookie|secret|password|api-?key|^cf-|forwarded|^accept|^(?:host|connection|user-agent|content-length|x-real-ip)$/

/** Tells the object of a request that made no message though it should have. */
export async function reportFailure(
  realm: RequestContext<never>['realm'],
  { bot_id, event, headers, body, problem }: Failure,
): Promise<void> {
  if (reports.take(String(bot_id), recordLimit.maxAttempts, Date.now() / 1000).wait !== null) return
  const storedHeaders = [...headers]
    .filter(([name, value]) => !otherHeaders.test(name) && name.length + value.length <= limits.headerCharacters)
    .slice(0, limits.headers)
  const storedBody = body !== null && body.length <= longestStoredBody ? body : null
  await realm
    .perform('recordFailure', { event, ...problem, headers: Object.fromEntries(storedHeaders), body: storedBody })
    .catch(() => undefined)
}
