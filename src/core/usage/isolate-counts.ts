import type { Counter } from './quotas'
import type { Totals } from './usage-meter'

/** Most hosts whose counts wait. Whoever asks names the host. */
const mostHosts = 1000

/** What this isolate of the Worker counted for each host, and has not yet told the object of its realm. */
const waiting = new Map<string, Totals>()

/**
 * Counts what the Worker used for a host. It costs no request of its own to tell the realm's object: the counts go along with
 * the next call of it. Those of an isolate that makes none until it ends are missing, so that the object knows lower bounds.
 */
export function countInIsolate(host: string, counter: Counter, amount: number): void {
  const totals = waiting.get(host) ?? {}
  if (amount === 0 || (waiting.size >= mostHosts && !waiting.has(host))) return
  totals[counter] = (totals[counter] ?? 0) + amount
  waiting.set(host, totals)
}

/** Takes what was counted for a host. */
export function takeCounts(host: string): Totals {
  const totals = waiting.get(host) ?? {}
  waiting.delete(host)
  return totals
}
