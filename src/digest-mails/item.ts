import { dayOf, daySeconds } from '../core/base/units'
import type { AgendaItem } from '../core/turn/agenda'

/** A topic in which people talked. */
export interface LivelyTopic {
  readonly stream_id: number
  readonly stream: string
  readonly topic: string
  readonly messages: number
  /** How many people wrote there. */
  readonly people: number
  /** Id of the first of these messages. */
  readonly first_id: number
  /** Whether subscribers may read what was written before they came. */
  readonly hasOpenHistory: boolean
}

/** Names, and how many there are of them in all. */
export interface NamedThings {
  readonly names: readonly string[]
  readonly amount: number
}

/** What happened in an organization. Everybody gets the part of it that they may know of. */
export interface News {
  /** The liveliest first. */
  readonly topics: readonly LivelyTopic[]
  /** New public streams. */
  readonly streams: NamedThings
  /** People who have joined. */
  readonly people: NamedThings
}

/** How far the digests of a week have come. */
export interface DigestProgress {
  /** When they began, in UNIX seconds. The news are those of the week before. */
  readonly began_at: number
  /** Null: they are still to be gathered. */
  readonly news: News | null
  /** Id of the last person who had their turn; 0: nobody. */
  readonly after: number
}

/** The digests of an organization, as they are on its agenda. */
export interface DigestTask {
  /** Scheme and host of the organization. */
  readonly origin: string
  /** Null: it is not yet time. */
  readonly progress: DigestProgress | null
}

export const digestKey = 'digest mails'

/** Digests begin at this hour, UTC. */
const hourOfDay = 9

/** The first day since 1970 was a Thursday. Monday is 0. */
const weekdayOf = (day: number): number => (day + 3) % 7

const beginOn = (day: number): number => day * daySeconds + hourOfDay * 3600

/** When the next digests begin: on a weekday, of which Monday is 0. */
export function nextDigestAt(now: number, weekday: number): number {
  const today = dayOf(now)
  const day = today + ((weekday - weekdayOf(today) + 7) % 7)
  return beginOn(day) > now ? beginOn(day) : beginOn(day + 7)
}

export const digestItem = (input: DigestTask, due: number): AgendaItem<DigestTask> => ({ key: digestKey, due, input })
