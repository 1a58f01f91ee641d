/** Seconds without an event after which the platform lets an object sleep. */
const idleSeconds = 10

/**
 * Counts the seconds for which an object is awake: while it works on something, and for ten seconds after. The platform says
 * that it does not charge the latter; they are counted, so that the object never used more than is told.
 */
export class Awake {
  private working = 0
  /** Up to when it was counted, in UNIX seconds. */
  private until = 0

  constructor(
    private readonly now: () => number,
    private readonly onSeconds: (seconds: number) => void,
  ) {}

  /** Counts while this work is done. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.look()
    this.working += 1
    try {
      return await work()
    } finally {
      this.look()
      this.working -= 1
    }
  }

  private look(): void {
    const until = this.now() + idleSeconds
    const seconds = this.working > 0 ? until - this.until : Math.min(idleSeconds, until - this.until)
    if (seconds <= 0) return
    this.onSeconds(seconds)
    this.until = until
  }
}
