import { Refusal } from './refusal'

/** Why nothing more comes: the session or the account ended, another client follows the same queue, or `stop()`. */
export type EndReason = 'unauthorized' | 'replaced' | 'stopped'

/** What to do after a connection ended. */
export type Next =
  | { readonly do: 'connect'; readonly within: number }
  /** After a back-off of at least so many seconds. */
  | { readonly do: 'retry'; readonly least: number }
  | { readonly do: 'register' }
  | { readonly do: 'end'; readonly why: EndReason }

export const connect = (within = 0): Next => ({ do: 'connect', within })
export const retry = (least = 0): Next => ({ do: 'retry', least })

/** What the server's close codes ask for. */
const byCode: Readonly<Record<number, Next>> = {
  1012: connect(5),
  4401: { do: 'end', why: 'unauthorized' },
  4404: { do: 'register' },
  4408: connect(),
  4409: { do: 'end', why: 'replaced' },
  4429: retry(30),
}

/** Whether the server itself closed a socket, and not something on the way. */
export const isServersCode = (code: number): boolean => code === 1012 || code >= 4000

export const afterCode = (code: number): Next => byCode[code] ?? retry()

/** What to do after a request failed. */
export function afterError(error: unknown): Next {
  if (!(error instanceof Refusal)) return retry()
  if (error.status === 401) return { do: 'end', why: 'unauthorized' }
  return retry(error.retry_after ?? 0)
}

/** Whether a refused poll means that the queue has ended, or that its events up to here are not known any more. */
export const isQueueGone = (error: unknown): boolean =>
  error instanceof Refusal && (error.code === 'BAD_EVENT_QUEUE_ID' || error.code === 'BAD_REQUEST')
