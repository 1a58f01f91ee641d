import { LruCache } from '../base/lru-cache'
import { dayOf } from '../base/units'
import type { SharedUse } from './day-shares'
import { limitedShares, sharedCounters, type ShareIds, type SharedCounter } from './share-limits'

/**
 * What shares have used today, as far as this isolate of the Worker knows: the last answer of their realm's object, and what the
 * isolate has counted since. Only the object adds up the counts of all isolates, and remembers them.
 */
const useByShare = new LruCache<{ day: number; use: SharedUse }>(1024 * 1024)

/** Counts of this isolate that it has not reported to a realm's object yet, by host and share. */
const unreported = new Map<string, Map<number, SharedUse>>()

/** Hosts with unreported counts. A limit is needed because the client names the host. */
const maxHosts = 1000

/** A count is reported when it reaches these amounts. An isolate that ends before that loses less. */
const reportThresholds: SharedUse = { rows_read: 5000, object_requests: 200, r2_reads: 200, r2_writes: 50 }

const today = (): number => dayOf(Date.now() / 1000)

const ids = (shares: ShareIds): number[] => limitedShares(shares).map(({ share }) => share)

function useOf(share: number): SharedUse {
  const found = useByShare.get(String(share))
  return found?.day === today() ? found.use : {}
}

const remember = (share: number, use: SharedUse): void => useByShare.set(String(share), { day: today(), use })

function add(use: SharedUse, counter: SharedCounter, amount: number): SharedUse {
  return { ...use, [counter]: (use[counter] ?? 0) + amount }
}

/** What a share used today, as far as this isolate knows. */
export const knownUse = (share: number, counter: SharedCounter): number => useOf(share)[counter] ?? 0

/** Counts what the realm's object has counted, too, so that it need not be reported. */
export function noteUse(shares: ShareIds, counter: SharedCounter, amount: number): void {
  for (const share of ids(shares)) remember(share, add(useOf(share), counter, amount))
}

/** Notes that a share or a pool is used up, according to the realm's object. */
export const noteUsedUp = (share: number, counter: SharedCounter): void => noteUse([share], counter, Infinity)

/** Counts what the Worker used for somebody at a host, until it is reported to the realm's object. */
export function countUse(host: string, shares: ShareIds, counter: SharedCounter, amount: number): void {
  noteUse(shares, counter, amount)
  const ofHost = unreported.get(host) ?? new Map<number, SharedUse>()
  for (const share of ids(shares)) ofHost.set(share, add(ofHost.get(share) ?? {}, counter, amount))
  unreported.delete(host)
  unreported.set(host, ofHost)
  // If a client makes up a host, its counts are never reported.
  if (unreported.size > maxHosts) unreported.delete(unreported.keys().next().value!)
}

/** Whether so much was counted for a share at a host that it should be reported. */
export function isReportDue(host: string, [share]: ShareIds): boolean {
  const use = unreported.get(host)?.get(share) ?? {}
  return sharedCounters.some((counter) => (use[counter] ?? 0) >= (reportThresholds[counter] ?? Infinity))
}

/** Counts of a host, by share. */
export type UseReport = Readonly<Record<number, SharedUse>>

/** Takes the unreported counts of a host. */
export function takeReport(host: string): UseReport {
  const ofHost = unreported.get(host) ?? new Map<number, SharedUse>()
  unreported.delete(host)
  return Object.fromEntries(ofHost)
}

/** Learns from the answer to a report what its shares have used in all. */
export function learnTotals(totals: UseReport): void {
  for (const [share, use] of Object.entries(totals)) remember(Number(share), use)
}
