/** An account that sends many requests, and counts the responses; for `abuse.ts`. */

export interface Credentials {
  email: string
  key: string
}

/** Counts of all responses to hostile accounts. */
export interface Tally {
  /** Number of responses by status; 0 means that there was none. */
  statuses: Record<string, number>
  /** Accepted changes, and the bytes of their bodies. */
  accepted: number
  acceptedBytes: number
  /** Requests with a response of 5xx. */
  faults: string[]
  /** Things that an account got without being allowed to. */
  gains: string[]
}

export const emptyTally = (): Tally => ({ statuses: {}, accepted: 0, acceptedBytes: 0, faults: [], gains: [] })

export interface Answer extends Record<string, unknown> {
  status: number
  msg?: string
}

export type Params = Record<string, unknown>

interface RequestOptions {
  /** The IP address that the request seems to come from. */
  network?: string | undefined
  headers?: Record<string, string>
  /** Replaces the form. */
  body?: BodyInit
}

/** Milliseconds to wait for a response. */
const patience = 20_000

export class Account {
  readonly base: string
  readonly credentials: Credentials | null
  readonly tally: Tally

  constructor(base: string, credentials: Credentials | null, tally: Tally) {
    this.base = base
    this.credentials = credentials
    this.tally = tally
  }

  get authorization(): Record<string, string> {
    if (this.credentials === null) return {}
    return { Authorization: `Basic ${btoa(`${this.credentials.email}:${this.credentials.key}`)}` }
  }

  /** Sends a request and accepts any response. Parameters that are no strings are sent as JSON. */
  async ask(method: string, path: string, params: Params = {}, sent: RequestOptions = {}): Promise<Answer> {
    const { network, headers = {}, body } = sent
    const form = new URLSearchParams()
    for (const [name, value] of Object.entries(params))
      form.set(name, typeof value === 'string' ? value : JSON.stringify(value))
    const query = method === 'GET' && form.size > 0 ? `?${form.toString()}` : ''
    try {
      const response = await fetch(`${this.base}${path}${query}`, {
        method,
        headers: { ...this.authorization, ...(network !== undefined && { 'CF-Connecting-IP': network }), ...headers },
        ...(method !== 'GET' && { body: body ?? form }),
        signal: AbortSignal.timeout(patience),
      })
      const text = await response.text()
      this.note(response.status, `${method} ${path} ${JSON.stringify(params).slice(0, 300)}: ${text.slice(0, 200)}`)
      if (response.ok && method !== 'GET') this.accept(body === undefined ? form.toString().length : sizeOf(body))
      return { status: response.status, ...fieldsOf(text) }
    } catch {
      this.note(0, '')
      return { status: 0 }
    }
  }

  /** Counts the response to a message that was sent on a socket. */
  countAnswer(sent: string, answer: Omit<Answer, 'status'>): void {
    const { result, code } = answer
    const status = result === 'success' ? 200 : code === 'INTERNAL_ERROR' ? 500 : code === 'RATE_LIMIT_HIT' ? 429 : 400
    this.note(status, `${sent.slice(0, 300)}: ${JSON.stringify(answer).slice(0, 200)}`)
    if (result === 'success') this.accept(sent.length)
  }

  private note(status: number, what: string): void {
    this.tally.statuses[status] = (this.tally.statuses[status] ?? 0) + 1
    if (status >= 500) this.tally.faults.push(`${status} ${what}`)
  }

  private accept(bytes: number): void {
    this.tally.accepted += 1
    this.tally.acceptedBytes += bytes
  }
}

const sizeOf = (body: BodyInit): number => {
  if (typeof body === 'string') return body.length
  if (!(body instanceof FormData)) return 0
  return [...body.values()].reduce((sum, value) => sum + (typeof value === 'string' ? value.length : value.size), 0)
}

function fieldsOf(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return {}
  }
}
