import { fetchLocally } from '../dev/run/fetch-locally.ts'

/** An answer of the site that is no success. */
export class Refusal extends Error {
  readonly status: number
  /** Seconds after which it may be tried again; null: the site does not say. */
  readonly retryAfter: number | null

  constructor(status: number, message: string, retryAfter: number | null = null) {
    super(message)
    this.status = status
    this.retryAfter = retryAfter
  }
}

/** The site could not be reached, or the connection broke. */
export class NetworkError extends Error {}

/** What is sent as it is: the content of a file. */
export interface RawContent {
  readonly size: number
  readonly pieces: AsyncIterable<Uint8Array>
}

/** Whom the command asks. */
export interface Site {
  /** Asks an endpoint below `/api/v1`. Values that are no texts travel as JSON. Throws a `Refusal` or a `NetworkError`. */
  ask(method: string, path: string, params?: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>>
  put(path: string, content: RawContent): Promise<Record<string, unknown>>
}

export interface SiteOptions {
  readonly origin: string
  readonly email: string
  readonly key: string
  readonly userAgent: string
  readonly signal: AbortSignal
}

/** How long an answer, or the next piece of a file, may take. */
const patienceMs = 120_000

const isLocalName = (hostname: string): boolean => hostname.endsWith('.localhost')

const isLocal = (hostname: string): boolean =>
  isLocalName(hostname) || /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)

/** The origin of a site as people write it, or why it is none. */
export function siteOrigin(text: string): { origin: string } | { problem: string } {
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`)
  if (url === null || url.hostname === '') return { problem: `${JSON.stringify(text)} is no address of a site.` }
  if (url.username !== '' || url.password !== '')
    return { problem: 'The address of the site must not have a password in it.' }
  if (url.protocol === 'http:' && !isLocal(url.hostname))
    return { problem: `The key would travel unencrypted to ${url.host}. Write https://${url.host}.` }
  return { origin: url.origin }
}

/** The site, with the credentials of an owner. It follows no redirect: these would take the key elsewhere. */
export class HttpSite implements Site {
  private readonly options: SiteOptions

  constructor(options: SiteOptions) {
    this.options = options
  }

  ask(method: string, path: string, params: Readonly<Record<string, unknown>> = {}): Promise<Record<string, unknown>> {
    if (method === 'GET' || method === 'DELETE') return this.send(method, path, {})
    const body = new FormData()
    for (const [name, value] of Object.entries(params))
      body.set(name, typeof value === 'string' ? value : JSON.stringify(value))
    return this.send(method, path, { body })
  }

  async put(path: string, { size, pieces }: RawContent): Promise<Record<string, unknown>> {
    const silence = new Silence()
    let failure: { error: unknown } | null = null
    const body = async function* () {
      try {
        for await (const piece of pieces) {
          silence.end()
          yield piece
        }
      } catch (error) {
        failure = { error }
        throw error
      }
    }
    const headers = { 'Content-Type': 'application/octet-stream', 'Content-Length': String(size) }
    try {
      // `duplex` is missing in the types of the Workers' fetch.
      const init = { headers, body: body() as unknown as ReadableStream, duplex: 'half' }
      return await this.send('PUT', path, init, silence)
    } catch (error) {
      // It is not the network's fault that the content cannot be read.
      throw failure === null ? error : (failure as { error: unknown }).error
    }
  }

  private async send(
    method: string,
    path: string,
    init: { body?: BodyInit; headers?: Record<string, string> },
    silence = new Silence(),
  ): Promise<Record<string, unknown>> {
    const { origin, email, key, userAgent, signal } = this.options
    const url = new URL(`/api/v1${path}`, origin)
    const headers = {
      ...init.headers,
      Authorization: `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`,
      'User-Agent': userAgent,
    }
    const either = AbortSignal.any([signal, silence.signal])
    let answer: [Response, string]
    try {
      const request = { ...init, method, redirect: 'manual', signal: either, headers } as const
      const response = await (isLocalName(url.hostname) ? fetchLocally : fetch)(url, request)
      answer = [response, await response.text()]
    } catch (error) {
      throw new NetworkError(causeOf(error))
    } finally {
      silence.close()
    }
    return contentOf(...answer)
  }
}

/** Ends a request in which nothing has happened for a while. */
class Silence {
  private readonly controller = new AbortController()
  private readonly timer = setTimeout(() => this.controller.abort(new Error('The site does not answer.')), patienceMs)

  get signal(): AbortSignal {
    return this.controller.signal
  }

  /** Something has happened. */
  end(): void {
    this.timer.refresh()
  }

  close(): void {
    clearTimeout(this.timer)
  }
}

/** What went wrong: `fetch` says only that it failed, and its cause says more. */
function causeOf(error: unknown): string {
  const { message, cause } = error as Error
  const { code } = (cause ?? {}) as { code?: string }
  return cause instanceof Error ? `${message} (${cause.message || code})` : message
}

function contentOf({ status, headers }: Response, text: string): Record<string, unknown> {
  if (status >= 300 && status < 400)
    throw new Refusal(status, `The site has moved to ${headers.get('location')}. If that is right, use it with --site.`)
  let content: Record<string, unknown> | null = null
  try {
    const parsed = JSON.parse(text) as unknown
    if (typeof parsed === 'object') content = parsed as Record<string, unknown> | null
  } catch {
    // Pages of proxies are no JSON.
  }
  if (content?.['result'] === 'success') return content
  const retryAfter = Number(headers.get('retry-after') ?? NaN)
  const fallback = status < 300 ? 'There is no Rivulet at this address.' : `The site answers with status ${status}.`
  const message = typeof content?.['msg'] === 'string' ? content['msg'] : fallback
  throw new Refusal(status, message, Number.isFinite(retryAfter) && retryAfter >= 0 ? retryAfter : null)
}
