import { tooMany } from '../base/errors'

/**
 * Who waits looks again after these times, more and more seldom. Nobody tells them that somebody left: the platform ends a
 * request that waits for nothing but another one.
 */
const look = { firstMs: 10, lastMs: 250 }

interface Lease {
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
export class Semaphore {
  private readonly places = new Set<Lease>()
  private readonly waiting = new Set<Pick<Lease, 'until'>>()

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
    }
  }

  /** A place, as soon as there is one. */
  private async place(amount: number, owner: string): Promise<Lease> {
    const { patienceMs, mostWaiting, keptMs } = this.limits
    if (!this.fits(amount, owner)) {
      forgetLost(this.waiting)
      if (this.waiting.size >= mostWaiting) throw tooMany(patienceMs / 1000)
      await this.wait(amount, owner)
    }
    const place = { amount, owner, until: Date.now() + keptMs }
    this.places.add(place)
    return place
  }

  private fits(amount: number, owner: string): boolean {
    forgetLost(this.places)
    let [all, own] = [amount, amount]
    for (const place of this.places) {
      all += place.amount
      if (place.owner === owner) own += place.amount
    }
    return all <= this.limits.most && own <= this.limits.mostOfOne
  }

  /** Waits until there is room, or refuses. */
  private async wait(amount: number, owner: string): Promise<void> {
    const { patienceMs, keptMs } = this.limits
    const end = Date.now() + patienceMs
    const me = { until: 0 }
    this.waiting.add(me)
    try {
      for (let ms = look.firstMs; !this.fits(amount, owner); ms = Math.min(2 * ms, look.lastMs)) {
        if (Date.now() > end) throw tooMany(patienceMs / 1000)
        me.until = Date.now() + keptMs
        await new Promise((resolve) => setTimeout(resolve, ms))
      }
    } finally {
      this.waiting.delete(me)
    }
  }
}

/** Those that were not seen for too long ended without a word. */
function forgetLost(places: Set<Pick<Lease, 'until'>>): void {
  for (const place of places) if (place.until < Date.now()) places.delete(place)
}
