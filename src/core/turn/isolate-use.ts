import { LruCache } from '../base/lru-cache'
import { dayOf } from '../base/units'
import type { ShareIds, SharedUse } from './day-shares'
import { sharedCounters, type SharedCounter } from './share-limits'

/**
 * What this isolate of the Worker knows of what shares used today: what the object of their realm answered last, and what was
 * counted here since. The object alone adds up what all isolates counted, and remembers it.
 */
const useByShare = new LruCache<{ day: number; use: SharedUse }>(1024 * 1024)

/** What this isolate counted and has not reported to the objects yet, by host and share. */
const unreported = new Map<string, Map<number, SharedUse>>()

/** Most hosts with unreported counts. Whoever asks names the host. */
const hostLimit = 1000

/** Amounts at which a count is reported. An isolate that ends before loses less than that. */
const reportedAt: SharedUse = { rows_read: 5000, r2_reads: 200, r2_writes: 50 }

const today = (): number => dayOf(Date.now() / 1000)

const ids = (shares: ShareIds): number[] => shares.filter((share) => share !== undefined)

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

/** Counts what the object of the realm has counted itself. */
export function noteUse(shares: ShareIds, counter: SharedCounter, amount: number): void {
  for (const share of ids(shares)) remember(share, add(useOf(share), counter, amount))
}

/** Notes what the object said: that a share, or a pool, has nothing left. */
export const noteUsedUp = (share: number, counter: SharedCounter): void => noteUse([share], counter, Infinity)

/** Counts what the Worker used for somebody at a host; they wait for a report to the object of its realm. */
export function countUse(host: string, shares: ShareIds, counter: SharedCounter, amount: number): void {
  noteUse(shares, counter, amount)
  const ofHost = unreported.get(host) ?? new Map<number, SharedUse>()
  for (const share of ids(shares)) ofHost.set(share, add(ofHost.get(share) ?? {}, counter, amount))
  unreported.delete(host)
  unreported.set(host, ofHost)
  // Counts of hosts that are made up are never reported.
  if (unreported.size > hostLimit) unreported.delete(unreported.keys().next().value!)
}

/** Whether enough was counted for a share at a host for a report to the object. */
export function isReportDue(host: string, [share]: ShareIds): boolean {
  const use = unreported.get(host)?.get(share) ?? {}
  return sharedCounters.some((counter) => (use[counter] ?? 0) >= (reportedAt[counter] ?? Infinity))
}

/** Counts of a host, by share. */
export type UseReport = Readonly<Record<number, SharedUse>>

/** Takes the counts of a host that were not reported. */
export function takeReport(host: string): UseReport {
  const ofHost = unreported.get(host) ?? new Map<number, SharedUse>()
  unreported.delete(host)
  return Object.fromEntries(ofHost)
}

/** Learns what the shares of a report used in all, by what the object answers. */
export function learnTotals(totals: UseReport): void {
  for (const [share, use] of Object.entries(totals)) remember(Number(share), use)
}
