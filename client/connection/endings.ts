import { notAdmittedByCode, Refusal, whyNotAdmitted, type NotAdmitted } from './refusal'

/** Why nothing more comes: the account is not admitted any more, another client follows the same queue, or `stop()`. */
export type EndReason = NotAdmitted | 'replaced' | 'stopped'

/** Whether nothing of what was kept for the account is to be found again: it will not log in any more, or wants it so. */
export const isForGood = (why: EndReason): boolean =>
  why === 'account_deactivated' || why === 'organization_deactivated' || why === 'stopped'

/** How a socket was closed. */
export interface SocketEnd {
  readonly code: number
  /** Empty if the other end gave none. */
  readonly reason: string
}

/** What to do after a connection ended. */
export type NextStep =
  | { readonly do: 'connect'; readonly withinSeconds: number }
  /** After a back-off of at least so many seconds. */
  | { readonly do: 'retry'; readonly minSeconds: number }
  | { readonly do: 'register' }
  | { readonly do: 'end'; readonly why: EndReason }

export const connect = (withinSeconds = 0): NextStep => ({ do: 'connect', withinSeconds })
export const retry = (minSeconds = 0): NextStep => ({ do: 'retry', minSeconds })

/** What the server's close codes ask for. */
const stepByCode: Readonly<Record<number, NextStep>> = {
  1012: connect(5),
  4404: { do: 'register' },
  4408: connect(),
  4409: { do: 'end', why: 'replaced' },
  4429: retry(30),
}

/** Whether the server itself closed a socket, and not something on the way. */
export const isServersCode = (code: number): boolean => code === 1012 || code >= 4000

/** The code of a socket whose account is not admitted any more. Its reason is the code of a refusal. */
export const notAdmittedCode = 4401

export const afterSocket = ({ code, reason }: SocketEnd): NextStep =>
  code === notAdmittedCode
    ? { do: 'end', why: notAdmittedByCode[reason] ?? 'unauthorized' }
    : (stepByCode[code] ?? retry())

/** What to do after a request failed. */
export function afterError(error: unknown): NextStep {
  if (!(error instanceof Refusal)) return retry()
  if (error.status === 401) return { do: 'end', why: whyNotAdmitted(error) ?? 'unauthorized' }
  return retry(error.retry_after ?? 0)
}

/** Whether a refused poll means that the queue has ended, or that its events up to here are not known any more. */
export const isQueueGone = (error: unknown): boolean =>
  error instanceof Refusal && (error.code === 'BAD_EVENT_QUEUE_ID' || error.code === 'BAD_REQUEST')
