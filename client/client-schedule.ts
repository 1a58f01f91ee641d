import type { ReadonlySignal } from '@preact/signals-core'
import type { Store } from './store/store'
import type { Wire } from './connection/wire'
import type { Clock } from './connection/clock'
import type { Status } from './connection/follow'
import { matcher } from './narrow/match'
import { narrowKey, type Terms } from './narrow/terms'
import type { Views } from './narrow/views'
import type { OpenedNarrows } from './stored-parts'
import { evictableMessages } from './storage/persister'

/** The time between two ticks. Each updates the store's clock, and does what is due. */
const tickMs = 5000

/** Pages that could not be loaded are requested again this often. */
const loadEveryMs = 15_000

/** An active user is reported as present this often. */
const presenceEveryMs = 300_000

/** Messages of narrows that nobody has opened for long are dropped this often. */
const evictEveryMs = 3_600_000

/** They are first dropped this long after the start, because a restored store has to be shown first. */
const firstEvictionMs = 60_000

/** The messages of a narrow are stored for this long after the user last opened it. */
const narrowRetentionMs = 30 * 86_400_000

/** The client remembers the last opening of this many narrows. */
const maxOpenedNarrows = 200

/** If there are more messages than this in memory, some are dropped at the next tick. */
const maxHeldMessages = 60_000

export interface ScheduleOptions {
  readonly clock: Clock
  readonly ask: Wire['ask']
  readonly store: Store
  readonly views: Views
  /** Presence is reported, and pages are requested again, over a live connection only. */
  readonly status: ReadonlySignal<Status>
  /** When each narrow was last opened, from storage. */
  readonly opened: OpenedNarrows
}

export type Schedule = ReturnType<typeof startSchedule>

/** Does from time to time what nothing else causes: reports presence, repeats requests, drops messages. */
export function startSchedule({ clock, ask, store, views, status, opened: stored }: ScheduleOptions) {
  const isLive = (): boolean => status.peek() === 'live'
  let opened = stored
  let presence: 'active' | 'idle' | null = null
  let presenceReportedAt = -Infinity
  let evictedAt = clock.now() - evictEveryMs + firstEvictionMs
  let cancelTick: (() => void) | undefined

  function reportPresence(): void {
    presenceReportedAt = clock.now()
    if (presence === null) return
    ask('POST /users/me/presence', { status: presence, slim_presence: true, ping_only: presence === 'idle' }).then(
      (response) => store.setPresences(response),
      // The next connection reports it again.
      () => undefined,
    )
  }

  function evict(now: number): void {
    evictedAt = now
    const recent = Object.entries(opened).filter(([, [, openedAt]]) => now - openedAt < narrowRetentionMs)
    opened = Object.fromEntries(recent.slice(-maxOpenedNarrows))
    const matchers = Object.values(opened).flatMap(([terms]) => matcher(terms, store) ?? [])
    views.release(evictableMessages(store.messages.values(), (message) => matchers.some((matches) => matches(message))))
  }

  function tick(): void {
    const now = clock.now()
    cancelTick = clock.after(tickMs, tick)
    store.passTime(now)
    // The first request after a browser is online again often fails.
    if (now % loadEveryMs < tickMs && isLive()) views.retry()
    if (presence === 'active' && now - presenceReportedAt > presenceEveryMs) reportPresence()
    if (now - evictedAt > evictEveryMs || store.messages.size > maxHeldMessages) evict(now)
  }
  tick()

  return {
    /** Reports again what `setPresence` said last. To be called with each new connection. */
    reportPresence,
    setPresence(user: 'active' | 'idle'): void {
      if (presence === user) return
      presence = user
      if (isLive()) reportPresence()
    },
    /** Remembers that the user opened a narrow, so that its messages stay in storage. */
    noteOpened(terms: Terms): void {
      opened = { ...opened, [narrowKey(terms)]: [terms, clock.now()] }
    },
    opened: () => opened,
    stop: () => cancelTick?.(),
  }
}
