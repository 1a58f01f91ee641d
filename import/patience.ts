import type { Clock } from './clock.ts'
import { NetworkError, Refusal } from './site.ts'

/** The import has stopped before its end, and goes on when the same command is run again. */
export class Interruption extends Error {}

const firstDelayMs = 1_000
const maxDelayMs = 60_000

/** How long nothing may succeed. */
const giveUpMs = 10 * 60_000

/** A wait that the site asks for is said if it is as long as this. */
const notableWaitMs = 5_000

/** A wait as long as this is for the next day, because as much was written as one day may. */
const dayWaitMs = 10 * 60_000

export interface PatienceOptions {
  readonly clock: Clock
  readonly signal: AbortSignal
  /** Whether to wait for the next day where the site asks for that. */
  readonly waitsForDays: boolean
  /** Says that nothing is sent until a time, in milliseconds since 1970, and why; null: that it goes on. */
  readonly onWait: (wait: { until: number; reason: string } | null) => void
}

/** Tries requests again, for as long as it makes sense. */
export class RetryPatience {
  private readonly options: PatienceOptions
  private lastSuccess: number

  constructor(options: PatienceOptions) {
    this.options = options
    this.lastSuccess = options.clock.now()
  }

  async until<T>(request: () => Promise<T>): Promise<T> {
    const { clock, signal } = this.options
    for (let failures = 0; ; failures += 1) {
      this.assertGoing()
      try {
        const result = await request()
        this.lastSuccess = clock.now()
        return result
      } catch (error) {
        if (signal.aborted) this.assertGoing()
        await this.recover(error, failures)
      }
    }
  }

  private async recover(error: unknown, failures: number): Promise<void> {
    const { clock, waitsForDays } = this.options
    if (error instanceof Refusal && error.status === 429) {
      const waitMs = Math.max(1, error.retryAfter ?? 60) * 1000
      if (waitMs > dayWaitMs && !waitsForDays)
        throw new Interruption(`${error.message} (${describedTime(clock.now() + waitMs)} it could go on.)`)
      await this.wait(waitMs, error.message)
      this.lastSuccess = clock.now()
      return
    }
    if (!mayPass(error)) throw error
    const reason = (error as Error).message
    if (clock.now() - this.lastSuccess >= giveUpMs)
      throw new Interruption(`Nothing has come through for 10 minutes: ${reason}`)
    const requestedMs = error instanceof Refusal ? (error.retryAfter ?? 0) * 1000 : 0
    await this.wait(Math.min(maxDelayMs, Math.max(requestedMs, firstDelayMs * 2 ** failures)), reason)
  }

  private async wait(ms: number, reason: string): Promise<void> {
    const { clock, signal, onWait } = this.options
    const isNotable = ms >= notableWaitMs
    if (isNotable) onWait({ until: clock.now() + ms, reason })
    try {
      await clock.sleep(ms, signal)
    } catch {
      this.assertGoing()
    }
    if (isNotable) onWait(null)
  }

  private assertGoing(): void {
    if (this.options.signal.aborted) throw new Interruption('Stopped.')
  }
}

/** Whether the same request may succeed later. */
function mayPass(error: unknown): boolean {
  if (error instanceof Refusal) return error.status >= 500 || error.status === 408 || error.status === 425
  return error instanceof NetworkError
}

/** A time as people in all zones understand it. */
export function describedTime(ms: number): string {
  return `At ${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
