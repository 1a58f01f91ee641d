import { bookmarkHeader } from './bookmark'
import type { Clock } from './clock'
import { answerIn, Refusal, Unreachable, type Answer } from './refusal'
import { encodeParams, prepareRequest, hasFile, type Params } from './request'

/** Uploads have no timeout: a file may take long on a slow network. */
const defaultTimeoutSeconds = 60

export interface HttpOptions {
  /** Address of the organization, without a slash at its end. */
  readonly site: string
  /** Called for each request: the headers that say who sends it. */
  readonly headers: () => Record<string, string>
  readonly fetch: typeof fetch
  /** Called with the bookmark of an answer, if it has one. */
  readonly onBookmark: (bookmark: string | null | undefined) => void
  readonly clock: Clock
}

interface HttpAskOptions {
  readonly signal?: AbortSignal | undefined
  readonly timeoutSeconds?: number
  /** Whether the request goes on if the page is closed before the answer (`keepalive` of `fetch`). */
  readonly outlivesPage?: boolean
}

/** Sends one request over HTTP. Throws a `Refusal`, or `Unreachable`. */
export type AskOverHttp = (route: string, params?: Params, options?: HttpAskOptions) => Promise<Answer>

export const httpAsker =
  ({ site, headers, fetch, onBookmark, clock }: HttpOptions): AskOverHttp =>
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
      const body: { bookmark?: string } | null = await response.json()
      onBookmark(response.headers.get(bookmarkHeader) ?? body?.bookmark)
      return answerIn(body, response.status)
    } catch (error) {
      if (error instanceof Refusal || error instanceof Unreachable) throw error
      signal?.throwIfAborted()
      throw new Unreachable(error)
    } finally {
      cancel?.()
    }
  }
