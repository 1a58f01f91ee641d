import { concatBytes } from './bytes'

/** The answer of another server. */
export interface OutsideAnswer {
  /** Its address, after redirects. */
  readonly url: string
  readonly status: number
  /** Its `Content-Type`, or an empty text. */
  readonly type: string
  /** The part of its body that was read. */
  readonly bytes: Uint8Array
  readonly isWhole: boolean
}

interface OutsideRequest {
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

interface Limits {
  readonly signal: AbortSignal
  /** Bytes of the answer that are read. */
  readonly maxBytes: number
  /** Whether a redirect to the address may be followed. By default, every redirect is. */
  readonly mayAsk?: (url: URL) => boolean
  /** Whether to read the body of an answer with this status and type. */
  readonly wants?: (answer: Pick<OutsideAnswer, 'status' | 'type'>) => boolean
}

/** A response of another server, whose body is not read yet. */
interface OutsideResponse {
  /** Its address, after redirects. */
  readonly url: string
  readonly response: Response
}

const maxRedirects = 3

/**
 * A header for requests to other servers that a Worker sends for a user. Cloudflare adds the user's address as `X-Real-IP` unless
 * the header exists; this is the address that it sends for Workers of other domains.
 */
export const noUserAddress = { 'X-Real-IP': '2a06:98c0:3600::103' } as const

/**
 * Sends a request to another server, which may answer anything; throws when it cannot be reached. Redirects are followed as
 * browsers follow them, but only to `http` and `https`. A redirect that is not followed is the answer.
 */
export async function responseOutside(
  address: string,
  request: OutsideRequest,
  { signal, mayAsk = () => true }: Pick<Limits, 'signal' | 'mayAsk'>,
): Promise<OutsideResponse> {
  let url = address
  let init: RequestInit = request
  for (let redirects = 0; ; redirects += 1) {
    const response = await fetch(url, { ...init, redirect: 'manual', signal })
    const next = redirects < maxRedirects ? redirection(response, url) : null
    if (next === null || !mayAsk(next)) return { url, response }
    await response.body?.cancel()
    if (!keepsMethod.includes(response.status)) init = { headers: withoutType(request.headers) }
    url = next.href
  }
}

/** Sends a request as `responseOutside` does, and reads the body of the answer. */
export async function askOutside(
  address: string,
  request: OutsideRequest,
  { maxBytes, wants = () => true, ...limits }: Limits,
): Promise<OutsideAnswer> {
  const { url, response } = await responseOutside(address, request, limits)
  const answer = { url, status: response.status, type: response.headers.get('Content-Type') ?? '' }
  if (wants(answer)) return { ...answer, ...(await beginningOf(response.body, maxBytes)) }
  await response.body?.cancel()
  return { ...answer, bytes: new Uint8Array(), isWhole: false }
}

/** Aborts work after some seconds. When the work is done, the timer is cleared: it would keep the realm's object awake. */
export async function withinSeconds<T>(seconds: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), seconds * 1000)
  try {
    return await work(controller.signal)
  } finally {
    clearTimeout(timer)
  }
}

const redirectStatuses: readonly number[] = [301, 302, 303, 307, 308]

/** Redirects that repeat method and body. After others, the next address is fetched by `GET`. */
const keepsMethod: readonly number[] = [307, 308]

const withoutType = (headers: OutsideRequest['headers']): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'Content-Type'))

function redirection({ status, headers }: Response, from: string): URL | null {
  const location = headers.get('Location')
  if (location === null || !redirectStatuses.includes(status)) return null
  const url = URL.parse(location, from)
  return url !== null && /^https?:$/.test(url.protocol) ? url : null
}

/** Reads the bytes of a body, up to a limit. Throws when the connection breaks. */
export async function beginningOf(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
): Promise<Pick<OutsideAnswer, 'bytes' | 'isWhole'>> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of body ?? []) {
    parts.push(part.subarray(0, maxBytes - length))
    length += part.length
    if (length > maxBytes) break
  }
  return { bytes: concatBytes(parts), isWhole: length <= maxBytes }
}
