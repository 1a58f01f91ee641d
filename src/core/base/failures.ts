import { ApiError, refused, type Refusal } from './errors'
import { platformRefusalIn } from './quota-refusals'

/** Frames of a stack that are logged. */
const maxFrames = 6

/** Characters of an error's text that are logged. */
const maxTextCharacters = 300

/** Errors whose texts the platform or this server wrote, such as those of D1 and of lost objects. */
const ownTexts =
  /^(D1_|A part is missing|The realm object was out of date|Network connection lost|The database did not answer|It is unknown whether|Durable Object|Internal error)/

/**
 * What the log may say about an error. It must have neither content nor addresses, and parsers quote in their errors what they
 * parsed. So most errors are logged by name and place in the code only. The texts of `ownTexts` are logged without their quotes.
 */
function described(error: unknown): { error: string; at: string[] } {
  if (!(error instanceof Error)) return { error: typeof error, at: [] }
  const text = error.message.replaceAll(/"[^"]*"|'[^']*'|`[^`]*`/g, '…').slice(0, maxTextCharacters)
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return {
    error: ownTexts.test(error.message) ? `${error.name}: ${text}` : error.name,
    at: frames.slice(0, maxFrames).map((frame) => frame.trim().replace(/\?[^:)]*/, '')),
  }
}

/**
 * Logs a failure as one line of JSON, and answers the id of that line. `what` names an endpoint, an action or a job, and has
 * nothing that came with a request.
 */
export function logFailure(what: string, error: unknown, more: Readonly<Record<string, number | string>> = {}): string {
  const id = crypto.randomUUID()
  console.error(JSON.stringify({ level: 'error', id, what, ...more, ...described(error) }))
  return id
}

/**
 * The refusal with which an error is answered. An error that is no `ApiError` becomes a 500 that shows no internals. Each refusal
 * from 500 on is logged, and carries the id of its line in the log as `request_id`.
 */
export function refusalOf(error: unknown, what: string): Refusal {
  const refusal =
    error instanceof ApiError
      ? error.refusal
      : (platformRefusalIn(error) ?? refused('Internal server error', { code: 'INTERNAL_ERROR', status: 500 })).refusal
  if (refusal.status < 500 || 'request_id' in refusal.extra) return refusal
  const request_id = logFailure(what, error, { status: refusal.status, code: refusal.code ?? '' })
  return { ...refusal, extra: { ...refusal.extra, request_id } }
}

/** Logs that work which can wait does so until this UNIX time. */
export function logWaiting(what: string, until: number): void {
  console.error(JSON.stringify({ level: 'info', what, waits_until: Math.round(until) }))
}
