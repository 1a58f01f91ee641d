import type { Clock } from './clock'
import { answerIn, Refusal, Unreachable, type Answer } from './refusal'
import { encodeParams, prepareRequest, hasFile, type Params } from './request'

/** Seconds to wait for an answer. Files have no limit: their way may be long. */
const defaultTimeoutSeconds = 60

export interface HttpOptions {
  /** Address of the organization, without a slash at its end. */
  readonly site: string
  /** Headers of the next request, which say who asks. */
  readonly headers: () => Record<string, string>
  readonly fetch: typeof fetch
  readonly clock: Clock
}

interface HttpAskOptions {
  readonly signal?: AbortSignal | undefined
  /** Seconds to wait for an answer. */
  readonly timeoutSeconds?: number
  /** Whether it is to reach the server though the page is gone before it is answered. */
  readonly outlivesPage?: boolean
}

/** Asks once, over HTTP. Throws a `Refusal`, or `Unreachable`. */
export type AskOverHttp = (route: string, params?: Params, options?: HttpAskOptions) => Promise<Answer>

export const httpAsker =
  ({ site, headers, fetch, clock }: HttpOptions): AskOverHttp =>
  async (
    route,
    allParams = {},
    { signal, timeoutSeconds = hasFile(allParams) ? Infinity : defaultTimeoutSeconds, outlivesPage } = {},
  ) => {
    signal?.throwIfAborted()
    const { method, path, params } = prepareRequest(route, allParams)
    const form = encodeParams(params)
    const controller = new AbortController()
    const cancel = timeoutSeconds < Infinity ? clock.after(timeoutSeconds * 1000, () => controller.abort()) : undefined
    try {
      const response = await fetch(
        `${site}/api/v1${path}${method === 'GET' ? `?${(form as URLSearchParams).toString()}` : ''}`,
        {
          method,
          headers: headers(),
          ...(outlivesPage && { keepalive: true }),
          signal: AbortSignal.any([controller.signal, ...(signal ? [signal] : [])]),
          ...(method !== 'GET' && { body: form }),
        },
      )
      return answerIn(await response.json(), response.status)
    } catch (error) {
      if (error instanceof Refusal || error instanceof Unreachable) throw error
      signal?.throwIfAborted()
      throw new Unreachable(error)
    } finally {
      cancel?.()
    }
  }
