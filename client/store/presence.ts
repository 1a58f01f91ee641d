import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals-core'
import type { Of, State } from '../api'
import type { StoreClock } from './clock'
import { bumpVersion } from './versions'

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

type PresenceTimes = Presences[string]

/** Who is active, idle or offline. */
export class Presence {
  #lastPresences = new Map<number, LastPresence>()
  readonly #version = signal(0)
  readonly #clock
  readonly #base: Signal<Presences>
  /** What events have changed in `#changedBase`. To copy all people at each event would take too long in a large organization. */
  readonly #changes = new Map<number, PresenceTimes>()
  #changedBase: Presences | null = null
  #present: ReadonlySet<number> = new Set()

  /** `base` is a field of the state. Whoever replaces its value also drops what events have changed in the former one. */
  constructor(clock: StoreClock, base: Signal<Presences>) {
    this.#clock = clock
    this.#base = base
  }

  /** The field `presences` of the state, with what events have changed. It is put together when it is read. */
  readonly all: ReadonlySignal<Presences> = computed(() => {
    void this.#version.value
    const base = this.#base.value
    return base === this.#changedBase ? { ...base, ...Object.fromEntries(this.#changes) } : base
  })

  /** Ids of the people who are not offline. */
  readonly present: ReadonlySignal<ReadonlySet<number>> = computed(() => {
    void this.#version.value
    const ids = new Set<number>()
    for (const [user_id, lastPresence] of this.#lastPresences) if (this.#isValid(lastPresence)) ids.add(user_id)
    // Most events say that somebody is still there, and then nothing that depends on the set has to change.
    const isSame = ids.size === this.#present.size && [...ids].every((id) => this.#present.has(id))
    if (!isSame) this.#present = ids
    return this.#present
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
    this.#lastPresences = new Map(entries)
    bumpVersion(this.#version)
  }

  forget(user_id: number): void {
    const { [user_id]: _, ...others } = this.all.peek()
    this.#base.value = others
    this.#lastPresences.delete(user_id)
    bumpVersion(this.#version)
  }

  /** Applies an event. */
  update({ user_id, presence, server_timestamp: told_at }: Of<'presence'>): void {
    const base = this.#base.peek()
    if (base !== this.#changedBase) this.#changes.clear()
    this.#changedBase = base
    const newPresence = { ...(this.#changes.get(user_id) ?? base[user_id]) }
    // If two reports are of the same second, the active one counts: it comes after `idle`.
    for (const { status, timestamp } of Object.values(presence).toSorted((a, b) => b.status.localeCompare(a.status))) {
      const field = `${status}_timestamp` as const
      newPresence[field] = Math.max(newPresence[field] ?? 0, timestamp)
      if (timestamp >= (this.#lastPresences.get(user_id)?.timestamp ?? 0))
        this.#lastPresences.set(user_id, { status, timestamp, told_at })
    }
    this.#changes.set(user_id, newPresence)
    bumpVersion(this.#version)
  }
}

/** The reports in an answer about everybody. */
export const lastPresencesIn = (
  presences: Presences,
  told_at: number,
): [user_id: number, lastPresence: LastPresence][] =>
  Object.entries(presences).map(([user_id, { active_timestamp: active = 0, idle_timestamp: idle = 0 }]) => {
    const status = active >= idle || told_at - active <= aliveSeconds ? 'active' : 'idle'
    return [Number(user_id), { status, timestamp: Math.max(active, idle), told_at }]
  })
