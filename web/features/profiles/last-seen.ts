import type { Store } from '../../../client'
import { texts } from '../../i18n'

type Presence = ReturnType<Store['presence']['status']>['value']

/** When somebody was last active and idle, in seconds, by the server's clock. */
interface PresenceTimes {
  readonly active_timestamp?: number
  readonly idle_timestamp?: number
}

/** Units of time in seconds, the longest first. */
const lengths = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** Somebody's presence in words: online, idle, or when they were last seen. */
export function lastSeen(user_id: number, presence: Presence, { state }: Pick<Store, 'state'>): string {
  const t = texts.profile
  if (presence !== 'offline') return texts.sidebar.presence[presence]
  const { active_timestamp = 0, idle_timestamp = 0 } =
    (state.presences.value as Record<number, PresenceTimes>)[user_id] ?? {}
  const seconds = Date.now() / 1000 - Math.max(active_timestamp, idle_timestamp)
  if (active_timestamp === 0 && idle_timestamp === 0) return t.away
  const [unit, length] = lengths.find(([, one]) => seconds >= one) ?? lengths.at(-1)!
  const format = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: 'auto' })
  return t.lastSeen(format.format(-Math.max(1, Math.floor(seconds / length)), unit))
}
