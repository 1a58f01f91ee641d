import { notAdmittedByCode, Refusal, whyNotAdmitted, type NotAdmitted } from './refusal'

/**
 * Why a client gets no more events: the server no longer admits the account, another client took over the queue
 * (`replaced`), or `stop()` was called.
 */
export type EndReason = NotAdmitted | 'replaced' | 'stopped'

/**
 * Whether the account's commands and files are erased too: the account cannot log in again, or has logged out on purpose.
 * After any other end they stay stored for its next login.
 */
export const isForGood = (why: EndReason): boolean =>
  why === 'account_deactivated' || why === 'organization_deactivated' || why === 'stopped'

/** The code and reason with which a socket was closed. */
export interface SocketEnd {
  readonly code: number
  /** Empty if the server gave no reason. */
  readonly reason: string
}

/** What a follower does after its connection has ended. */
export type NextStep =
  | { readonly do: 'connect'; readonly withinSeconds: number }
  /** Connects after a back-off. */
  | { readonly do: 'retry'; readonly minSeconds: number }
  | { readonly do: 'register' }
  | { readonly do: 'end'; readonly why: EndReason }

export const connect = (withinSeconds = 0): NextStep => ({ do: 'connect', withinSeconds })
export const retry = (minSeconds = 0): NextStep => ({ do: 'retry', minSeconds })

/** What to do after each close code of the server. Any other code means: retry. */
const stepByCode: Readonly<Record<number, NextStep>> = {
  1012: connect(5),
  4404: { do: 'register' },
  4408: connect(),
  4409: { do: 'end', why: 'replaced' },
  4429: retry(30),
}

/** Whether the server itself closed the socket. Any other code comes from a proxy or from the browser. */
export const isServersCode = (code: number): boolean => code === 1012 || code >= 4000

/** The server closes a socket with this code when it no longer admits the account. The reason is the code of a refusal. */
export const notAdmittedCode = 4401

export const afterSocket = ({ code, reason }: SocketEnd): NextStep =>
  code === notAdmittedCode
    ? { do: 'end', why: notAdmittedByCode[reason] ?? 'unauthorized' }
    : (stepByCode[code] ?? retry())

export function afterError(error: unknown): NextStep {
  if (!(error instanceof Refusal)) return retry()
  if (error.status === 401) return { do: 'end', why: whyNotAdmitted(error) ?? 'unauthorized' }
  return retry(error.retry_after ?? 0)
}

/** Whether a failed poll means that the queue has ended, or that the server cannot continue after our `last_event_id`. */
export const isQueueGone = (error: unknown): boolean =>
  error instanceof Refusal && (error.code === 'BAD_EVENT_QUEUE_ID' || error.code === 'BAD_REQUEST')
