import type { Credentials, RequestFacts } from './endpoint'
import { refused } from './errors'

/** Largest body that an endpoint without uploads accepts, in bytes. */
const largestBody = 1024 * 1024

/** Reads what can be known of a request without asking anybody. */
export function factsOf(request: Request, body: URLSearchParams, query: URLSearchParams): RequestFacts {
  const { origin, host } = new URL(request.url)
  return {
    origin,
    host,
    address: request.headers.get('CF-Connecting-IP'),
    client: clientName(body.get('client') ?? query.get('client'), request.headers.get('User-Agent')),
    credentials: credentialsOf(request.headers.get('Authorization')),
  }
}

const longestClientName = 30

/** The parameter `client`, else the product of `User-Agent` (behaviour, Client name). */
function clientName(parameter: string | null, agent: string | null): string {
  const name = parameter?.trim() || (agent ?? '').split('/')[0]!.trim() || 'Unspecified'
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

/** Parameters of the body: urlencoded or multipart; other types carry none (endpoints, Wire conventions). */
export async function bodyParams(request: Request): Promise<URLSearchParams> {
  const type = (request.headers.get('Content-Type') ?? '').toLowerCase()
  const isForm = type.startsWith('application/x-www-form-urlencoded')
  const isMultipart = type.startsWith('multipart/form-data')
  if (request.body === null || (!isForm && !isMultipart)) return new URLSearchParams()
  const bytes = await bodyBytes(request)
  if (isForm) return new URLSearchParams(new TextDecoder().decode(bytes))
  const params = new URLSearchParams()
  try {
    const form = await new Response(bytes, {
      headers: { 'Content-Type': request.headers.get('Content-Type')! },
    }).formData()
    for (const [name, value] of form) if (typeof value === 'string') params.append(name, value)
  } catch {
    throw refused('Malformed form data')
  }
  return params
}

async function bodyBytes(request: Request): Promise<Uint8Array> {
  const tooLarge = refused(`The request is larger than ${largestBody} bytes`)
  if (Number(request.headers.get('Content-Length') ?? 0) > largestBody) throw tooLarge
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body!) {
    size += chunk.byteLength
    if (size > largestBody) throw tooLarge
    chunks.push(chunk)
  }
  const bytes = new Uint8Array(size)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.byteLength
  }
  return bytes
}
