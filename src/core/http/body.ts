import { refused } from '../base/errors'
import { mostParts, parseMultipart, type Form } from './multipart'
import { Semaphore } from './semaphore'
import { mebibyte } from '../base/units'

/** Largest body that an endpoint without files accepts, in bytes; and what others accept beside their files. */
export const largestBody = mebibyte

/**
 * Largest body that an endpoint accepts which asks for no account, in bytes: twice what joining and founding take with the
 * longest names. So few bytes need no room, so that strangers take none from members.
 */
export const largestOfStranger = 64 * 1024

/** Bodies that an isolate holds at once, in bytes: three of the largest uploads, of one owner two. It has 128 MB. */
const room = new Semaphore({
  most: 80 * mebibyte,
  mostOfOne: 53 * mebibyte,
  keptMs: 10_000,
  patienceMs: 15_000,
  mostWaiting: 50,
})

/** A body must come within this time, and a large one at this pace at least, so that nobody holds room for nothing. */
const patience = { ms: 30_000, bytesPerMs: 64 }

/** What is taken of a body. */
export interface Takes {
  /** Bytes; beyond `largestBody` only as multipart. */
  readonly most: number
  /** The parameter that a body of type `application/json` is, if there is one. */
  readonly json: string | null
}

type BodyKind = 'form' | 'multipart' | 'json' | 'nothing'

const nothing: Form = { params: new URLSearchParams(), files: [] }

/** What a body is: urlencoded or multipart; other types carry nothing (endpoints, Wire conventions), except JSON where it is taken. */
function kindOf(request: Request, { json }: Takes): BodyKind {
  const type = (request.headers.get('Content-Type') ?? '').toLowerCase()
  if (request.body === null) return 'nothing'
  if (type.startsWith('application/x-www-form-urlencoded')) return 'form'
  if (type.startsWith('multipart/form-data')) return 'multipart'
  return json !== null && type.startsWith('application/json') ? 'json' : 'nothing'
}

/** Whether the body may be larger than `largestBody`. */
export function mayBeLarge(request: Request, takes: Takes): boolean {
  const length = lengthOf(request)
  return kindOf(request, takes) === 'multipart' && takes.most > largestBody && (length === null || length > largestBody)
}

/** Does the work with what the body carries, which is in memory until the work is done. `owner` is who asks. */
export async function withForm<T>(
  request: Request,
  takes: Takes,
  owner: string,
  work: (form: Form) => Promise<T>,
): Promise<T> {
  const kind = kindOf(request, takes)
  if (kind === 'nothing') return work(nothing)
  const most = mayBeLarge(request, takes) ? takes.most : Math.min(takes.most, largestBody)
  const length = lengthOf(request)
  if (length !== null && length > most) throw tooLarge(most)
  const held = length ?? most
  const read = async () => work(formIn(await bodyBytes(request, { length, most }), kind, request, takes))
  return held <= largestOfStranger ? read() : room.hold(held, owner, read)
}

function formIn(bytes: Uint8Array, kind: BodyKind, request: Request, { json }: Takes): Form {
  if (kind === 'multipart')
    // A form without fields may be no bytes at all: so does zulip-js send what has no parameters.
    return bytes.length === 0 ? nothing : parseMultipart(bytes, request.headers.get('Content-Type')!)
  if (kind === 'form') assertFewFields(bytes)
  const text = new TextDecoder().decode(bytes)
  return { params: new URLSearchParams(kind === 'json' ? [[json!, text]] : text), files: [] }
}

/** Fields without a name or value take a hundred times what they take in the body. */
function assertFewFields(bytes: Uint8Array): void {
  let fields = 1
  for (let at = bytes.indexOf(38); at !== -1; at = bytes.indexOf(38, at + 1))
    if ((fields += 1) > mostParts) throw refused(`A form may have at most ${mostParts} fields`)
}

/** How long the client says that the body is; null when it does not say. */
function lengthOf(request: Request): number | null {
  const length = request.headers.get('Content-Length')
  return length === null || !/^\d+$/.test(length) ? null : Number(length)
}

const tooLarge = (most: number) => refused(`The request is larger than ${most} bytes`)

/** The whole body. One whose length is not known before is read only as far as it may go. */
async function bodyBytes(
  request: Request,
  { length, most }: { length: number | null; most: number },
): Promise<Uint8Array> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    const ms = patience.ms + (length ?? most) / patience.bytesPerMs
    timer = setTimeout(() => reject(refused('The request did not arrive in time')), ms)
  })
  const read = length === null ? upTo(most, request.body!) : request.arrayBuffer().then((all) => new Uint8Array(all))
  // Nobody listens any more to what comes too late.
  read.catch(() => undefined)
  try {
    return await Promise.race([read, late])
  } finally {
    clearTimeout(timer)
  }
}

async function upTo(most: number, body: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  let bytes = new Uint8Array(64 * 1024)
  let size = 0
  for await (const chunk of body) {
    if (size + chunk.byteLength > most) throw tooLarge(most)
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
