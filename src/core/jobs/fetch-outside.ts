/** What a server of somebody else answered. */
export interface OutsideAnswer {
  /** Where it came from, after redirects. */
  readonly url: string
  readonly status: number
  /** Its Content-Type; empty when it has none. */
  readonly type: string
  /** Its body, as far as it was read. */
  readonly bytes: Uint8Array
  readonly isWhole: boolean
}

interface OutsideRequest {
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

interface Limits {
  readonly signal: AbortSignal
  /** Of the answer; more is not read. */
  readonly mostBytes: number
  /** Whether a redirect may lead there; to anywhere in the web unless told otherwise. */
  readonly mayAsk?: (url: URL) => boolean
  /** Whether the body of such an answer is worth reading. */
  readonly wants?: (answer: Pick<OutsideAnswer, 'status' | 'type'>) => boolean
}

const mostRedirects = 3

/**
 * Asks a server that is not ours, of which anything is to be expected; throws when it cannot be reached. Redirects are
 * followed as browsers do, but only to where the web is; one that is not followed is the answer.
 */
export async function askOutside(
  address: string,
  asked: OutsideRequest,
  { signal, mostBytes, mayAsk = () => true, wants = () => true }: Limits,
): Promise<OutsideAnswer> {
  let url = address
  let init: RequestInit = asked
  for (let redirects = 0; ; redirects += 1) {
    const response = await fetch(url, { ...init, redirect: 'manual', signal })
    const next = redirects < mostRedirects ? redirection(response, url) : null
    if (next === null || !mayAsk(next)) {
      const answer = { url, status: response.status, type: response.headers.get('Content-Type') ?? '' }
      if (wants(answer)) return { ...answer, ...(await beginningOf(response.body, mostBytes)) }
      await response.body?.cancel()
      return { ...answer, bytes: new Uint8Array(), isWhole: false }
    }
    await response.body?.cancel()
    if (!asksTheSame.includes(response.status)) init = { headers: withoutType(asked.headers) }
    url = next.href
  }
}

/** Gives work so much time. The timer is taken back when it is not needed: it would keep the realm's object awake. */
export async function withinSeconds<T>(seconds: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), seconds * 1000)
  try {
    return await work(controller.signal)
  } finally {
    clearTimeout(timer)
  }
}

const redirecting: readonly number[] = [301, 302, 303, 307, 308]

/** After other redirects the answer is fetched, and what was sent before is not sent again. */
const asksTheSame: readonly number[] = [307, 308]

const withoutType = (headers: OutsideRequest['headers']): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'Content-Type'))

function redirection({ status, headers }: Response, from: string): URL | null {
  const location = headers.get('Location')
  if (location === null || !redirecting.includes(status)) return null
  const url = URL.parse(location, from)
  return url !== null && /^https?:$/.test(url.protocol) ? url : null
}

/** A stream that is left early is cancelled. */
async function beginningOf(
  body: ReadableStream<Uint8Array> | null,
  most: number,
): Promise<Pick<OutsideAnswer, 'bytes' | 'isWhole'>> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of body ?? []) {
    parts.push(part.subarray(0, most - length))
    length += part.length
    if (length > most) break
  }
  return { bytes: new Uint8Array(await new Blob(parts).arrayBuffer()), isWhole: length <= most }
}
