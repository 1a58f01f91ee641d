import { tooMany } from '../base/errors'

/**
 * Times between two looks of a waiting request for room, which grow. A request that gives up its room cannot wake it: the
 * platform ends a request that waits for another request only.
 */
const look = { firstMs: 10, lastMs: 250 }

interface Lease {
  readonly amount: number
  readonly owner: string
  until: number
}

interface Limits {
  /** For all owners together. */
  readonly most: number
  /** For one owner. */
  readonly mostOfOne: number
  /** A lease ends so long after its holder was last seen. */
  readonly keptMs: number
  readonly patienceMs: number
  readonly mostWaiting: number
}

/**
 * A semaphore for the requests of this isolate. A request without room waits, and is refused with 429 in the end. The platform
 * may end a request without a word, in the middle of its work, when its client is gone. So each request holds a lease, which
 * a timer of the same request renews.
 */
export class Semaphore {
  private readonly leases = new Set<Lease>()
  private readonly waiting = new Set<Pick<Lease, 'until'>>()

  constructor(private readonly limits: Limits) {}

  /** Does the work, once there is room for it. */
  async hold<T>(amount: number, owner: string, work: () => Promise<T>): Promise<T> {
    const { keptMs } = this.limits
    const lease = await this.lease(amount, owner)
    const timer = setInterval(() => (lease.until = Date.now() + keptMs), keptMs / 4)
    try {
      return await work()
    } finally {
      clearInterval(timer)
      this.leases.delete(lease)
    }
  }

  /** Waits for room and takes a lease. */
  private async lease(amount: number, owner: string): Promise<Lease> {
    const { patienceMs, mostWaiting, keptMs } = this.limits
    if (!this.fits(amount, owner)) {
      dropLost(this.waiting)
      if (this.waiting.size >= mostWaiting) throw tooMany(patienceMs / 1000)
      await this.wait(amount, owner)
    }
    const lease = { amount, owner, until: Date.now() + keptMs }
    this.leases.add(lease)
    return lease
  }

  private fits(amount: number, owner: string): boolean {
    dropLost(this.leases)
    let [all, own] = [amount, amount]
    for (const lease of this.leases) {
      all += lease.amount
      if (lease.owner === owner) own += lease.amount
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

/** Drops leases that were not renewed: their requests have ended. */
function dropLost(leases: Set<Pick<Lease, 'until'>>): void {
  for (const lease of leases) if (lease.until < Date.now()) leases.delete(lease)
}
