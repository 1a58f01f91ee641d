import { tooMany } from '../core/base/errors'

/** Who goes first: whoever is known, or proved who they are; then strangers, whose number nobody can bound. */
export type Rank = 'known' | 'stranger'

/**
 * Who may wait at once in this isolate, at some two hashes a second: an office that begins its day, or a script that makes
 * accounts; and as many strangers as are answered before their clients give up.
 */
const mostWaiting: Record<Rank, number> = { known: 30, stranger: 24 }

/** What those are told for whom there is no room, in seconds: about as long as those before them take. */
const roomSeconds = 5

/** Whoever waits looks so often, in milliseconds, whether it is their turn. */
const shortestLook = 5
const longestLook = 250

/** Longest time, in milliseconds, that one hash is waited for which never says that it is done. */
const patienceMs = 5000

/** Somebody who waits. Whose object ended does not look any more, and must not hold up those behind. */
interface Waiting {
  readonly rank: Rank
  looksAt: number
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * One hash at a time, and after it a pause as long as it took. A hash stops the thread of its isolate, with all objects
 * in it, be they of this class or the realm's; so at least half of its time is left to the others.
 *
 * Objects share the isolate but may not wait for one another's promises: each looks by a timer of its own.
 */
export class HashingTurns {
  private readonly waiting: Waiting[] = []
  private freeAt = 0
  private lastTook = 0

  /** Does the work, which must not wait for anything, when its turn has come; refuses with 429 where too many wait. */
  async run<T>(rank: Rank, work: () => T): Promise<T> {
    const me = this.enter(rank)
    try {
      for (;;) {
        const wait = this.waitOf(me)
        if (wait <= 0) break
        const look = Math.min(Math.max(wait, shortestLook), longestLook)
        me.looksAt = Date.now() + look
        await sleep(look)
      }
    } finally {
      this.leave(me)
    }
    return this.work(work)
  }

  private async work<T>(work: () => T): Promise<T> {
    const began = Date.now()
    this.freeAt = began + patienceMs
    try {
      return work()
    } finally {
      // The platform's clock stands still while something computes.
      await sleep(0)
      const now = Date.now()
      this.lastTook = Math.min(now - began, patienceMs)
      this.freeAt = now + this.lastTook
    }
  }

  private enter(rank: Rank): Waiting {
    this.forgetLost()
    if (this.waiting.filter((other) => other.rank === rank).length >= mostWaiting[rank]) throw tooMany(roomSeconds)
    const me: Waiting = { rank, looksAt: Date.now() }
    const behind = rank === 'known' ? this.waiting.findIndex((other) => other.rank === 'stranger') : -1
    this.waiting.splice(behind === -1 ? this.waiting.length : behind, 0, me)
    return me
  }

  private leave(me: Waiting): void {
    const place = this.waiting.indexOf(me)
    if (place !== -1) this.waiting.splice(place, 1)
  }

  /** Milliseconds until it is likely to be their turn; 0 or less when it is. */
  private waitOf(me: Waiting): number {
    this.forgetLost()
    // Whoever was taken for lost and is not goes next.
    const before = Math.max(0, this.waiting.indexOf(me))
    // A clock that was set back must hold nobody up.
    const ahead = this.freeAt - Date.now()
    const free = ahead > patienceMs ? 0 : ahead
    return before === 0 ? free : Math.max(0, free) + before * Math.max(2 * this.lastTook, shortestLook)
  }

  private forgetLost(): void {
    const lost = Date.now() - patienceMs
    for (const other of this.waiting.filter(({ looksAt }) => looksAt < lost)) this.leave(other)
  }
}
