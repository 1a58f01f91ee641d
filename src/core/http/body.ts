import { refused } from '../base/errors'
import type { RawBody } from './params'
import { maxParts, parseMultipart, type Form } from './multipart'
import { Semaphore } from './semaphore'
import { mebibyte } from '../base/units'

/** Bytes of a body at most, without its files. */
export const maxBodyBytes = mebibyte

/**
 * Largest body of an endpoint that needs no account, in bytes: twice what joining and founding take with the longest names.
 * Bodies of this size are not counted in `bodyMemory`, so that strangers take no memory from members.
 */
export const maxStrangerBodyBytes = 64 * 1024

/**
 * Bytes of the bodies that an isolate holds at once: three of the largest uploads, and two of one owner. The isolate has 128 MB
 * for everything.
 */
const bodyMemory = new Semaphore({
  max: 80 * mebibyte,
  maxOfOwner: 53 * mebibyte,
  leaseMs: 10_000,
  maxWaitMs: 15_000,
  maxWaiting: 50,
})

/** Time in which a small body has to arrive. A body that does not come must not take the memory of others. */
const timeoutMs = 30_000

/** The slowest pace at which a large body may come, in bytes for each further millisecond. */
const minBytesPerMs = 64

/** What bodies the endpoints accept that a request may mean. */
export interface AcceptedBody {
  /** Bytes of a body at most. More than `maxBodyBytes` are accepted as multipart only. */
  readonly maxBytes: number
  /** Name of the parameter whose value a body of type `application/json` is; null: there can be no such body. */
  readonly json: string | null
  /** Name of the parameter whose value every body is; null: bodies are read by their types. */
  readonly whole: string | null
}

type BodyKind = 'form' | 'multipart' | 'json' | 'whole' | 'nothing'

const nothing: Form = { params: new URLSearchParams(), files: [] }

/** The kind of a body. A body of an unknown type counts as none (endpoints, Wire conventions), and so does JSON, unless it is accepted. */
function kindOf(request: Request, { json, whole }: AcceptedBody): BodyKind {
  const type = (request.headers.get('Content-Type') ?? '').toLowerCase()
  if (request.body === null) return 'nothing'
  if (whole !== null) return 'whole'
  if (type.startsWith('application/x-www-form-urlencoded')) return 'form'
  if (type.startsWith('multipart/form-data')) return 'multipart'
  return json !== null && type.startsWith('application/json') ? 'json' : 'nothing'
}

/** Whether the body may be larger than `maxBodyBytes`. */
export function mayBeLarge(request: Request, accepted: AcceptedBody): boolean {
  const length = lengthOf(request)
  return (
    kindOf(request, accepted) === 'multipart' &&
    accepted.maxBytes > maxBodyBytes &&
    (length === null || length > maxBodyBytes)
  )
}

/** Reads the body, and does the work with it. The body is in memory until the work is done. `owner` names the sender. */
export async function withForm<T>(
  request: Request,
  accepted: AcceptedBody,
  owner: string,
  work: (form: Form) => Promise<T>,
): Promise<T> {
  const kind = kindOf(request, accepted)
  if (kind === 'nothing') return work(nothing)
  const maxBytes = mayBeLarge(request, accepted) ? accepted.maxBytes : Math.min(accepted.maxBytes, maxBodyBytes)
  const length = lengthOf(request)
  if (length !== null && length > maxBytes) throw tooLarge(maxBytes)
  const bytesHeld = length ?? maxBytes
  const read = async () => work(formIn(await bodyBytes(request, { length, maxBytes }), kind, request, accepted))
  return bytesHeld <= maxStrangerBodyBytes ? read() : bodyMemory.hold(bytesHeld, owner, read)
}

function formIn(bytes: Uint8Array, kind: BodyKind, request: Request, { json, whole }: AcceptedBody): Form {
  if (kind === 'multipart')
    // A form without fields may have no bytes at all: zulip-js sends such forms.
    return bytes.length === 0 ? nothing : parseMultipart(bytes, request.headers.get('Content-Type')!)
  if (kind === 'form') assertFewFields(bytes)
  const text = new TextDecoder('utf-8', { fatal: false, ignoreBOM: kind === 'whole' }).decode(bytes)
  const name = kind === 'json' ? json : kind === 'whole' ? whole : null
  return { params: new URLSearchParams(name === null ? text : [[name, text]]), files: [] }
}

/** Refuses too many fields before they are parsed, because an empty field takes a hundred times more memory than its byte in the body. */
function assertFewFields(bytes: Uint8Array): void {
  let fields = 1
  for (let at = bytes.indexOf(38); at !== -1; at = bytes.indexOf(38, at + 1))
    if ((fields += 1) > maxParts) throw refused(`A form may have at most ${maxParts} fields`)
}

/** The length of the body that the client announces; null if it announces none. */
function lengthOf(request: Request): number | null {
  const length = request.headers.get('Content-Length')
  return length === null || !/^\d+$/.test(length) ? null : Number(length)
}

const tooLarge = (maxBytes: number) => refused(`The request is larger than ${maxBytes} bytes`)

/** The body of a request if nothing has read it, and the client announces its length. */
export function rawBodyOf(request: Request): RawBody | null {
  const bytes = lengthOf(request)
  return request.body === null || request.bodyUsed || bytes === null ? null : { bytes, stream: request.body }
}

/** Reads the whole body. If the client announces no length, reads up to the limit. */
async function bodyBytes(
  request: Request,
  { length, maxBytes }: { length: number | null; maxBytes: number },
): Promise<Uint8Array> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    const ms = timeoutMs + (length ?? maxBytes) / minBytesPerMs
    timer = setTimeout(() => reject(refused('The request did not arrive in time')), ms)
  })
  const read =
    length === null ? readUpTo(maxBytes, request.body!) : request.arrayBuffer().then((all) => new Uint8Array(all))
  // When the time is over, nothing waits for this promise any more, so its failure is handled here.
  read.catch(() => undefined)
  try {
    return await Promise.race([read, late])
  } finally {
    clearTimeout(timer)
  }
}

async function readUpTo(maxBytes: number, body: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  let bytes = new Uint8Array(64 * 1024)
  let size = 0
  for await (const chunk of body) {
    if (size + chunk.byteLength > maxBytes) throw tooLarge(maxBytes)
    if (size + chunk.byteLength > bytes.length)
      bytes = growBytes(bytes, Math.max(2 * bytes.length, size + chunk.byteLength))
    bytes.set(chunk, size)
    size += chunk.byteLength
  }
  return bytes.subarray(0, size)
}

function growBytes(bytes: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(length)
  larger.set(bytes)
  return larger
}
