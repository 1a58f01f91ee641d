import { ArchiveError, type SourceFiles } from '../conversion.ts'

/** Bounds of an archive. They are far above what teams have, and keep a hostile one from filling memory or disk. */
export const sourceLimits = {
  entries: 2_000_000,
  /** Characters of the path of an entry. */
  nameLength: 2_000,
  /** All files together, unpacked. */
  totalBytes: 64 * 1024 ** 3,
  /** How many times larger than its packed form content may be, once there is more of it than `ratioFromBytes`. */
  ratio: 1_000,
  ratioFromBytes: 100 * 1024 ** 2,
  /** A text that is read whole. */
  textBytes: 64 * 1024 ** 2,
} as const

/** The files of an archive on this machine. */
export interface OpenSource extends SourceFiles {
  /** What was left out while the archive was listed, such as symbolic links, by kind. */
  readonly skipped: ReadonlyMap<string, number>
  close(): Promise<void>
}

interface Entry<Place> {
  readonly size: number
  readonly place: Place
}

/** The folder in which `npm run backup` stores what it knows of its parts. */
export const stateFolder = '.rivulet-backup'

/** What systems and programs put into archives besides what people put there. */
const isLitter = (name: string): boolean =>
  /(^|\/)(__MACOSX\/|\.rivulet-backup\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$|\._[^/]*$)/.test(name)

/** A name in a message: whatever is in it, it must not reach the terminal as control characters, or fill it. */
export function quoteName(name: string): string {
  const short = name.length > 100 ? `${name.slice(0, 100)}…` : name
  return JSON.stringify(short).replaceAll(/[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '?')
}

/** The path of an entry without `.` and doubled slashes. Throws if it leads out of the archive. */
function safeName(name: string): string {
  if (name.length > sourceLimits.nameLength)
    throw new ArchiveError(
      `The name ${quoteName(name)} in the archive has ${name.length} characters. Nothing was read.`,
    )
  const parts = name.split('/')
  if (name.startsWith('/') || /^[a-z]:/i.test(name) || /[\0\\]/.test(name) || parts.includes('..'))
    throw new ArchiveError(
      `The name ${quoteName(name)} in the archive leads out of it, which only hostile archives do. Nothing was read.`,
    )
  return parts.filter((part) => part !== '' && part !== '.').join('/')
}

/** Collects the entries of an archive, and refuses those that no honest archive has. */
export class EntryList<Place> {
  readonly skipped = new Map<string, number>()
  private readonly entries = new Map<string, Entry<Place>>()
  private seen = 0
  private totalBytes = 0

  /** Every entry, of whatever kind. */
  count(): void {
    this.seen += 1
    if (this.seen > sourceLimits.entries)
      throw new ArchiveError(`The archive has more than ${sourceLimits.entries.toLocaleString('en')} entries.`)
  }

  skip(kind: string): void {
    this.skipped.set(kind, (this.skipped.get(kind) ?? 0) + 1)
  }

  /** Whether the file is wanted. `place` says where its content is. */
  add(name: string, size: number, place: Place): boolean {
    const path = safeName(name)
    this.totalBytes += size
    if (!Number.isSafeInteger(size) || size < 0 || this.totalBytes > sourceLimits.totalBytes)
      throw new ArchiveError(
        `The files in the archive are larger than ${sourceLimits.totalBytes / 1024 ** 3} GiB together, as ${quoteName(path)} says.`,
      )
    if (path === '' || isLitter(path)) return false
    if (this.entries.has(path))
      throw new ArchiveError(
        `The archive has two files with the name ${quoteName(path)}. It is not clear which one counts.`,
      )
    this.entries.set(path, { size, place })
    return true
  }

  /** Throws if content that grows like this is made to fill the machine. */
  checkRatio(unpackedBytes: number, packedBytes: number, name: string): void {
    if (unpackedBytes > sourceLimits.ratioFromBytes && unpackedBytes > packedBytes * sourceLimits.ratio)
      throw new ArchiveError(
        `${quoteName(name)} grows to more than ${sourceLimits.ratio} times its size when it is unpacked, which only hostile archives do.`,
      )
  }

  get unpackedBytes(): number {
    return this.totalBytes
  }

  /** The files, without the folders that contain everything. */
  files(
    read: (place: Place, size: number, name: string) => AsyncIterable<Uint8Array>,
    close: () => Promise<void>,
  ): OpenSource {
    const root = commonFolder(this.entries.keys())
    const entries =
      root === '' ? this.entries : new Map([...this.entries].map(([name, entry]) => [name.slice(root.length), entry]))
    if (entries.size === 0) throw new ArchiveError('The archive is empty.')
    return new ListedFiles(entries, this.skipped, read, close)
  }
}

/** The path, with a slash at its end, with which all names begin; empty if there is none. */
function commonFolder(names: Iterable<string>): string {
  let folders: string[] | null = null
  for (const name of names) {
    const parts = name.split('/').slice(0, -1)
    if (folders === null) folders = parts
    let shared = 0
    while (shared < folders.length && folders[shared] === parts[shared]) shared += 1
    folders.length = shared
    if (shared === 0) return ''
  }
  return (folders ?? []).map((folder) => `${folder}/`).join('')
}

class ListedFiles<Place> implements OpenSource {
  readonly names: readonly string[]
  readonly skipped: ReadonlyMap<string, number>
  readonly close: () => Promise<void>
  private readonly entries: ReadonlyMap<string, Entry<Place>>
  private readonly read: (place: Place, size: number, name: string) => AsyncIterable<Uint8Array>

  constructor(
    entries: ReadonlyMap<string, Entry<Place>>,
    skipped: ReadonlyMap<string, number>,
    read: (place: Place, size: number, name: string) => AsyncIterable<Uint8Array>,
    close: () => Promise<void>,
  ) {
    this.names = [...entries.keys()].toSorted()
    this.entries = entries
    this.skipped = skipped
    this.read = read
    this.close = close
  }

  size(name: string): number {
    return this.entries.get(name)?.size ?? 0
  }

  async *open(name: string): AsyncGenerator<Uint8Array> {
    const entry = this.entries.get(name)
    if (entry === undefined) throw new ArchiveError(`There is no ${quoteName(name)} in the archive.`)
    let bytes = 0
    for await (const piece of this.read(entry.place, entry.size, name)) {
      bytes += piece.length
      if (bytes > entry.size) break
      yield piece
    }
    if (bytes !== entry.size)
      throw new ArchiveError(
        `${quoteName(name)} is not as long as it says (${entry.size} bytes). Is the archive damaged?`,
      )
  }

  async text(name: string, maxBytes: number = sourceLimits.textBytes): Promise<string> {
    const size = this.size(name)
    if (size > maxBytes)
      throw new ArchiveError(`${quoteName(name)} has ${size} bytes. More than ${maxBytes} are not read at this place.`)
    const pieces: Uint8Array[] = []
    for await (const piece of this.open(name)) pieces.push(piece)
    return new TextDecoder().decode(pieces.length === 1 ? pieces[0] : Buffer.concat(pieces))
  }
}
