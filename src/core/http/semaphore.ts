import { tooMany } from '../base/errors'

/**
 * A waiting request looks again and again whether there is room. This is its first pause, and each one is twice as long. The
 * request that gives up its room cannot wake it, because the platform ends a request that only waits for another one.
 */
const firstLookMs = 10

/** The longest of these pauses. */
const maxLookMs = 250

interface Lease {
  readonly amount: number
  readonly owner: string
  until: number
}

interface Limits {
  /** The amount that all owners together may hold. */
  readonly max: number
  /** The amount that one owner may hold. */
  readonly maxOfOwner: number
  /** A lease that its holder has not renewed for so long has ended. */
  readonly leaseMs: number
  /** A request that has waited for so long is refused. */
  readonly maxWaitMs: number
  /** Requests that may wait. A further one is refused at once. */
  readonly maxWaiting: number
}

/**
 * A semaphore for the requests of this isolate. A request for which there is no room waits, and is refused with 429 if it waits
 * too long. When a client is gone, the platform may end its request in the middle of the work, and no code of ours runs then.
 * So each request holds a lease, which a timer of the same request renews.
 */
export class Semaphore {
  private readonly leases = new Set<Lease>()
  private readonly waiting = new Set<Pick<Lease, 'until'>>()

  constructor(private readonly limits: Limits) {}

  /** Does the work, once there is room for it. */
  async hold<T>(amount: number, owner: string, work: () => Promise<T>): Promise<T> {
    const { leaseMs } = this.limits
    const lease = await this.lease(amount, owner)
    const timer = setInterval(() => (lease.until = Date.now() + leaseMs), leaseMs / 4)
    try {
      return await work()
    } finally {
      clearInterval(timer)
      this.leases.delete(lease)
    }
  }

  /** Waits for room and takes a lease. */
  private async lease(amount: number, owner: string): Promise<Lease> {
    const { maxWaitMs, maxWaiting, leaseMs } = this.limits
    if (!this.fits(amount, owner)) {
      dropLost(this.waiting)
      if (this.waiting.size >= maxWaiting) throw tooMany(maxWaitMs / 1000)
      await this.wait(amount, owner)
    }
    const lease = { amount, owner, until: Date.now() + leaseMs }
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
    return all <= this.limits.max && own <= this.limits.maxOfOwner
  }

  /** Waits until there is room, or refuses. */
  private async wait(amount: number, owner: string): Promise<void> {
    const { maxWaitMs, leaseMs } = this.limits
    const end = Date.now() + maxWaitMs
    const me = { until: 0 }
    this.waiting.add(me)
    try {
      for (let ms = firstLookMs; !this.fits(amount, owner); ms = Math.min(2 * ms, maxLookMs)) {
        if (Date.now() > end) throw tooMany(maxWaitMs / 1000)
        me.until = Date.now() + leaseMs
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
