import type { Credentials, RequestFacts } from '../turn/call'
import { regionOf } from '../base/regions'
import { networkOf } from './network-address'

/** What the head of a request says. */
export function factsOf(
  request: Request,
  { origin, host, searchParams }: URL,
  /** Credentials outside of the header `Authorization`: a ticket goes before that header, all others after it. */
  beside: Credentials | null,
): RequestFacts {
  const address = request.headers.get('CF-Connecting-IP')
  return {
    origin,
    host,
    address: address === null ? null : networkOf(address),
    client: clientName(searchParams.get('client'), request.headers.get('User-Agent')),
    credentials: beside?.by === 'ticket' ? beside : (credentialsOf(request.headers.get('Authorization')) ?? beside),
    upgrades: isUpgrade(request.headers),
    region: regionOf(request.cf),
  }
}

/** Whether the request asks for a WebSocket. */
export const isUpgrade = (headers: Headers): boolean => headers.get('Upgrade')?.toLowerCase() === 'websocket'

/** The facts, after the body is read, which may name the client program. */
export const withBody = (facts: RequestFacts, body: URLSearchParams): RequestFacts =>
  body.has('client') ? { ...facts, client: clientName(body.get('client'), facts.client) } : facts

/** Characters of a client's name. */
const maxClientNameCharacters = 30

/** Where the name of the product ends in a `User-Agent`: its version or a comment follows. */
const endOfProduct = /\/| \(/

/** The parameter `client`, else the product of `User-Agent` (behaviour, Client name), without control characters. */
function clientName(parameter: string | null, agent: string | null): string {
  const named = [parameter ?? '', (agent ?? '').split(endOfProduct)[0]!].map((text) =>
    text.replaceAll(/\p{Cc}/gu, '').trim(),
  )
  const name = named.find((text) => text !== '') ?? 'Unspecified'
  return Array.from(name).slice(0, maxClientNameCharacters).join('')
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const isAscii = (binary: string): boolean => !/[\x80-\xff]/.test(binary)

/** HTTP Basic credentials; null if there are none, or if they are malformed. */
function credentialsOf(header: string | null): Credentials | null {
  const encoded = /^Basic +([A-Za-z0-9+/=_-]+) *$/i.exec(header ?? '')?.[1]
  if (encoded === undefined) return null
  let decoded: string
  try {
    const binary = atob(encoded)
    // Most credentials are ASCII, and each request decodes some.
    decoded = isAscii(binary) ? binary : utf8.decode(Uint8Array.from(binary, (char) => char.charCodeAt(0)))
  } catch {
    return null
  }
  const colon = decoded.lastIndexOf(':')
  return colon === -1 ? null : { by: 'key', email: decoded.slice(0, colon), key: decoded.slice(colon + 1) }
}
