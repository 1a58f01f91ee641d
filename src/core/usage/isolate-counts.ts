import type { Counter } from './quotas'
import type { Totals } from './usage-meter'

/** Hosts whose counts wait. A limit is needed because the client names the host. */
const maxHosts = 1000

/**
 * Counts of this isolate of the Worker that it has not sent to the realm's object yet. The map is in the order in which hosts were
 * last counted for.
 */
const totalsByHost = new Map<string, Totals>()

/**
 * Counts what the Worker used for a host. The counts reach the realm's object with the isolate's next call of it, so they cost no
 * request of their own. If the isolate ends before, they are lost: the object knows lower bounds.
 */
export function countInIsolate(host: string, counter: Counter, amount: number): void {
  if (amount === 0) return
  const totals = takeCounts(host)
  totals[counter] = (totals[counter] ?? 0) + amount
  totalsByHost.set(host, totals)
  if (totalsByHost.size <= maxHosts) return
  // If a client makes up a host, nothing ever takes its counts.
  const [oldest] = totalsByHost.keys()
  totalsByHost.delete(oldest!)
}

/** Takes the counts of a host. */
export function takeCounts(host: string): Totals {
  const totals = totalsByHost.get(host) ?? {}
  totalsByHost.delete(host)
  return totals
}
