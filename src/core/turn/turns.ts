import { LruCache } from '../base/lru-cache'

/** Time that somebody used counts half after this many seconds. */
const halfLifeSeconds = 10

/** Bytes for the used times of accounts and networks that took turns lately. */
const maxUsesBytes = 256 * 1024

/** A turn counts at least this many seconds, because the platform's clock stands still during computation. */
const minTurnSeconds = 0.005

interface Waiting {
  readonly by: string | null
  readonly begin: () => Promise<void>
}

interface Use {
  /** Used time in seconds. Older turns count less. */
  readonly seconds: number
  /** UNIX time at which `seconds` was right. */
  readonly at: number
}

/**
 * Gives turns one after the other (fair queueing). The next turn belongs to the account or network that used the least time lately.
 * So an account with slow or many turns delays the others by one turn at most. The turns of each account stay in order.
 */
export class Turns {
  private readonly waiting: Waiting[] = []
  private isTaken = false
  private readonly uses = new LruCache<Use>(maxUsesBytes)

  constructor(private readonly now: () => number) {}

  /** Runs a turn. `by` names the account or network. Null is the realm's own work, which comes first. */
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
      if (by !== null) this.add(by, minTurnSeconds + Math.max(0, this.now() - began))
    }
  }

  private async goOn(): Promise<void> {
    this.isTaken = true
    for (let next = this.next(); next !== undefined; next = this.next()) await next.begin()
    this.isTaken = false
  }

  private next(): Waiting | undefined {
    if (this.waiting.length < 2) return this.waiting.shift()
    // All are compared at one moment. If the clock ticked in between, an account's later turn could come before its earlier one.
    const at = this.now()
    const uses = this.waiting.map(({ by }) => this.usedBy(by, at))
    return this.waiting.splice(uses.indexOf(Math.min(...uses)), 1)[0]
  }

  private usedBy(by: string | null, at: number): number {
    const use = by === null ? undefined : this.uses.get(by)
    return use === undefined ? 0 : use.seconds * 0.5 ** (Math.max(0, at - use.at) / halfLifeSeconds)
  }

  private add(by: string, seconds: number): void {
    const at = this.now()
    this.uses.set(by, { seconds: this.usedBy(by, at) + seconds, at })
  }
}
