import type { ConversionSink, SourceFiles } from '../conversion.ts'
import { jsonOf } from '../shared/json.ts'
import { rowsOf, textOf, wholeNumberOf, type Fields } from '../shared/values.ts'
import type { Person } from './people.ts'

/** The list of a folder of pictures has a few hundred bytes for each. */
const maxListBytes = 256 * 1024 * 1024

async function recordsOf(files: SourceFiles, folder: string): Promise<{ path: string; record: Fields }[]> {
  const list = `${folder}/records.json`
  if (!files.names.includes(list)) return []
  return rowsOf(await jsonOf(files, list, maxListBytes)).map((record) => ({
    path: `${folder}/${textOf(record['path']) || textOf(record['s3_path'])}`,
    record,
  }))
}

/** Pictures of people, emoji and the organization. */
export class Pictures {
  private readonly avatars = new Map<number, string>()
  private readonly names: ReadonlySet<string>

  private readonly sink: ConversionSink
  /** Paths by the names of files and, where a record has none, by those of emoji. */
  private readonly emojiPaths: ReadonlyMap<string, string[]>
  private readonly ofRealm: readonly { path: string }[]

  private constructor(
    files: SourceFiles,
    sink: ConversionSink,
    avatars: readonly { path: string; record: Fields }[],
    emojiRecords: readonly { path: string; record: Fields }[],
    ofRealm: readonly { path: string }[],
  ) {
    this.sink = sink
    this.emojiPaths = new Map(
      [...Map.groupBy(emojiRecords, ({ record }) => textOf(record['file_name']) || textOf(record['name']))].map(
        ([name, list]) => [name, list.map(({ path }) => path)],
      ),
    )
    this.ofRealm = ofRealm
    this.names = new Set(files.names)
    for (const { path, record } of avatars) {
      const user = wholeNumberOf(record['user_profile_id'])
      if (user === null || !this.names.has(path)) continue
      const best = this.avatars.get(user)
      if (best === undefined || quality(path) > quality(best)) this.avatars.set(user, path)
    }
  }

  static async read(files: SourceFiles, sink: ConversionSink): Promise<Pictures> {
    const [avatars, emoji, realm] = [
      await recordsOf(files, 'avatars'),
      await recordsOf(files, 'emoji'),
      await recordsOf(files, 'realm_icons'),
    ]
    return new Pictures(files, sink, avatars, emoji, realm)
  }

  /** Adds a picture of the source to the archive, and returns its path there. */
  add(path: string, name: string): string {
    this.sink.file(path, { name })
    return path
  }

  avatar({ id, row }: Person): string | null {
    if (row['avatar_source'] !== 'U') return null
    const name = this.avatars.get(wholeNumberOf(row['id']) ?? Number.NaN)
    if (name !== undefined) return this.add(`files/avatars/${id}`, name)
    this.sink.skip('profile pictures without content')
    return null
  }

  /** The picture of an emoji, and its still one if it has one. */
  emoji(file_name: string, name: string): { picture: string; still: string | null } | null {
    const paths = (this.emojiPaths.get(file_name || name) ?? []).filter(
      (path) => this.names.has(path) && !path.includes('/still/'),
    )
    const picture = paths.find((path) => !path.endsWith('.original')) ?? paths[0]
    if (picture === undefined) return null
    const stillPath = picture.replace(/\/([^/]+?)(\.[^./]+)?$/, '/still/$1.png')
    return { picture, still: stillPath !== picture && this.names.has(stillPath) ? stillPath : null }
  }

  /** The icon or a logo of the organization; null if it has the usual one. */
  realmPicture(row: Fields, kind: 'icon' | 'logo' | 'night_logo'): string | null {
    if (row[`${kind}_source`] !== 'U') return null
    const named = new RegExp(`(^|/)${kind}\\.(original|png)$`)
    const found = this.ofRealm.map(({ path }) => path).filter((path) => this.names.has(path) && named.test(path))
    const name = found.find((path) => path.endsWith('.original')) ?? found[0]
    if (name !== undefined) return this.add(`files/${kind}`, name)
    this.sink.skip('pictures of the organization without content')
    return null
  }
}

/** The original of a picture is best, and of several versions the last one; small sizes are worst. */
function quality(path: string): number {
  const version = Number(/-(\d{1,6})(?:-medium)?\.[a-z]+$/.exec(path)?.[1] ?? 0)
  return version * 4 + (path.endsWith('.original') ? 2 : path.includes('-medium') ? 0 : 1)
}
