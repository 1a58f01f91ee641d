import { ApiError, refused, type Refusal } from './errors'
import { quotaExceededIn } from './quota-refusals'

/** Most frames of a stack that are logged. */
const mostFrames = 6

/** Longest text of an error that is logged. */
const longestText = 300

/** Errors whose texts are of the platform or of this server: those of D1 and of lost objects. */
const isOurs =
  /^(D1_|A part is missing|The realm object was out of date|Network connection lost|The database did not answer|It is unknown whether|Durable Object|Internal error)/

/**
 * What the log may have of an error: neither content nor addresses. Errors of parsers quote what they parsed, so that of most
 * errors only the name and the places in the code are told; of others the text, without what it quotes.
 */
function described(error: unknown): { error: string; at: string[] } {
  if (!(error instanceof Error)) return { error: typeof error, at: [] }
  const text = error.message.replaceAll(/"[^"]*"|'[^']*'|`[^`]*`/g, '…').slice(0, longestText)
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return {
    error: isOurs.test(error.message) ? `${error.name}: ${text}` : error.name,
    at: frames.slice(0, mostFrames).map((frame) => frame.trim().replace(/\?[^:)]*/, '')),
  }
}

/**
 * Writes one line of JSON to the log about something that went wrong, and answers the id in it. `what` names an endpoint, an
 * action or a job, and has nothing of a request.
 */
export function logFailure(what: string, error: unknown, more: Readonly<Record<string, number | string>> = {}): string {
  const id = crypto.randomUUID()
  console.error(JSON.stringify({ level: 'error', id, what, ...more, ...described(error) }))
  return id
}

/**
 * The refusal that an error ends in. What is nobody's refusal becomes a 500 that shows no internals. Each refusal from 500 on
 * has a line in the log, whose id the answer carries as `request_id`.
 */
export function refusalOf(error: unknown, what: string): Refusal {
  const refusal =
    error instanceof ApiError
      ? error.refusal
      : (quotaExceededIn(error) ?? refused('Internal server error', { code: 'INTERNAL_ERROR', status: 500 })).refusal
  if (refusal.status < 500 || 'request_id' in refusal.extra) return refusal
  const request_id = logFailure(what, error, { status: refusal.status, code: refusal.code ?? '' })
  return { ...refusal, extra: { ...refusal.extra, request_id } }
}

/** Writes a line to the log that work waits which can, until this UNIX time. */
export function logWaiting(what: string, until: number): void {
  console.error(JSON.stringify({ level: 'info', what, waits_until: Math.round(until) }))
}
