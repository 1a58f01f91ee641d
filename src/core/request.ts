import type { Credentials, RequestFacts } from './endpoint'
import { refused } from './errors'
import { parseMultipart, type Form } from './multipart'

/** Largest body that an endpoint without files accepts, in bytes; and what others accept beside their files. */
export const largestBody = 1024 * 1024

/** Reads what can be known of a request without asking anybody. */
export function factsOf(
  request: Request,
  body: URLSearchParams,
  query: URLSearchParams,
  /** A key that is good without an address, if the endpoint takes one. */
  key: string | null = null,
): RequestFacts {
  const { origin, host } = new URL(request.url)
  return {
    origin,
    host,
    address: request.headers.get('CF-Connecting-IP'),
    client: clientName(body.get('client') ?? query.get('client'), request.headers.get('User-Agent')),
    credentials: credentialsOf(request.headers.get('Authorization')) ?? (key === null ? null : { email: null, key }),
    upgrades: request.headers.get('Upgrade')?.toLowerCase() === 'websocket',
  }
}

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

const nothing: Form = { params: new URLSearchParams(), files: [] }

/**
 * What the body carries: urlencoded or multipart; other types carry nothing (endpoints, Wire conventions), except JSON,
 * which is the parameter `json` if there is one. A body of more than `largestBody` bytes is only taken from those whom
 * `admits` lets send it, and up to `most`.
 */
export async function formOf(
  request: Request,
  { most, json }: { most: number; json: string | null },
  admits: () => Promise<boolean>,
): Promise<Form> {
  const type = request.headers.get('Content-Type') ?? ''
  const isForm = type.toLowerCase().startsWith('application/x-www-form-urlencoded')
  const isMultipart = type.toLowerCase().startsWith('multipart/form-data')
  const isJson = json !== null && type.toLowerCase().startsWith('application/json')
  if (request.body === null || (!isForm && !isMultipart && !isJson)) return nothing
  const length = lengthOf(request)
  const mayBeLarge = isMultipart && most > largestBody && !(length !== null && length <= largestBody)
  // Whoever may not ask is told so, and not how much would be too much.
  if (mayBeLarge && !(await admits())) return nothing
  const bytes = await bodyBytes(request, request.body, mayBeLarge ? most : largestBody)
  if (isJson) return { params: new URLSearchParams([[json, new TextDecoder().decode(bytes)]]), files: [] }
  if (isForm) return { params: new URLSearchParams(new TextDecoder().decode(bytes)), files: [] }
  // A form without fields may be no bytes at all: so does zulip-js send what has no parameters.
  return bytes.length === 0 ? nothing : parseMultipart(bytes, type)
}

/** How long the client says that the body is; null when it does not say. */
function lengthOf(request: Request): number | null {
  const length = request.headers.get('Content-Length')
  return length === null || !/^\d+$/.test(length) ? null : Number(length)
}

/** The whole body. One whose length is not known before is read only as far as it may go. */
async function bodyBytes(request: Request, body: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array> {
  const length = lengthOf(request)
  const tooLarge = () => refused(`The request is larger than ${most} bytes`)
  if (length !== null && length > most) throw tooLarge()
  if (length !== null) return new Uint8Array(await request.arrayBuffer())
  let bytes = new Uint8Array(64 * 1024)
  let size = 0
  for await (const chunk of body) {
    if (size + chunk.byteLength > most) throw tooLarge()
    if (size + chunk.byteLength > bytes.length)
      bytes = grown(bytes, Math.max(2 * bytes.length, size + chunk.byteLength))
    bytes.set(chunk, size)
    size += chunk.byteLength
  }
  return bytes.subarray(0, size)
}

function grown(bytes: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(length)
  larger.set(bytes)
  return larger
}
