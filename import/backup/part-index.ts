import { DatabaseSync } from 'node:sqlite'
import { ArchiveError } from '../conversion.ts'

/** A file that records name. */
export interface NamedFile {
  readonly path: string
  readonly kind: string
  readonly id: number
}

/** A part that the folder has. */
export interface StoredPart {
  readonly chapter: string
  /** By which the site recognizes it. */
  readonly tag: string
  /** Where it begins and where the next part does, as JSON. */
  readonly after: string
  readonly next: string
  /** Number of its file; null if it has no records, or these are in `body`. */
  readonly page: number | null
  /** The record of the organization, as JSON; null for other chapters. */
  readonly body: string | null
  readonly records: number
  readonly files: readonly NamedFile[]
  /** Of its file. */
  readonly sha256: string
}

const tables = `
create table if not exists part (
  chapter text, tag text, position integer, after text, next text, page integer, body text, records integer, files text,
  sha256 text, primary key (chapter, tag)
) without rowid;
create table if not exists file (path text primary key, size integer) without rowid;
`

type PartRow = Omit<StoredPart, 'files'> & { files: string }

const columns = 'chapter, tag, after, next, page, body, records, files, sha256'

const partOf = (row: PartRow): StoredPart => ({ ...row, files: JSON.parse(row.files) as NamedFile[] })

/** What is in the folder: parts by chapter and tag, and lengths of files. One process at a time can open it. */
export class PartIndex {
  private readonly database: DatabaseSync

  /** Throws an error if another process has it open. The lock ends with the process, however it ends. */
  constructor(path: string) {
    this.database = new DatabaseSync(path)
    try {
      this.database.exec('pragma locking_mode = exclusive; begin exclusive')
      this.database.exec(tables)
      this.database.exec('commit')
    } catch (error) {
      const { errcode } = error as { errcode?: number }
      const isLocked = errcode === 5
      const isDamaged = errcode === 11 || errcode === 26
      if (isLocked) throw new ArchiveError('Another backup is writing into this folder.')
      if (isDamaged) throw new ArchiveError(`${path} is damaged. Delete it: the next backup fetches everything again.`)
      throw error
    }
  }

  /** The parts of a chapter in their order. */
  parts(chapter: string): StoredPart[] {
    const rows = this.database
      .prepare(`select ${columns} from part where chapter = ? order by position`)
      .all(chapter) as unknown as PartRow[]
    return rows.map(partOf)
  }

  all(): StoredPart[] {
    return (
      this.database.prepare(`select ${columns} from part order by chapter, position`).all() as unknown as PartRow[]
    ).map(partOf)
  }

  add({ chapter, tag, after, next, page, body, records, files, sha256 }: StoredPart, position: number): void {
    this.database
      .prepare('insert or replace into part values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
      .run(chapter, tag, position, after, next, page, body, records, JSON.stringify(files), sha256)
  }

  remove({ chapter, tag }: Pick<StoredPart, 'chapter' | 'tag'>): void {
    this.database.prepare('delete from part where chapter = ? and tag = ?').run(chapter, tag)
  }

  /** Leaves these parts and files only, in this order. */
  replace(parts: readonly StoredPart[], paths: ReadonlySet<string>): void {
    this.database.exec('begin; delete from part')
    for (const [position, part] of parts.entries()) this.add(part, position)
    const files = this.database.prepare('select path from file').all() as { path: string }[]
    const remove = this.database.prepare('delete from file where path = ?')
    for (const { path } of files) if (!paths.has(path)) remove.run(path)
    this.database.exec('commit')
  }

  /** The length of a file that was fetched; null if it was not. */
  fileSize(path: string): number | null {
    const row = this.database.prepare('select size from file where path = ?').get(path) as { size: number } | undefined
    return row?.size ?? null
  }

  addFile(path: string, size: number): void {
    this.database.prepare('insert or replace into file values (?, ?)').run(path, size)
  }

  close(): void {
    this.database.close()
  }
}
