import { limitHit } from './rate-limits'

/** Who waits looks again after this time, also if nobody told that somebody left. */
const lookMs = 500

interface Place {
  readonly amount: number
  readonly owner: string
  until: number
}

interface Limits {
  /** Of everybody. */
  readonly most: number
  /** Of one owner. */
  readonly mostOfOne: number
  /** A place is kept for so long after its holder was last seen. */
  readonly keptMs: number
  readonly patienceMs: number
  readonly mostWaiting: number
}

/**
 * Room that requests of this isolate share, for what would be too much at once. Who finds none waits, and is refused
 * with 429 in the end. A request whose client is gone ends without a word, in the middle of whatever it does; so places
 * are not given back but kept, by a timer that ends with the request.
 */
export class Room {
  private readonly places = new Set<Place>()
  private readonly waiting = new Set<() => void>()

  constructor(private readonly limits: Limits) {}

  /** Does the work, once there is room for it. */
  async hold<T>(amount: number, owner: string, work: () => Promise<T>): Promise<T> {
    const { keptMs } = this.limits
    const place = await this.place(amount, owner)
    const timer = setInterval(() => (place.until = Date.now() + keptMs), keptMs / 4)
    try {
      return await work()
    } finally {
      clearInterval(timer)
      this.places.delete(place)
      for (const wake of this.waiting) wake()
    }
  }

  /** A place, as soon as there is one. */
  private async place(amount: number, owner: string): Promise<Place> {
    const { patienceMs, mostWaiting, keptMs } = this.limits
    const end = Date.now() + patienceMs
    while (!this.fits(amount, owner)) {
      if (this.waiting.size >= mostWaiting || Date.now() > end) throw limitHit(patienceMs / 1000)
      await this.change()
    }
    const place = { amount, owner, until: Date.now() + keptMs }
    this.places.add(place)
    return place
  }

  private fits(amount: number, owner: string): boolean {
    let [all, own] = [amount, amount]
    for (const place of this.places) {
      if (place.until < Date.now()) this.places.delete(place)
      else {
        all += place.amount
        if (place.owner === owner) own += place.amount
      }
    }
    return all <= this.limits.most && own <= this.limits.mostOfOne
  }

  /** Ends when somebody left, or after a while. The timer is of this request: no other may clear it. */
  private async change(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, lookMs)
    this.waiting.add(resolve)
    try {
      await promise
    } finally {
      clearTimeout(timer)
      this.waiting.delete(resolve)
    }
  }
}
