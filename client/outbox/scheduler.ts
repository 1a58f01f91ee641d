import { signal, type ReadonlySignal } from '@preact/signals-core'
import { createBackoff } from '../connection/backoff'
import type { Clock } from '../connection/clock'
import { isWaiting, refusalOf, type Attempts } from './attempt'
import type { Command } from './command'
import type { StoredCommands } from './stored-commands'

const maxConcurrentRequests = 8

/**
 * This many messages may be sent after one that got no answer. The server recognizes a repeated message only among the
 * account's latest ones.
 */
const maxSendsAfterUnanswered = 150

/** Time between two requests that mark messages as read. Marks are collected meanwhile. */
const readIntervalMs = 5000

/** After a pause, each client waits for a random part of this, so that not all come back in the same moment. */
const resumeWithinMs = 30_000

/** Decides when commands are tried. Lanes run in parallel; within a lane, each command waits for the one before. */
export interface Scheduler {
  /** Until this time of the clock nothing is tried, because a quota is used up; null if there is no pause. */
  readonly pausedUntil: ReadonlySignal<number | null>
  readonly pauseUntil: (time: number | null) => void
  /** Tries all commands that need not wait. */
  readonly runNext: () => void
  /** Call it when the server has done something: the next failure is followed by a short wait again. */
  readonly resetBackoff: () => void
  /** Tries everything at once. Marks as read up to this command number do not wait for the interval. */
  flushUpTo(number: number): void
  stop(): void
}

export function createScheduler(
  clock: Clock,
  { list, write }: StoredCommands,
  { attempt: tryOnce, attemptOf, refuse, sends, uploadsOf }: Attempts,
): Scheduler {
  /** Lanes with a request that has no answer yet. */
  const busyLanes = new Set<string>()
  const backoff = createBackoff(clock)
  let nextReadAt = -Infinity
  let hasReadTimer = false
  let maxUrgentNumber = 0
  let isBackingOff = false
  const pausedUntil = signal<number | null>(null)
  let cancelPause: (() => void) | undefined
  let isStopped = false

  /** Whether the first command of a lane has to wait for something other than its lane. */
  function mustWait(command: Command): boolean {
    const { id, kind, number } = command
    const attempt = attemptOf(id)
    if (!attempt.isStored) return true
    if (kind === 'read') {
      const wait = nextReadAt - clock.now()
      const isDue =
        wait <= 0 ||
        number <= maxUrgentNumber ||
        list.peek().some((other) => other.kind === 'unread' && isWaiting(other))
      if (!isDue && !hasReadTimer) {
        hasReadTimer = true
        clock.after(wait, () => {
          hasReadTimer = false
          runNext()
        })
      }
      return !isDue
    }
    if (kind === 'send' && !attempt.isTried) {
      const unansweredSends = list
        .peek()
        .filter((other) => other.kind === 'send' && isWaiting(other) && attemptOf(other.id).isTried)
      if (unansweredSends.some((other) => sends() - attemptOf(other.id).sendIndex >= maxSendsAfterUnanswered))
        return true
    }
    return uploadsOf(command).some(isWaiting)
  }

  function runNext(): void {
    const lanes = new Set(busyLanes)
    for (const command of list.peek()) {
      if (isStopped || isBackingOff || pausedUntil.peek() !== null || busyLanes.size >= maxConcurrentRequests) break
      const { lane } = command
      if (!isWaiting(command) || lanes.has(lane)) continue
      const failedUpload = uploadsOf(command).find(({ state }) => state === 'refused')
      if (failedUpload) refuse(command, refusalOf(failedUpload))
      else {
        lanes.add(lane)
        if (!mustWait(command)) void run(command)
      }
    }
    void write()
  }

  async function run(command: Command): Promise<void> {
    const { kind, lane } = command
    if (kind === 'read') nextReadAt = clock.now() + readIntervalMs
    busyLanes.add(lane)
    const { isFinal, pauseSeconds, retrySeconds } = (await tryOnce(command)) ?? {}
    if (isFinal) isStopped = true
    if (pauseSeconds) pauseUntil(clock.now() + pauseSeconds * 1000)
    if (retrySeconds !== undefined) void backOff(retrySeconds)
    busyLanes.delete(lane)
    runNext()
  }

  function pauseUntil(time: number | null): void {
    cancelPause?.()
    pausedUntil.value = time
    if (time === null) runNext()
    else cancelPause = clock.after(time - clock.now() + clock.random() * resumeWithinMs, () => pauseUntil(null))
  }

  async function backOff(minSeconds: number): Promise<void> {
    if (isBackingOff) return
    isBackingOff = true
    await backoff.backOff(minSeconds)
    isBackingOff = false
    runNext()
  }

  return {
    pausedUntil,
    pauseUntil,
    runNext,
    resetBackoff: backoff.reset,
    flushUpTo(number) {
      maxUrgentNumber = Math.max(maxUrgentNumber, number)
      // Timers do not run while a device sleeps, so the pause may be over already.
      if ((pausedUntil.peek() ?? Infinity) <= clock.now()) pauseUntil(null)
      backoff.wakeUp()
      runNext()
    },
    stop() {
      isStopped = true
      cancelPause?.()
      backoff.end()
    },
  }
}
