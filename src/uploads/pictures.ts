import { newKey } from '../auth/keys'
import { refused } from '../core/base/errors'
import type { UploadedFile } from '../core/http/multipart'
import { pictureIn, type Picture } from '../images/picture'
import { isTooLarge, tooLarge } from '../images/size'
import { bucketOf, discard, keep, type StoredObject } from './storage'

/** Key in the bucket of a picture, by its path below `/user_avatars/`. */
export const pictureKey = (path: string): string => `user_avatars/${path}`

/** Key in the bucket of a custom emoji's picture, by the name of its file. */
export const emojiKey = (realm_id: number, file_name: string): string =>
  pictureKey(`${realm_id}/emoji/images/${file_name}`)

/** The picture in the bytes of a file, or a refusal if a file is none or is too large for others to decode (endpoints, Error codes). */
export function decodedPicture({ bytes }: Pick<UploadedFile, 'bytes'>): Picture {
  const picture = pictureIn(bytes)
  const code = 'BAD_IMAGE'
  if (picture === null) throw refused('Could not decode image; did you upload an image file?', { code })
  if (isTooLarge(picture.size)) throw refused(tooLarge, { code })
  return picture
}

/**
 * Stores a picture and then records its path below `/user_avatars/`. Stores nothing if the recording is refused. Callers check
 * first whether the account may upload, so that no file of others is read.
 */
export async function keepPicture<T>(
  env: Env,
  realm_id: number,
  file: Pick<UploadedFile, 'bytes'>,
  record: (path: string) => Promise<T>,
): Promise<T> {
  const bucket = bucketOf(env)
  const { type, extension } = decodedPicture(file)
  const path = `${realm_id}/${newKey()}.${extension}`
  return keep(bucket, [{ key: pictureKey(path), bytes: file.bytes, type }], () => record(path))
}

/** Deletes a picture that another one or none replaced, by its path; null if there was none. */
export async function discardPicture({ UPLOADS }: Pick<Env, 'UPLOADS'>, path: string | null): Promise<void> {
  if (path !== null && UPLOADS !== undefined) await discard(UPLOADS, [pictureKey(path)])
}

/** Names of the files of a custom emoji. */
interface EmojiFiles {
  file_name: string
  /** Null if the picture does not move. */
  still_file_name: string | null
}

/** `keepPicture` for a custom emoji. Also stores a still picture of an animated one. */
export async function keepEmoji<T>(
  env: Env,
  realm_id: number,
  file: UploadedFile,
  record: (names: EmojiFiles) => Promise<T>,
): Promise<T> {
  const bucket = bucketOf(env)
  const { type, extension, still } = decodedPicture(file)
  const file_name = `${newKey()}.${extension}`
  const objects: StoredObject[] = [{ key: emojiKey(realm_id, file_name), bytes: file.bytes, type }]
  if (still !== null) objects.push({ key: emojiKey(realm_id, `still/${file_name}`), bytes: still, type })
  return keep(bucket, objects, () => record({ file_name, still_file_name: still === null ? null : file_name }))
}
