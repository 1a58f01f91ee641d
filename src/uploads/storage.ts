import { ApiError, refused } from '../core/base/errors'
import { Stale } from '../core/sql/reader'

/** Something to be kept in the bucket. */
export interface StoredObject {
  /** Unguessable and never used again, so that nothing is ever written over. */
  key: string
  bytes: Uint8Array
  type: string
}

/** Where files are kept; refuses where the deployment has no place for them (README, Files). */
export function bucketOf({ UPLOADS }: Pick<Env, 'UPLOADS'>): R2Bucket {
  if (UPLOADS === undefined) throw refused('File uploads are not set up on this server.')
  return UPLOADS
}

/** Keeps objects and then records them, or keeps nothing when that is refused. */
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
    // After a failure nobody may know whether they were recorded; an object too many does no harm.
    const mayBeRecorded = !(error instanceof Stale) && !(error instanceof ApiError && error.refusal.status < 500)
    if (!mayBeRecorded)
      await discard(
        bucket,
        objects.map(({ key }) => key),
      )
    throw error
  }
}

/** Deletes what nothing leads to any more. What cannot be deleted now stays, and does no harm. */
export async function discard(bucket: R2Bucket, keys: readonly string[]): Promise<void> {
  try {
    if (keys.length > 0) await bucket.delete([...keys])
  } catch (error) {
    console.error('Files could not be deleted', error)
  }
}
