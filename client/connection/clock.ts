/** Time and chance, which tests put in place of those of the machine. */
export interface Clock {
  /** Milliseconds since some moment. */
  now(): number
  /** Runs something later; what it returns cancels that. */
  after(milliseconds: number, run: () => void): () => void
  /** A number from 0 up to 1. */
  random(): number
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds)
    return () => clearTimeout(timer)
  },
  random: () => Math.random(),
}
