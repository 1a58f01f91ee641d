import { fetchLocally } from '../dev/run/fetch-locally.ts'
import { ArchiveError } from './conversion.ts'
import { size } from './numbers.ts'
import { maxFileBytes } from './shared/uploads.ts'

/** An answer of the site that is no success. */
export class Refusal extends Error {
  readonly status: number
  /** Seconds after which it may be tried again; null: the site does not say. */
  readonly retryAfter: number | null
  /** Of the error; null: the answer is not of Rivulet. */
  readonly code: string | null

  constructor(status: number, message: string, retryAfter: number | null = null, code: string | null = null) {
    super(message)
    this.status = status
    this.retryAfter = retryAfter
    this.code = code
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

/** An answer with its tag. */
export interface TaggedAnswer {
  readonly tag: string
  /** Null: it is what the command has. */
  readonly content: Record<string, unknown> | null
  /** Of the body. */
  readonly bytes: number
  /** The part of the requests of a minute that remains, from 0 to 1; null: there is no limit. */
  readonly remainingShare: number | null
}

export interface SiteOptions {
  readonly origin: string
  readonly email: string
  /** '' for a request without credentials. */
  readonly key: string
  readonly userAgent: string
  readonly signal: AbortSignal
}

/** A part of a copy, the longest answer of a server, has four million characters and one more message. */
const maxAnswerBytes = 64 * 1024 ** 2

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

  /** Asks for something that the command may have already, as one of these tags says. */
  async get(path: string, tags: readonly string[]): Promise<TaggedAnswer> {
    const headers: Record<string, string> = tags.length === 0 ? {} : { 'If-None-Match': tags.join(', ') }
    const [response, text] = await this.exchange('GET', path, { headers }, new Silence(), textOf)
    const tag = response.headers.get('etag') ?? ''
    const [remaining, limit] = ['x-ratelimit-remaining', 'x-ratelimit-limit'].map((name) => response.headers.get(name))
    return {
      tag,
      content: response.status === 304 && tags.includes(tag) ? null : contentOf(response, text),
      bytes: Buffer.byteLength(text),
      remainingShare: remaining == null || limit == null ? null : Number(remaining) / Number(limit),
    }
  }

  /** Gets a file piece by piece. Answers its length. */
  async download(path: string, write: (piece: Uint8Array) => Promise<void>): Promise<number> {
    const silence = new Silence()
    const [, bytes] = await this.exchange('GET', path, {}, silence, async (response) => {
      if (response.status !== 200) return contentOf(response, await textOf(response)) && 0
      let received = 0
      for await (const piece of boundedBody(response, maxFileBytes)) {
        silence.end()
        received += piece.length
        await write(piece)
      }
      const contentLength = response.headers.get('content-length')
      if (contentLength !== null && Number(contentLength) !== received) throw new Error('The connection ended early')
      return received
    })
    return bytes
  }

  private async send(
    method: string,
    path: string,
    init: { body?: BodyInit; headers?: Record<string, string> },
    silence = new Silence(),
  ): Promise<Record<string, unknown>> {
    return contentOf(...(await this.exchange(method, path, init, silence, textOf)))
  }

  private async exchange<T>(
    method: string,
    path: string,
    init: { body?: BodyInit; headers?: Record<string, string> },
    silence: Silence,
    read: (response: Response) => Promise<T>,
  ): Promise<[Response, T]> {
    const { origin, email, key, userAgent, signal } = this.options
    const url = new URL(`/api/v1${path}`, origin)
    const headers = {
      ...init.headers,
      ...(key === '' ? {} : { Authorization: `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}` }),
      'User-Agent': userAgent,
    }
    const either = AbortSignal.any([signal, silence.signal])
    try {
      const request = { ...init, method, redirect: 'manual', signal: either, headers } as const
      const response = await (isLocalName(url.hostname) ? fetchLocally : fetch)(url, request)
      return [response, await read(response)]
    } catch (error) {
      const isFinal = error instanceof Refusal || error instanceof ArchiveError || isOfDisk(error)
      throw isFinal ? error : new NetworkError(causeOf(error))
    } finally {
      silence.close()
    }
  }
}

/** The pieces of a body. Throws if they are more than `maxBytes`, so that the other server cannot fill the memory or the disk. */
async function* boundedBody({ body }: Response, maxBytes: number): AsyncGenerator<Uint8Array> {
  let received = 0
  for await (const piece of (body ?? []) as AsyncIterable<Uint8Array>) {
    received += piece.length
    if (received > maxBytes)
      throw new ArchiveError(`The site answers more than ${size(maxBytes)}, which no server of Rivulet does.`)
    yield piece
  }
}

async function textOf(response: Response): Promise<string> {
  const pieces = await Array.fromAsync(boundedBody(response, maxAnswerBytes))
  return Buffer.concat(pieces).toString()
}

/** Whether this machine is to blame, such as a full disk. */
const isOfDisk = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  'errno' in error &&
  'syscall' in error &&
  !('address' in error) &&
  /^(open|write|fsync|fdatasync|rename|mkdir|close)$/.test(String(error.syscall))

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
  const code = typeof content?.['code'] === 'string' ? content['code'] : null
  throw new Refusal(status, message, Number.isFinite(retryAfter) && retryAfter >= 0 ? retryAfter : null, code)
}
