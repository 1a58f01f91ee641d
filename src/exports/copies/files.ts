import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { ChapterName } from '../../archive/records'
import { beforeFirstId } from '../../core/sql/ids'
import type { RealmRow } from '../../realm/queries'
import { emojiKey, pictureKey } from '../../uploads/pictures'
import type { FilePlace } from '../chapter'
import { uploadedFileKey } from '../full/files'
import type { FullSource } from '../full/source'

/** Kinds of files, as in imports. */
export const fileKinds = ['attachment', 'avatar', 'emoji', 'still_emoji', 'icon', 'logo', 'night_logo'] as const

type FileKind = (typeof fileKinds)[number]

/** A file of a copy. */
export const copiedFileSchema = z.object({
  /** Path in the archive. A changed file gets a new path, so a program fetches each path only once. */
  path: z.string(),
  /** What the file is: `attachment`, `avatar`, `emoji`, `still_emoji`, `icon`, `logo` or `night_logo`. */
  kind: z.enum(fileKinds),
  /** Id of the record that names it; 0 for pictures of the organization. */
  id: z.int(),
})

export type CopiedFile = z.infer<typeof copiedFileSchema>

/** The kinds of the files that the fields of records name. */
const kindsOfFields: Readonly<Record<string, FileKind>> = {
  file: 'attachment',
  avatar: 'avatar',
  picture: 'emoji',
  still_picture: 'still_emoji',
  icon: 'icon',
  logo: 'logo',
  night_logo: 'night_logo',
}

/** A record with the paths of its files, and these files. */
export function copiedFiles(
  name: ChapterName | 'realm',
  record: Record<string, unknown>,
  places: Readonly<Record<string, FilePlace | null>>,
): { record: Record<string, unknown>; files: CopiedFile[] } {
  const id = name === 'realm' ? 0 : (record['id'] as number)
  const files = Object.entries(places).flatMap(([field, place]) =>
    place === null ? [] : [{ field, path: pathOf(place), kind: kindsOfFields[field]!, id }],
  )
  const paths = Object.fromEntries(Object.keys(places).map((field) => [field, null]))
  return {
    record: { ...record, ...paths, ...Object.fromEntries(files.map(({ field, path }) => [field, path])) },
    files: files.map(({ path, kind, id: of }) => ({ path, kind, id: of })),
  }
}

/**
 * The path of a file in a copy. In it is a digest of the file's key, as another picture has another key. The names that people gave are in the
 * records only: not every machine has files of these names.
 */
function pathOf({ key, path }: FilePlace): string {
  const [, folder, rest] = path.split('/') as [string, string, string]
  const ending = /\.[a-z0-9]{1,10}$/i.exec(path)?.[0] ?? ''
  const version = createHash('sha256').update(key).digest('hex').slice(0, 12)
  return `files/${folder}/${rest.replace(/\..*$/, '')}-${version}${ending}`
}

/** The key in the bucket of a file that a copy may have; null if there is none. */
export async function keyOfFile(
  source: FullSource,
  realm: RealmRow,
  { kind, id }: { kind: FileKind; id: number },
): Promise<string | null> {
  const { sql, realm_id } = source
  const pictures = { icon: realm.icon_path, logo: realm.logo_path, night_logo: realm.night_logo_path }
  if (kind === 'icon' || kind === 'logo' || kind === 'night_logo')
    return pictures[kind] === null ? null : pictureKey(pictures[kind])
  if (id < 1 || id > source.last[lastIdOf[kind]]) return null
  if (kind === 'attachment') return uploadedFileKey(source, id)
  const whole = beforeFirstId(realm_id) + id
  if (kind === 'avatar') {
    const user = await sql`select avatar_path from user where id = ${whole}`.first<{ avatar_path: string | null }>()
    return user === null || user.avatar_path === null ? null : pictureKey(user.avatar_path)
  }
  const emoji = await sql`select file_name, still_file_name from realm_emoji where id = ${whole}`.first<{
    file_name: string
    still_file_name: string | null
  }>()
  if (emoji === null) return null
  if (kind === 'emoji') return emojiKey(realm_id, emoji.file_name)
  return emoji.still_file_name === null ? null : emojiKey(realm_id, `still/${emoji.still_file_name}`)
}

const lastIdOf = { attachment: 'attachment', avatar: 'user', emoji: 'realm_emoji', still_emoji: 'realm_emoji' } as const
