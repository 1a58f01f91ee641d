import { newKey } from '../auth/keys'
import type { Ask } from '../core/endpoint'
import { refused } from '../core/errors'
import type { UploadedFile } from '../core/multipart'
import { pictureIn, type Picture } from '../images/picture'
import { bucketOf, discard, keep, type StoredObject } from './storage'

/** Where a picture is in the bucket, by its path below `/user_avatars/`. */
export const pictureKey = (path: string): string => `user_avatars/${path}`

/** The picture in a file; refuses what is none (endpoints, Error codes). */
function decodedPicture({ bytes }: UploadedFile): Picture {
  const picture = pictureIn(bytes)
  if (picture === null) throw refused('Could not decode image; did you upload an image file?', { code: 'BAD_IMAGE' })
  return picture
}

/** Who asks, and where files are kept. */
type Asked = Pick<Ask<never>, 'env' | 'viewer'>

/** Answers that tell which picture was replaced, by its path. */
interface Replacing {
  replaced: string | null
}

/**
 * Keeps a picture of somebody or something, records its path below `/user_avatars/`, and deletes the one that it replaces.
 * Without a file only records.
 */
export async function keepPicture<T extends Replacing>(
  ask: Asked,
  file: UploadedFile | undefined,
  record: (path: string | null) => Promise<T>,
): Promise<Omit<T, 'replaced'>> {
  const { replaced, ...result } = await (file === undefined ? record(null) : keepNew(ask, file, record))
  if (replaced !== null && ask.env.UPLOADS !== undefined) await discard(ask.env.UPLOADS, [pictureKey(replaced)])
  return result
}

async function keepNew<T>(
  { env, viewer }: Asked,
  file: UploadedFile,
  record: (path: string) => Promise<T>,
): Promise<T> {
  const { realm_id } = await viewer()
  const bucket = bucketOf(env)
  const { type, extension } = decodedPicture(file)
  const path = `${realm_id}/${newKey()}.${extension}`
  return keep(bucket, [{ key: pictureKey(path), bytes: file.bytes, type }], () => record(path))
}

/** Keeps the picture of an emoji, and if it moves, one that does not; then records the names of their files. */
export async function keepEmoji<T>(
  { env, viewer }: Asked,
  file: UploadedFile,
  record: (names: { file_name: string; still_file_name: string | null }) => Promise<T>,
): Promise<T> {
  const { realm_id } = await viewer()
  const bucket = bucketOf(env)
  const { type, extension, still } = decodedPicture(file)
  const file_name = `${newKey()}.${extension}`
  const key = (name: string) => pictureKey(`${realm_id}/emoji/images/${name}`)
  const objects: StoredObject[] = [{ key: key(file_name), bytes: file.bytes, type }]
  if (still !== null) objects.push({ key: key(`still/${file_name}`), bytes: still, type })
  return keep(bucket, objects, () => record({ file_name, still_file_name: still === null ? null : file_name }))
}
