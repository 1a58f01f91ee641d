import { LruCache } from '../core/base/lru-cache'
import { sumOf, type CountedKind, type EventAmounts } from './counted-events'

/** What an isolate has counted for a bot since its last report. */
interface Burst {
  /** UNIX time until which events are only counted. */
  readonly endsAt: number
  readonly amounts: Readonly<Record<CountedKind, EventAmounts>>
  /** UNIX time of the first event that is not reported yet; null: all are reported. */
  readonly firstEventAt: number | null
}

/** An isolate reports after this many events, or so many seconds. An isolate that ends before that loses what it counted. */
const limits = { events: 500, seconds: 5 }

const noEvents: Burst['amounts'] = { burst: {}, unknown: {} }

/** Bots whose events the realm's object only counts. Until that time, this isolate counts them by itself and asks nobody. */
const bursts = new LruCache<Burst>(1024 * 1024)

/** Bytes that the counts of a bot take at most. */
const burstBytes = 8 * 1024

export const beginBurst = (bot_id: number, endsAt: number): void =>
  bursts.set(String(bot_id), { endsAt, amounts: noEvents, firstEventAt: null }, burstBytes)

/**
 * What to do with an event of a bot. `ask`: the object takes it, because there is no burst. `count`: nothing more, it was counted.
 * `report_later`: it was counted as the first one, so report after `reportDelayMs`. `report`: report all that were counted.
 */
type BurstStep = 'ask' | 'count' | 'report_later' | 'report'

/** Counts an event of a bot that is in a burst. */
export function countInBurst(bot_id: number, kind: CountedKind, event: string, seconds: number): BurstStep {
  const burst = bursts.get(String(bot_id))
  if (burst === undefined || (burst.endsAt <= seconds && burst.firstEventAt === null)) return 'ask'
  const amounts = { ...burst.amounts, [kind]: sumOf(burst.amounts[kind], { [event]: 1 }) }
  const firstEventAt = burst.firstEventAt ?? seconds
  bursts.set(String(bot_id), { ...burst, amounts, firstEventAt }, burstBytes)
  if (totalOf(amounts) >= limits.events || seconds - firstEventAt >= limits.seconds || burst.endsAt <= seconds)
    return 'report'
  return burst.firstEventAt === null ? 'report_later' : 'count'
}

const totalOf = (amounts: Burst['amounts']): number =>
  Object.values(amounts).reduce((sum, part) => sum + Object.values(part).reduce((inner, one) => inner + one, 0), 0)

/** Takes what was counted for a bot, to report it; null if another request has taken it. */
export function takeCounts(bot_id: number): Burst['amounts'] | null {
  const burst = bursts.get(String(bot_id))
  if (burst === undefined || burst.firstEventAt === null) return null
  bursts.set(String(bot_id), { ...burst, amounts: noEvents, firstEventAt: null }, burstBytes)
  return burst.amounts
}

/** Milliseconds after which the first event of a burst is reported with those that came since. */
export const reportDelayMs = limits.seconds * 1000
