import { newKey } from '../auth/keys'
import type { JobContext } from '../core/jobs/jobs'
import { bucketOf } from '../uploads/storage'
import type { Part } from './queries'

/** Where everything of an export is in the bucket. */
const folderOf = (realm_id: number, export_id: number): string => `exports/${realm_id}/${export_id}/`

/**
 * Keeps a part under a key of its own, whatever was kept before: an attempt that was given up may come to an end after the
 * one that took its place.
 */
export async function keepPart(
  { env, realm_id }: JobContext,
  { export_id, number }: { export_id: number; number: number },
  pieces: readonly Uint8Array[],
): Promise<Part> {
  const key = `${folderOf(realm_id, export_id)}${number}-${newKey()}`
  const size = pieces.reduce((sum, { length }) => sum + length, 0)
  // The bucket wants to know the length before; joining the pieces would take the same memory once more.
  const { readable, writable } = new FixedLengthStream(size)
  const httpMetadata = { contentType: 'application/gzip' }
  await Promise.all([bucketOf(env).put(key, readable, { httpMetadata }), pour(pieces, writable)])
  return { key, size }
}

async function pour(pieces: readonly Uint8Array[], into: WritableStream<Uint8Array>): Promise<void> {
  const writer = into.getWriter()
  for (const piece of pieces) await writer.write(piece)
  await writer.close()
}

/** All parts as one file. Ends in the middle when one of them is not there. */
export function joined(bucket: R2Bucket, parts: readonly Part[]): ReadableStream<Uint8Array> {
  const size = parts.reduce((sum, part) => sum + part.size, 0)
  const { readable, writable } = new FixedLengthStream(size)
  send(bucket, parts, writable).catch((error: unknown) => writable.abort(error).catch(() => undefined))
  return readable
}

async function send(bucket: R2Bucket, parts: readonly Part[], into: WritableStream<Uint8Array>): Promise<void> {
  for (const { key } of parts) {
    const object = await bucket.get(key)
    if (object === null) throw new Error(`${key} is gone`)
    await object.body.pipeTo(into, { preventClose: true })
  }
  await into.close()
}

/** Removes what the bucket has of an export, at most a thousand objects; tells whether that was all (a job). */
export async function removeParts(
  { export_id }: { export_id: number },
  { env, realm_id }: JobContext,
): Promise<{ isAll: boolean }> {
  const bucket = bucketOf(env)
  const { objects, truncated } = await bucket.list({ prefix: folderOf(realm_id, export_id) })
  if (objects.length > 0) await bucket.delete(objects.map(({ key }) => key))
  return { isAll: !truncated }
}
