import { ApiError, refused } from '../core/base/errors'
import { mebibyte } from '../core/base/units'
import { hasSeveralDatabases } from '../core/sql/databases'
import type { Sql } from '../core/sql/sql'
import type { RawBody } from '../core/http/params'
import type { RealmClient } from '../core/realm/realm-client'
import { decodedPicture, discardPicture, emojiKey, keepPicture } from '../uploads/pictures'
import { largestPictureMib } from '../uploads/quota'
import { keyOf } from '../uploads/serving'
import { bucketOf, keep, type StoredObject } from '../uploads/storage'
import type { FileKind } from './schema'

interface FileContext {
  env: Env
  realm: Pick<RealmClient, 'perform'>
  realm_id: number
}

interface FileOfRecord {
  import_id: number
  kind: FileKind
  id: number
}

/** Stores a file of an archive in the bucket and records that it is there, unless it is there already. */
export async function keepImportedFile(context: FileContext, file: FileOfRecord, body: RawBody): Promise<void> {
  const { env, realm, realm_id } = context
  const { kind } = file
  const bucket = bucketOf(env)
  const place = await realm.perform('placeOfImportedFile', { ...file, bytes: body.bytes })
  if (place.isDone) return body.stream.cancel()
  const record = (path: string, hasStill = false) =>
    realm.perform('recordImportedFile', { ...file, bytes: body.bytes, path, hasStill })
  if (kind === 'attachment') {
    await putStream(bucket, { key: keyOf(place.name), type: place.content_type }, body)
    await record('')
    return
  }
  const bytes = await pictureBytes(body)
  if (kind === 'emoji' || kind === 'still_emoji') {
    const { objects, hasStill } = emojiObjects(realm_id, { kind, file_name: place.name, bytes })
    await keep(bucket, objects, () => record('', hasStill))
    return
  }
  const { replaced } = await keepPicture(env, realm_id, { bytes }, (path) => record(path))
  await discardPicture(env, replaced)
}

/** The largest file that an import takes, in MiB. */
export const largestFileMib = 100

/** Keys of uploaded files and pictures. Other objects of the bucket, such as backups, are no files of an archive. */
const fileKey = /^user_(uploads|avatars)\//

/** A file in the bucket, by the key that a backup has for it. */
export async function storedFile({ sql, env }: { sql: Sql; env: Env }, key: string): Promise<R2ObjectBody> {
  const bucket = bucketOf(env)
  const others = await sql`select id from realm limit 2`.all<{ id: number }>()
  // Organizations in other databases have their files in the same bucket.
  if (others.length > 1 || hasSeveralDatabases(env))
    throw refused('The deployment has other organizations: send the file itself', { reason: 'not_allowed' })
  const object = fileKey.test(key) ? await bucket.get(key) : null
  if (object === null) throw refused('There is no such file in the bucket', { status: 404, reason: 'not_found' })
  if (object.size > largestFileMib * mebibyte) {
    await object.body.cancel()
    throw refused(`The file is larger than ${largestFileMib} MiB`)
  }
  return object
}

/** Streams a body into the bucket, so that a large file takes no memory. */
async function putStream(bucket: R2Bucket, { key, type }: { key: string; type: string }, body: RawBody): Promise<void> {
  const { readable, writable } = new FixedLengthStream(body.bytes)
  const piped = body.stream.pipeTo(writable)
  piped.catch(() => undefined)
  try {
    await Promise.all([bucket.put(key, readable, { httpMetadata: { contentType: type } }), piped])
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw error instanceof TypeError ? refused('The file did not arrive as a whole') : error
  }
}

/** The bytes of a picture, which has to be decoded. */
async function pictureBytes({ bytes, stream }: RawBody): Promise<Uint8Array> {
  if (bytes > largestPictureMib * mebibyte) throw refused(`The picture is larger than ${largestPictureMib} MiB`)
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

/** The picture of an emoji under the name that messages show, and a still one of a picture that moves. */
function emojiObjects(
  realm_id: number,
  { kind, file_name, bytes }: { kind: FileKind; file_name: string; bytes: Uint8Array },
): { objects: StoredObject[]; hasStill: boolean } {
  const { type, still } = decodedPicture({ bytes })
  const stillKey = emojiKey(realm_id, `still/${file_name}`)
  if (kind === 'still_emoji') return { objects: [{ key: stillKey, bytes, type }], hasStill: true }
  const objects: StoredObject[] = [{ key: emojiKey(realm_id, file_name), bytes, type }]
  if (still !== null) objects.push({ key: stillKey, bytes: still, type })
  return { objects, hasStill: still !== null }
}
