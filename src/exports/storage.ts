import { createHash } from 'node:crypto'
import { logFailure } from '../core/base/failures'
import { newKey } from '../auth/keys'
import type { JobContext } from '../core/jobs/job-kind'
import { guardedHeaders } from '../uploads/content-types'
import { bucketOf } from '../uploads/storage'
import type { Part } from './queries'

/** Prefix of the keys in the bucket of an export's parts. */
export const folderOf = (realm_id: number, export_id: number): string => `exports/${realm_id}/${export_id}/`

/** Stores a part under a new key each time, because an abandoned attempt may end after its replacement. */
export async function keepPart(
  { env }: Pick<JobContext, 'env'>,
  { folder, number }: { folder: string; number: number },
  pieces: readonly Uint8Array[],
): Promise<Part & { sha256: string }> {
  return putPart(bucketOf(env), `${folder}${number}`, pieces)
}

/** Stores pieces as an object whose key begins with `path`. */
export async function putPart(
  bucket: R2Bucket,
  path: string,
  pieces: readonly Uint8Array[],
): Promise<Part & { sha256: string }> {
  const key = `${path}-${newKey()}`
  const size = pieces.reduce((sum, { length }) => sum + length, 0)
  // R2 needs the length of a stream. Joining the pieces would take twice the memory.
  const { readable, writable } = new FixedLengthStream(size)
  const httpMetadata = { contentType: 'application/gzip' }
  await Promise.all([bucket.put(key, readable, { httpMetadata }), pour(pieces, writable)])
  const hash = createHash('sha256')
  for (const piece of pieces) hash.update(piece)
  return { key, size, sha256: hash.digest('hex') }
}

async function pour(pieces: readonly Uint8Array[], into: WritableStream<Uint8Array>): Promise<void> {
  const writer = into.getWriter()
  for (const piece of pieces) await writer.write(piece)
  await writer.close()
}

/** All parts as one file. If a part is missing in the bucket, the file breaks off, and the log says so. */
function joined(bucket: R2Bucket, parts: readonly Part[]): ReadableStream<Uint8Array> {
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
  return new Response(joined(bucket, parts), {
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
