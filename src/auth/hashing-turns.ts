import { tooMany } from '../core/base/errors'

/** Order of those who wait: clients that are known or have a key come before strangers, whose number is unbounded. */
export type Rank = 'known' | 'stranger'

/**
 * Limits of requests that wait in this isolate, where some two hashes are made in a second. Known clients: an office in
 * the morning, or a script that makes accounts. Strangers: as many as are answered before their clients give up.
 */
const mostWaiting: Record<Rank, number> = { known: 30, stranger: 24 }

/** Seconds until a refused request may try again: about as long as those who wait take. */
const retrySeconds = 5

/** Milliseconds between two checks of a waiting request whether it is its turn. */
const shortestPollMs = 5
const longestPollMs = 250

/** Milliseconds after which a hash counts as done, or a waiting request as lost, that was not heard of any more. */
const timeoutMs = 5000

/** A waiting request. When its object ends it stops to poll, and must not hold up those behind it. */
interface Waiter {
  readonly rank: Rank
  pollsAt: number
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Makes one hash at a time, with a pause of the same length after it. A hash blocks the thread of its isolate, and all
 * objects there, also of other classes. The pause leaves them at least half of the time.
 *
 * Objects share the isolate but may not await one another's promises (a rule of the platform). So each polls by a timer
 * of its own.
 */
export class HashingTurns {
  private readonly waiting: Waiter[] = []
  private freeAt = 0
  private lastTook = 0

  /** Does the work, which must be synchronous, when it is its turn. Refuses with 429 if too many wait. */
  async run<T>(rank: Rank, work: () => T): Promise<T> {
    const me = this.enter(rank)
    try {
      for (;;) {
        const wait = this.waitOf(me)
        if (wait <= 0) break
        const pause = Math.min(Math.max(wait, shortestPollMs), longestPollMs)
        me.pollsAt = Date.now() + pause
        await sleep(pause)
      }
    } finally {
      this.leave(me)
    }
    return this.work(work)
  }

  private async work<T>(work: () => T): Promise<T> {
    const began = Date.now()
    this.freeAt = began + timeoutMs
    try {
      return work()
    } finally {
      // The clock of the platform only moves on after I/O.
      await sleep(0)
      const now = Date.now()
      this.lastTook = Math.min(now - began, timeoutMs)
      this.freeAt = now + this.lastTook
    }
  }

  private enter(rank: Rank): Waiter {
    this.dropLost()
    if (this.waiting.filter((other) => other.rank === rank).length >= mostWaiting[rank]) throw tooMany(retrySeconds)
    const me: Waiter = { rank, pollsAt: Date.now() }
    const behind = rank === 'known' ? this.waiting.findIndex((other) => other.rank === 'stranger') : -1
    this.waiting.splice(behind === -1 ? this.waiting.length : behind, 0, me)
    return me
  }

  private leave(me: Waiter): void {
    const place = this.waiting.indexOf(me)
    if (place !== -1) this.waiting.splice(place, 1)
  }

  /** Milliseconds until it is probably the request's turn; 0 or less if it is now. */
  private waitOf(me: Waiter): number {
    this.dropLost()
    // A request that was dropped as lost, but polls again, goes next.
    const before = Math.max(0, this.waiting.indexOf(me))
    // A clock that was set back must not block anybody.
    const ahead = this.freeAt - Date.now()
    const free = ahead > timeoutMs ? 0 : ahead
    return before === 0 ? free : Math.max(0, free) + before * Math.max(2 * this.lastTook, shortestPollMs)
  }

  private dropLost(): void {
    const lost = Date.now() - timeoutMs
    for (const other of this.waiting.filter(({ pollsAt }) => pollsAt < lost)) this.leave(other)
  }
}
