import { computed, signal, type ReadonlySignal } from '@preact/signals-core'
import type { Of, State } from '../api'
import type { StoreClock } from './clock'
import { bump } from './versions'

export type PresenceStatus = 'active' | 'idle' | 'offline'

/** The last report about a person. Times are in seconds, by the server's clock. */
export interface LastPresence {
  readonly status: 'active' | 'idle'
  readonly timestamp: number
  /** When the server sent it. */
  readonly told_at: number
}

/** A person is offline if their last activity was this long ago when the server reported it. */
const offlineAfterSeconds = 300

/** For this long, an active client counts more than another client that was idle later, because it may still be connected. */
const aliveSeconds = 90

/**
 * A report is valid until the next one, no matter how old its time is. But not all changes bring an event. So a report that is
 * older than this is judged by its age: by then, the client should have asked for all presences again.
 */
const maxReportAgeSeconds = 600

/** Presences by user id, in the form for clients that register with `slim_presence`. */
export type Presences = Exclude<State['presences'], Record<string, Record<string, { client: string }>>>

/** Who is active, idle or offline. */
export class Presence {
  readonly #lastPresences = new Map<number, LastPresence>()
  readonly #version = signal(0)
  readonly #clock

  constructor(clock: StoreClock) {
    this.#clock = clock
  }

  /** Ids of the people who are not offline. */
  readonly present: ReadonlySignal<ReadonlySet<number>> = computed(() => {
    void this.#version.value
    const ids = new Set<number>()
    for (const [user_id, lastPresence] of this.#lastPresences) if (this.#isValid(lastPresence)) ids.add(user_id)
    return ids
  })

  status(user_id: number): ReadonlySignal<PresenceStatus> {
    return computed(() => {
      void this.#version.value
      const lastPresence = this.#lastPresences.get(user_id)
      return lastPresence && this.#isValid(lastPresence) ? lastPresence.status : 'offline'
    })
  }

  #isValid({ told_at, timestamp }: LastPresence): boolean {
    return Math.max(told_at, this.#clock.seconds() - maxReportAgeSeconds) - timestamp <= offlineAfterSeconds
  }

  /** All reports, for a snapshot. */
  entries(): [user_id: number, lastPresence: LastPresence][] {
    return [...this.#lastPresences]
  }

  /** Replaces all reports. */
  restore(entries: Iterable<readonly [user_id: number, lastPresence: LastPresence]>): void {
    this.#lastPresences.clear()
    for (const [user_id, lastPresence] of entries) this.#lastPresences.set(user_id, lastPresence)
    bump(this.#version)
  }

  forget(user_id: number): void {
    this.#lastPresences.delete(user_id)
    bump(this.#version)
  }

  /** Applies an event. Returns the new value of the state's field `presences`. */
  update(presences: Presences, { user_id, presence, server_timestamp: told_at }: Of<'presence'>): Presences {
    const newPresence = { ...presences[user_id] }
    // If two reports are of the same second, the active one counts.
    for (const report of Object.values(presence).toSorted((a, b) => isActive(a) - isActive(b))) {
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

/** The reports in an answer about everybody. */
export const lastPresencesIn = (
  presences: Presences,
  told_at: number,
): [user_id: number, lastPresence: LastPresence][] =>
  Object.entries(presences).map(([user_id, { active_timestamp: active = 0, idle_timestamp: idle = 0 }]) => {
    const status = active >= idle || told_at - active <= aliveSeconds ? 'active' : 'idle'
    return [Number(user_id), { status, timestamp: Math.max(active, idle), told_at }]
  })
