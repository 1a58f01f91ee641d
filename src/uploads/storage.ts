import { ApiError, refused } from '../core/base/errors'
import { logFailure } from '../core/base/failures'
import { Stale } from '../core/sql/reader'

/** An object for the bucket. */
export interface StoredObject {
  /** A key that cannot be guessed and is used once, so that no object is overwritten. */
  key: string
  bytes: Uint8Array
  type: string
}

/** The bucket for files, or a refusal if the deployment has none. */
export function bucketOf({ UPLOADS }: Pick<Env, 'UPLOADS'>): R2Bucket {
  if (UPLOADS === undefined) throw refused('File uploads are not set up on this server.')
  return UPLOADS
}

/** Stores objects and then records them. Stores nothing if the record is refused. */
export async function keep<T>(
  bucket: R2Bucket,
  objects: readonly StoredObject[],
  record: () => Promise<T>,
): Promise<T> {
  await Promise.all(
    objects.map(({ key, bytes, type }) => bucket.put(key, bytes, { httpMetadata: { contentType: type } })),
  )
  try {
    return await record()
  } catch (error) {
    // After another failure the objects may have been recorded. An object too many does no harm.
    const mayBeRecorded = !(error instanceof Stale) && !(error instanceof ApiError && error.refusal.status < 500)
    if (!mayBeRecorded)
      await discard(
        bucket,
        objects.map(({ key }) => key),
      )
    throw error
  }
}

/** Deletes objects that are no longer used. One that cannot be deleted stays, and does no harm. */
export async function discard(bucket: R2Bucket, keys: readonly string[]): Promise<void> {
  try {
    if (keys.length > 0) await bucket.delete([...keys])
  } catch (error) {
    logFailure('deleting files', error)
  }
}
