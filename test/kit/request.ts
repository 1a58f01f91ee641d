import { exports } from 'cloudflare:workers'
import { expectDeclared } from './declared-answers'

export type Params = Record<string, unknown>

/** The body of a response, with its HTTP status and headers. */
export interface Answer {
  status: number
  headers: Headers
  result: string
  msg: string
  code?: string
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look at whatever comes
  [field: string]: any
}

export interface Cost {
  trips: number
  rows_read: number
  rows_written: number
  batch: number
}

/** Sends a request like a client: parameters in the query of a GET, otherwise in the body; values that are no strings as JSON. */
export async function request(
  host: string,
  method: string,
  path: string,
  { params = {}, headers = {} }: { params?: Params; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const encoded = new URLSearchParams(textsOf(params))
  const query = method === 'GET' && encoded.size > 0 ? `?${encoded.toString()}` : ''
  const body = method === 'GET' ? {} : { body: encoded }
  return answerOf(method, path, await reach(host, `/api/v1${path}${query}`, { method, headers, ...body }))
}

/** Parameters as strings, without undefined ones. */
export const textsOf = (params: Params): [name: string, text: string][] =>
  Object.entries(params)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)])

/** Reads a response and checks it against the declaration of its endpoint. */
export async function answerOf(method: string, path: string, response: Response): Promise<Answer> {
  const body = await response.json<Record<string, unknown>>()
  expectDeclared(method, path, response.status, body)
  return { ...body, status: response.status, headers: response.headers } as Answer
}

/** The cost of a request, from the `Server-Timing` of the development server. */
export function costOf({ headers }: Answer): Cost {
  const timing = headers.get('Server-Timing') ?? ''
  const amounts = timing.split(', ').map((part) => part.split(';desc='))
  return Object.fromEntries(amounts.map(([name, amount]) => [name, Number(amount)]))
}

/** Sends any request, including malformed ones, and returns the raw response. */
export function reach(host: string, path: string, init: RequestInit = {}): Promise<Response> {
  return exports.default.fetch(new Request(`http://${host}${path}`, init))
}
