import { computed, signal, type ReadonlySignal } from '@preact/signals-core'
import type { Of, State } from '../api'
import type { StoreClock } from './clock'
import { bump } from './versions'

export type PresenceStatus = 'active' | 'idle' | 'offline'

/** The last thing that is known of a person. Times are the server's, in seconds. */
export interface LastPresence {
  readonly status: 'active' | 'idle'
  readonly timestamp: number
  /** When the server said so. */
  readonly told_at: number
}

/** Whoever was here longer ago than this, when the server said so, is offline. */
const offlineAfterSeconds = 300

/** An active client counts before one that was idle later, as long as its connection may be open. */
const aliveSeconds = 90

/**
 * What the server says of a person holds until it says something else, however old the time in it grows. But it tells
 * not everything by events, so after this time the age counts: by then the client should have asked again.
 */
const maxReportAgeSeconds = 600

/** By user id, as it is told to those who register with `slim_presence`. */
export type Presences = Exclude<State['presences'], Record<string, Record<string, { client: string }>>>

/** Who is here. */
export class Presence {
  readonly #lastPresences = new Map<number, LastPresence>()
  readonly #version = signal(0)
  readonly #clock

  constructor(clock: StoreClock) {
    this.#clock = clock
  }

  status(user_id: number): ReadonlySignal<PresenceStatus> {
    return computed(() => {
      void this.#version.value
      const lastPresence = this.#lastPresences.get(user_id)
      const asOfSeconds = Math.max(lastPresence?.told_at ?? 0, this.#clock.seconds() - maxReportAgeSeconds)
      return lastPresence && asOfSeconds - lastPresence.timestamp <= offlineAfterSeconds
        ? lastPresence.status
        : 'offline'
    })
  }

  /** Everything, for keeping. */
  entries(): [user_id: number, lastPresence: LastPresence][] {
    return [...this.#lastPresences]
  }

  /** Takes over everything that is known. */
  restore(entries: Iterable<readonly [user_id: number, lastPresence: LastPresence]>): void {
    this.#lastPresences.clear()
    for (const [user_id, lastPresence] of entries) this.#lastPresences.set(user_id, lastPresence)
    bump(this.#version)
  }

  forget(user_id: number): void {
    this.#lastPresences.delete(user_id)
    bump(this.#version)
  }

  /** The state's presences after an event. */
  update(presences: Presences, { user_id, presence, server_timestamp: told_at }: Of<'presence'>): Presences {
    const newPresence = { ...presences[user_id] }
    // Of reports of the same second the active one counts.
    for (const report of Object.values(presence).toSorted((left, right) => isActive(left) - isActive(right))) {
      const { status, timestamp } = report
      const field = `${status}_timestamp` as const
      newPresence[field] = Math.max(newPresence[field] ?? 0, timestamp)
      if (timestamp >= (this.#lastPresences.get(user_id)?.timestamp ?? 0))
        this.#lastPresences.set(user_id, { status, timestamp, told_at })
    }
    bump(this.#version)
    return { ...presences, [user_id]: newPresence }
  }
}

const isActive = ({ status }: Pick<LastPresence, 'status'>): number => Number(status === 'active')

/** What an answer about everybody says of each. */
export const lastPresencesIn = (
  presences: Presences,
  told_at: number,
): [user_id: number, lastPresence: LastPresence][] =>
  Object.entries(presences).map(([user_id, { active_timestamp: active = 0, idle_timestamp: idle = 0 }]) => {
    const status = active >= idle || told_at - active <= aliveSeconds ? 'active' : 'idle'
    return [Number(user_id), { status, timestamp: Math.max(active, idle), told_at }]
  })
