import { tooMany } from '../core/base/errors'

/** Priority in the queue: known clients and those with a key come before strangers, whose number is unlimited. */
export type Rank = 'known' | 'stranger'

/**
 * Maximal numbers of requests that wait in this isolate, which makes about two hashes a second. Known clients may be an office in
 * the morning, or a script that creates accounts. Of strangers, as many may wait as get a response before their clients give up.
 */
const maxWaitingHashes: Record<Rank, number> = { known: 30, stranger: 24 }

/** Seconds until a refused request may be repeated: about the time that the waiting ones take. */
const retrySeconds = 5

/** Limits of the milliseconds between two checks by a waiting request whether its turn has come. */
const shortestPollMs = 5
const longestPollMs = 250

/** Milliseconds without a sign after which a hash counts as done, or a waiting request as lost. */
const timeoutMs = 5000

/** A waiting request. If its object ends, it no longer polls, and must not hold up those behind it. */
interface Waiter {
  readonly rank: Rank
  pollsAt: number
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Makes one hash at a time, with a pause of the same length after it. A hash blocks the thread of its isolate with all its
 * objects, even those of other classes; the pauses leave them at least half of the time.
 *
 * Objects in the same isolate may not await each other's promises (a rule of the platform), so each polls with its own timer.
 */
export class HashingTurns {
  private readonly waiting: Waiter[] = []
  private freeAt = 0
  /** When the next turn probably begins, while a hash is made: as long after its beginning as it was the last time. */
  private expectedFreeAt = 0
  private lastTook = 0

  /** Does the work when its turn has come. The work must be synchronous. Refuses with 429 if too many requests wait. */
  async run<T>(rank: Rank, work: () => T): Promise<T> {
    const me = this.enter(rank)
    try {
      for (;;) {
        const wait = this.waitOf(me)
        if (wait === 0) break
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
    this.expectedFreeAt = began + 2 * this.lastTook
    try {
      return work()
    } finally {
      // The clock of the platform only advances with I/O.
      await sleep(0)
      const now = Date.now()
      this.lastTook = Math.min(now - began, timeoutMs)
      this.freeAt = this.expectedFreeAt = now + this.lastTook
    }
  }

  private enter(rank: Rank): Waiter {
    this.dropLost()
    if (this.waiting.filter((other) => other.rank === rank).length >= maxWaitingHashes[rank])
      throw tooMany(retrySeconds)
    const me: Waiter = { rank, pollsAt: Date.now() }
    const firstStranger = rank === 'known' ? this.waiting.findIndex((other) => other.rank === 'stranger') : -1
    this.waiting.splice(firstStranger === -1 ? this.waiting.length : firstStranger, 0, me)
    return me
  }

  private leave(me: Waiter): void {
    const place = this.waiting.indexOf(me)
    if (place !== -1) this.waiting.splice(place, 1)
  }

  /** Milliseconds until the request's turn probably comes; 0 if it has come. */
  private waitOf(me: Waiter): number {
    this.dropLost()
    // A request that was dropped as lost, but polls again, is next.
    const before = Math.max(0, this.waiting.indexOf(me))
    const now = Date.now()
    const ahead = this.freeAt - now
    // A clock that was set back must not block requests.
    const isFree = ahead <= 0 || ahead > timeoutMs
    if (isFree && before === 0) return 0
    const free = isFree ? 0 : Math.max(Math.min(ahead, this.expectedFreeAt - now), shortestPollMs)
    return free + before * Math.max(2 * this.lastTook, shortestPollMs)
  }

  private dropLost(): void {
    const silentSince = Date.now() - timeoutMs
    for (const other of this.waiting.filter(({ pollsAt }) => pollsAt < silentSince)) this.leave(other)
  }
}
