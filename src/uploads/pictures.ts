import type { Account } from '../accounts/account'
import { newKey } from '../auth/keys'
import type { RequestContext } from '../core/http/endpoint'
import { refused } from '../core/base/errors'
import type { UploadedFile } from '../core/http/multipart'
import { pictureIn, type Picture } from '../images/picture'
import { isTooLarge, tooLarge } from '../images/size'
import { bucketOf, discard, keep, type StoredObject } from './storage'

/** Where a picture is in the bucket, by its path below `/user_avatars/`. */
export const pictureKey = (path: string): string => `user_avatars/${path}`

/** Where the picture of an emoji is, by the name of its file. */
export const emojiKey = (realm_id: number, file_name: string): string =>
  pictureKey(`${realm_id}/emoji/images/${file_name}`)

/** The picture in a file; refuses what is none, and what is too large to be decoded by all (endpoints, Error codes). */
function decodedPicture({ bytes }: UploadedFile): Picture {
  const picture = pictureIn(bytes)
  const code = 'BAD_IMAGE'
  if (picture === null) throw refused('Could not decode image; did you upload an image file?', { code })
  if (isTooLarge(picture.size)) throw refused(tooLarge, { code })
  return picture
}

/** Who asks, and where files are kept. */
type PictureRequest = Pick<RequestContext<never>, 'env' | 'viewer'>

/** Answers that tell which picture was replaced, by its path. */
interface Replacing {
  replaced: string | null
}

/** Refuses whoever may not upload. A file of theirs is not even looked at. */
type AssertMay = (viewer: Account) => void | Promise<void>

/**
 * Keeps a picture of somebody or something, records its path below `/user_avatars/`, and deletes the one that it replaces.
 * Without a file only records.
 */
export async function keepPicture<T extends Replacing>(
  ask: PictureRequest,
  file: UploadedFile | undefined,
  assertMay: AssertMay,
  record: (path: string | null) => Promise<T>,
): Promise<Omit<T, 'replaced'>> {
  return replacing(ask, () => (file === undefined ? record(null) : keepNew(ask, file, assertMay, record)))
}

/** Records that there is another picture or none, and deletes the one that was there. */
export async function replacing<T extends Replacing>(
  { env }: Pick<PictureRequest, 'env'>,
  record: () => Promise<T>,
): Promise<Omit<T, 'replaced'>> {
  const { replaced, ...result } = await record()
  if (replaced !== null && env.UPLOADS !== undefined) await discard(env.UPLOADS, [pictureKey(replaced)])
  return result
}

async function keepNew<T>(
  { env, viewer }: PictureRequest,
  file: UploadedFile,
  assertMay: AssertMay,
  record: (path: string) => Promise<T>,
): Promise<T> {
  const account = await viewer()
  await assertMay(account)
  const { realm_id } = account
  const bucket = bucketOf(env)
  const { type, extension } = decodedPicture(file)
  const path = `${realm_id}/${newKey()}.${extension}`
  return keep(bucket, [{ key: pictureKey(path), bytes: file.bytes, type }], () => record(path))
}

/** Keeps the picture of an emoji, and if it moves, one that does not; then records the names of their files. */
export async function keepEmoji<T>(
  { env, viewer }: PictureRequest,
  file: UploadedFile,
  assertMay: AssertMay,
  record: (names: { file_name: string; still_file_name: string | null }) => Promise<T>,
): Promise<T> {
  const account = await viewer()
  await assertMay(account)
  const { realm_id } = account
  const bucket = bucketOf(env)
  const { type, extension, still } = decodedPicture(file)
  const file_name = `${newKey()}.${extension}`
  const key = (name: string) => emojiKey(realm_id, name)
  const objects: StoredObject[] = [{ key: key(file_name), bytes: file.bytes, type }]
  if (still !== null) objects.push({ key: key(`still/${file_name}`), bytes: still, type })
  return keep(bucket, objects, () => record({ file_name, still_file_name: still === null ? null : file_name }))
}
