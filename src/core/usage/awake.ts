/** The platform lets an object sleep after this many seconds without an event. */
const idleSeconds = 10

/**
 * Counts the seconds for which an object is awake: while it works, and for ten seconds after. The platform says that it does not
 * charge for those ten. They are counted all the same, so that the count is never too low.
 */
export class AwakeTime {
  private worksRunning = 0
  /** Everything up to this UNIX time is counted. */
  private countedUntil = 0

  constructor(
    private readonly now: () => number,
    private readonly onSeconds: (seconds: number) => void,
  ) {}

  /** Does work, and counts the time for it. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.countTime()
    this.worksRunning += 1
    try {
      return await work()
    } finally {
      this.countTime()
      this.worksRunning -= 1
    }
  }

  private countTime(): void {
    const countedUntil = this.now() + idleSeconds
    const seconds =
      this.worksRunning > 0 ? countedUntil - this.countedUntil : Math.min(idleSeconds, countedUntil - this.countedUntil)
    if (seconds <= 0) return
    this.onSeconds(seconds)
    this.countedUntil = countedUntil
  }
}
