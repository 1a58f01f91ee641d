import { LruCache } from '../base/lru-cache'

/** Seconds after which used time counts half. */
const halfLife = 10

/** Bytes for the used times of those who took turns lately. */
const mostRemembered = 256 * 1024

/** Least time that a turn counts, in seconds: the platform's clock stands still during computation. */
const leastSeconds = 0.005

interface Waiting {
  readonly by: string | null
  readonly begin: () => Promise<void>
}

interface Use {
  /** Used time in seconds, in which older turns count less. */
  readonly seconds: number
  /** UNIX time of this value. */
  readonly at: number
}

/**
 * Turns, one after the other (fair queueing). The next turn belongs to the account or network that used the least time lately.
 * So one with slow turns, or many, delays others by one turn at most. The turns of each stay in order.
 */
export class Turns {
  private readonly waiting: Waiting[] = []
  private isTaken = false
  private readonly uses = new LruCache<Use>(mostRemembered)

  constructor(private readonly now: () => number) {}

  /** Runs a turn. `by` names the account or network; null is the realm's own work, which goes first. */
  take<T>(by: string | null, turn: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const begin = () => this.timed(by, turn).then(resolve, reject)
      this.waiting.push({ by, begin })
      if (!this.isTaken) void this.goOn()
    })
  }

  private async timed<T>(by: string | null, turn: () => Promise<T>): Promise<T> {
    const began = this.now()
    try {
      return await turn()
    } finally {
      if (by !== null) this.add(by, leastSeconds + Math.max(0, this.now() - began))
    }
  }

  private async goOn(): Promise<void> {
    this.isTaken = true
    for (let next = this.next(); next !== undefined; next = this.next()) await next.begin()
    this.isTaken = false
  }

  private next(): Waiting | undefined {
    if (this.waiting.length < 2) return this.waiting.shift()
    // At one time for all. Where the clock ticks between two of them, the later turn of an account would go before its earlier one.
    const at = this.now()
    const uses = this.waiting.map(({ by }) => this.usedBy(by, at))
    return this.waiting.splice(uses.indexOf(Math.min(...uses)), 1)[0]
  }

  private usedBy(by: string | null, at: number): number {
    const use = by === null ? undefined : this.uses.get(by)
    return use === undefined ? 0 : use.seconds * 0.5 ** (Math.max(0, at - use.at) / halfLife)
  }

  private add(by: string, seconds: number): void {
    const at = this.now()
    this.uses.set(by, { seconds: this.usedBy(by, at) + seconds, at })
  }
}
