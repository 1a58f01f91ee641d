import { createHash } from 'node:crypto'
import { logFailure } from '../core/base/failures'
import { mebibyte } from '../core/base/units'
import { newKey } from '../auth/keys'
import type { JobContext } from '../core/jobs/job-kind'
import { guardedHeaders } from '../uploads/content-types'
import { bucketOf } from '../uploads/storage'
import type { Part } from './queries'

/** Prefix of the keys in the bucket of an export's parts. */
export const folderOf = (realm_id: number, export_id: number): string => `exports/${realm_id}/${export_id}/`

/** Bytes that are stored at once. R2 wants this length of all pieces of an object but the last, and 5 MiB at least. */
const pieceBytes = 16 * mebibyte

/**
 * Stores a part of an archive as an object whose key begins with `path`. The key is new each time, because an abandoned attempt may end
 * after its replacement. Most parts are stored at once; one with a large file comes piece by piece, because the memory has no room for it.
 */
export async function putPart(
  bucket: R2Bucket,
  path: string,
  pieces: AsyncIterable<Uint8Array>,
): Promise<Part & { sha256: string }> {
  const key = `${path}-${newKey()}`
  const options = { httpMetadata: { contentType: 'application/gzip' } }
  const hash = createHash('sha256')
  const uploaded: R2UploadedPart[] = []
  let upload: R2MultipartUpload | null = null
  let size = 0
  try {
    for await (const { content, isLast } of inBlocks(pieces)) {
      for (const bytes of content) hash.update(bytes)
      const length = lengthOf(content)
      size += length
      // R2 needs the length of a stream. Joining the pieces would take twice the memory.
      const { readable, writable } = new FixedLengthStream(length)
      const poured = pour(content, writable)
      if (isLast && upload === null) await Promise.all([bucket.put(key, readable, options), poured])
      else {
        upload ??= await bucket.createMultipartUpload(key, options)
        const [stored] = await Promise.all([upload.uploadPart(uploaded.length + 1, readable), poured])
        uploaded.push(stored)
      }
    }
    await upload?.complete(uploaded)
  } catch (error) {
    await upload?.abort().catch((failure: unknown) => logFailure('giving up an archive', failure))
    throw error
  }
  return { key, size, sha256: hash.digest('hex') }
}

const lengthOf = (pieces: readonly Uint8Array[]): number => pieces.reduce((sum, { length }) => sum + length, 0)

/** What is stored at once: blocks of the same length, and a last one that is not empty unless it is the only one. */
async function* inBlocks(
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ content: readonly Uint8Array[]; isLast: boolean }> {
  let content: Uint8Array[] = []
  let room = pieceBytes
  for await (const piece of pieces) {
    if (room === 0) {
      yield { content, isLast: false }
      content = []
      room = pieceBytes
    }
    const [fitting, rest] = [piece.subarray(0, room), piece.subarray(room)]
    content.push(fitting)
    room -= fitting.length
    if (rest.length === 0) continue
    yield { content, isLast: false }
    content = [rest]
    room = pieceBytes - rest.length
  }
  yield { content, isLast: true }
}

async function pour(pieces: readonly Uint8Array[], into: WritableStream<Uint8Array>): Promise<void> {
  const writer = into.getWriter()
  for (const piece of pieces) await writer.write(piece)
  await writer.close()
}

/** All parts as one file. If a part is missing in the bucket, the file breaks off, and the log says so. */
function joinParts(bucket: R2Bucket, parts: readonly Part[]): ReadableStream<Uint8Array> {
  const size = parts.reduce((sum, part) => sum + part.size, 0)
  const { readable, writable } = new FixedLengthStream(size)
  send(bucket, parts, writable).catch((error: unknown) => writable.abort(error).catch(() => undefined))
  return readable
}

/** Sends an archive as a file for the disk, named after the organization and the day that it is from. */
export function serveArchive(
  bucket: R2Bucket,
  parts: readonly Part[],
  { name, time }: { name: string; time: number },
): Response {
  const date = new Date(time * 1000).toISOString().slice(0, 10)
  return new Response(joinParts(bucket, parts), {
    headers: {
      ...guardedHeaders('application/gzip', `${name}-${date}.tar.gz`),
      'Content-Length': String(parts.reduce((sum, { size }) => sum + size, 0)),
      'Cache-Control': 'no-store',
    },
  })
}

async function send(bucket: R2Bucket, parts: readonly Part[], into: WritableStream<Uint8Array>): Promise<void> {
  for (const { key } of parts) {
    const object = await bucket.get(key)
    if (object === null) {
      logFailure('sending an archive', new Error('A part is missing'))
      throw new Error(`${key} is missing`)
    }
    await object.body.pipeTo(into, { preventClose: true })
  }
  await into.close()
}

/** Deletes up to 1000 parts of an export from the bucket, and returns whether these were all (a job). */
export const removeParts = (
  { export_id }: { export_id: number },
  { env, realm_id }: JobContext,
): Promise<{ isAll: boolean }> => removeFolder(bucketOf(env), folderOf(realm_id, export_id))

/** Deletes up to 1000 objects whose keys begin with `prefix`, and returns whether these were all. */
export async function removeFolder(bucket: R2Bucket, prefix: string): Promise<{ isAll: boolean }> {
  const { objects, truncated } = await bucket.list({ prefix })
  if (objects.length > 0) await bucket.delete(objects.map(({ key }) => key))
  return { isAll: !truncated }
}
