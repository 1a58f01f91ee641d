/**
 * What became of a push. `sent`: the service took it. `gone`: the device will never get one again. `delayed`: the service can be
 * tried again later. `refused`: it takes no such push, mostly because the server's key changed. `too_large`: it wants a shorter
 * payload.
 */
export type PushOutcome = 'sent' | 'gone' | 'delayed' | 'refused' | 'too_large'

/** The outcome of one push. */
export interface PushResult {
  readonly device_id: number
  readonly user_id: number
  readonly outcome: PushOutcome
  /** Status of the service's answer; null if there was none. */
  readonly status: number | null
  /** When a delayed push may be tried again, in UNIX seconds; null for other outcomes. */
  readonly retry_at: number | null
}

/** The outcome by the status of the answer; null stands for no answer (RFC 8030, RFC 8292). */
export function outcomeOf(status: number | null): PushOutcome {
  if (status === null || status === 429 || status >= 500) return 'delayed'
  if (status >= 200 && status < 300) return 'sent'
  if (status === 404 || status === 410) return 'gone'
  return status === 413 ? 'too_large' : 'refused'
}

/** Seconds until a push is tried again if the service does not say how long to wait, and limits of what it may say. */
const retrySeconds = { default: 30, min: 1, max: 3600 }

/** When the service wants to be tried again, by `Retry-After`, in UNIX seconds. The header has seconds or a date. */
export function retryTime(headers: Headers | null, now: number): number {
  const header = headers?.get('Retry-After')?.trim() ?? ''
  const seconds = /^\d{1,9}$/.test(header) ? Number(header) : Date.parse(header) / 1000 - now
  const wait = Number.isNaN(seconds) ? retrySeconds.default : seconds
  return now + Math.min(Math.max(wait, retrySeconds.min), retrySeconds.max)
}
