import type { Counter } from './quotas'
import type { Totals } from './usage-meter'

/** Most hosts whose counts wait. Whoever asks names the host. */
const mostHosts = 1000

/**
 * What this isolate of the Worker counted for each host, and has not yet told the object of its realm. The host that was
 * counted for last is the last one.
 */
const waiting = new Map<string, Totals>()

/**
 * Counts what the Worker used for a host. It costs no request of its own to tell the realm's object: the counts go along with
 * the next call of it. Those of an isolate that makes none until it ends are missing, so that the object knows lower bounds.
 */
export function countInIsolate(host: string, counter: Counter, amount: number): void {
  if (amount === 0) return
  const totals = takeCounts(host)
  totals[counter] = (totals[counter] ?? 0) + amount
  waiting.set(host, totals)
  if (waiting.size <= mostHosts) return
  // Nothing ever takes the counts of hosts that are made up.
  const [oldest] = waiting.keys()
  waiting.delete(oldest!)
}

/** Takes what was counted for a host. */
export function takeCounts(host: string): Totals {
  const totals = waiting.get(host) ?? {}
  waiting.delete(host)
  return totals
}
