import type { Credentials, RequestFacts } from '../turn/call'
import { networkOf } from './network-address'

/** Reads what the head of a request tells, without asking anybody. */
export function factsOf(
  request: Request,
  { origin, host, searchParams }: URL,
  /** A key that is good without an address, if the endpoint takes one. */
  key: string | null,
): RequestFacts {
  const address = request.headers.get('CF-Connecting-IP')
  return {
    origin,
    host,
    address: address === null ? null : networkOf(address),
    client: clientName(searchParams.get('client'), request.headers.get('User-Agent')),
    credentials: credentialsOf(request.headers.get('Authorization')) ?? (key === null ? null : { email: null, key }),
    upgrades: request.headers.get('Upgrade')?.toLowerCase() === 'websocket',
  }
}

/** The same with what the body tells: it may name the client program. */
export const withBody = (facts: RequestFacts, body: URLSearchParams): RequestFacts =>
  body.has('client') ? { ...facts, client: clientName(body.get('client'), facts.client) } : facts

const longestClientName = 30

/** Where the product of a `User-Agent` ends: before its version, or before the remark that stands in its place. */
const endOfProduct = /\/| \(/

/** The parameter `client`, else the product of `User-Agent` (behaviour, Client name); what cannot be printed is left out. */
function clientName(parameter: string | null, agent: string | null): string {
  const named = [parameter ?? '', (agent ?? '').split(endOfProduct)[0]!].map((text) =>
    text.replaceAll(/\p{Cc}/gu, '').trim(),
  )
  const name = named.find((text) => text !== '') ?? 'Unspecified'
  return Array.from(name).slice(0, longestClientName).join('')
}

/** HTTP Basic credentials; null when there are none that could be good. */
function credentialsOf(header: string | null): Credentials | null {
  const encoded = /^Basic +([A-Za-z0-9+/=_-]+) *$/i.exec(header ?? '')?.[1]
  if (encoded === undefined) return null
  let decoded: string
  try {
    const bytes = Uint8Array.from(atob(encoded), (char) => char.charCodeAt(0))
    decoded = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
  const colon = decoded.lastIndexOf(':')
  return colon === -1 ? null : { email: decoded.slice(0, colon), key: decoded.slice(colon + 1) }
}
