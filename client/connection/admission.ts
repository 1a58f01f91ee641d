import type { ReadonlySignal } from '@preact/signals-core'
import type { Clock } from './clock'
import type { EndReason } from './endings'
import type { Status } from './follow'
import { Unreachable, whyNotAdmitted, type NotAdmitted } from './refusal'
import type { Wire } from './wire'

/** Requests wait this long for a connection that is being made, before they go over HTTP. */
const connectPatienceMs = 2000

export interface AdmissionOptions {
  readonly wire: Wire
  readonly clock: Clock
  readonly status: ReadonlySignal<Status>
  readonly ending: ReadonlySignal<EndReason | null>
  /** The server refused a request because of the account itself. */
  readonly onNotAdmitted: (why: NotAdmitted) => void
}

/**
 * Sends requests, but not while a connection is being made that may show that the account is no longer admitted. So a client
 * that opens from storage sends nothing for an account that was logged out meanwhile.
 */
export function createAdmission({ wire, clock, status, ending, onNotAdmitted }: AdmissionOptions) {
  /** Whether the server has admitted the account since it was last out of reach. */
  let isAdmitted = false

  /** Resolves when the attempt to connect ends, or after a while. */
  async function untilConnected(): Promise<void> {
    let cancel: (() => void) | undefined
    let stop: (() => void) | undefined
    await new Promise<void>((resolve) => {
      cancel = clock.after(connectPatienceMs, resolve)
      stop = status.subscribe((current) => {
        if (current !== 'connecting') resolve()
      })
    })
    cancel?.()
    stop?.()
  }

  const ask = (async (...request: Parameters<Wire['ask']>) => {
    if (!isAdmitted && status.peek() === 'connecting') await untilConnected()
    if (ending.peek() !== null) throw new Unreachable(undefined, false)
    try {
      return await wire.ask(...request)
    } catch (error) {
      const why = whyNotAdmitted(error)
      if (why !== null) onNotAdmitted(why)
      throw error
    }
  }) as Wire['ask']

  return {
    ask,
    setAdmitted(is: boolean): void {
      isAdmitted = is
    },
  }
}
