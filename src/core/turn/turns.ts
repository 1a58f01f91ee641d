import { LruCache } from '../base/lru-cache'

/** In this time half of what somebody used is forgotten, in seconds. */
const halfLife = 10

/** What is remembered of whoever took turns lately, in bytes. */
const mostRemembered = 256 * 1024

/** What a turn counts at least, in seconds: the platform's clock stands still while something computes. */
const least = 0.005

interface Waiting {
  readonly by: string | null
  readonly begin: () => Promise<void>
}

interface Use {
  /** What was used, lately more than long ago, in seconds. */
  readonly seconds: number
  /** When it was so, in UNIX seconds. */
  readonly at: number
}

/**
 * Turns, one after the other. Of those who wait, whoever used least lately goes next: somebody whose turns take long, or
 * who asks for many, holds nobody up for longer than one of them takes. Each one's own turns stay in order.
 */
export class Turns {
  private readonly waiting: Waiting[] = []
  private isTaken = false
  private readonly uses = new LruCache<Use>(mostRemembered)

  constructor(private readonly now: () => number) {}

  /** Does something in a turn of its own. `by`: whose doing it is; null for the realm's own, which goes first. */
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
      if (by !== null) this.add(by, least + Math.max(0, this.now() - began))
    }
  }

  private async goOn(): Promise<void> {
    this.isTaken = true
    for (let next = this.next(); next !== undefined; next = this.next()) await next.begin()
    this.isTaken = false
  }

  private next(): Waiting | undefined {
    if (this.waiting.length < 2) return this.waiting.shift()
    const uses = this.waiting.map(({ by }) => this.usedBy(by))
    return this.waiting.splice(uses.indexOf(Math.min(...uses)), 1)[0]
  }

  private usedBy(by: string | null): number {
    const use = by === null ? undefined : this.uses.get(by)
    return use === undefined ? 0 : use.seconds * 0.5 ** (Math.max(0, this.now() - use.at) / halfLife)
  }

  private add(by: string, seconds: number): void {
    this.uses.set(by, { seconds: this.usedBy(by) + seconds, at: this.now() })
  }
}
