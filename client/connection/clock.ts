/** Time, timers and random numbers. Tests pass their own. */
export interface Clock {
  /** Milliseconds since a fixed moment; for the system's clock, since 1970. */
  now(): number
  /** Calls `run` later. Returns a function that cancels this. */
  after(milliseconds: number, run: () => void): () => void
  /** A number from 0 to below 1. */
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
