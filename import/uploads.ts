import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { ChapterName, Records } from '../src/archive/records.ts'
import { ArchiveError, type ConversionSink, type SourceFiles } from './conversion.ts'
import { quoteName } from './sources/entries.ts'
import type { Statistics } from './statistics.ts'

/** What a file is for. */
export type UploadKind = 'attachment' | 'avatar' | 'emoji' | 'still_emoji' | 'icon' | 'logo' | 'night_logo'

/** A file or a picture that is sent to the server. */
export interface Upload {
  readonly kind: UploadKind
  /** Of the record; 0 for pictures of the organization. */
  readonly id: number
  readonly path: string
}

export interface UploadContent {
  readonly contentType: string
  readonly size: number
  readonly pieces: AsyncIterable<Uint8Array>
}

/** Pictures come first, as everybody sees them, then files, the newest first. */
const order = `case kind when 'attachment' then 1 else 0 end, kind, id desc`

const joinedTables = `from upload left join content on content.path = upload.path`

/** A file that a converter makes in pieces is held in memory while it is sent. The server takes no larger ones. */
const maxPiecedBytes = 100 * 1024 ** 2

const tables = `
create table upload (kind text, id integer, path text, content_type text, primary key (kind, id)) without rowid;
create table content (path text primary key, name text, bytes blob, stored_key text) without rowid;
`

/** Runs a statement. Says what is there twice if a key is. */
export function insertOnce(what: string, run: () => unknown): void {
  try {
    run()
  } catch (error) {
    if (!/UNIQUE constraint/.test((error as Error).message)) throw error
    throw new ArchiveError(`The archive has two of what there can only be one of: ${what}.`)
  }
}

/** The files and pictures of an archive: which records name them, and where their content is. */
export class Uploads {
  private readonly database: DatabaseSync
  private readonly insert: StatementSync
  private readonly insertContent: StatementSync
  private readonly pieces = new Map<string, () => AsyncIterable<Uint8Array>>()

  constructor(database: DatabaseSync) {
    this.database = database
    database.exec(tables)
    this.insert = database.prepare('insert into upload values (?, ?, ?, ?)')
    this.insertContent = database.prepare('insert into content values (?, ?, ?, ?)')
  }

  /** A record names a file. */
  expect(
    { kind, id, path }: { kind: UploadKind; id: number; path: string | null },
    contentType = 'application/octet-stream',
  ): void {
    if (path !== null) insertOnce(`${kind} ${id}`, () => this.insert.run(kind, id, path, contentType))
  }

  expectFrom<Name extends ChapterName>(chapter: Name, record: Records[Name]): void {
    if (chapter === 'users') {
      const { id, avatar } = record as Records['users']
      this.expect({ kind: 'avatar', id, path: avatar })
    } else if (chapter === 'emoji') {
      const { id, picture, still_picture } = record as Records['emoji']
      this.expect({ kind: 'emoji', id, path: picture })
      this.expect({ kind: 'still_emoji', id, path: still_picture })
    } else if (chapter === 'files') {
      const { id, file, content_type } = record as Records['files']
      this.expect({ kind: 'attachment', id, path: file }, content_type)
    }
  }

  /** The content of a file. */
  give(path: string, from: Parameters<ConversionSink['file']>[1]): void {
    if ('pieces' in from) this.pieces.set(path, from.pieces)
    const [name, bytes] = ['name' in from ? from.name : null, 'bytes' in from ? from.bytes : null]
    const storedKey = 'storedKey' in from ? from.storedKey : null
    insertOnce(quoteName(path), () => this.insertContent.run(path, name, bytes, storedKey))
  }

  /** Checks that everything that records name is there, and counts it. */
  finish(source: SourceFiles, statistics: Statistics): void {
    const names = new Set(source.names)
    const rows = this.database
      .prepare(
        `select kind, id, upload.path, name, length(bytes) as size, content.path is null as is_missing ${joinedTables}`,
      )
      .iterate() as unknown as Iterable<Upload & { name: string | null; size: number | null; is_missing: 0 | 1 }>
    for (const { kind, id, path, name, size, is_missing } of rows) {
      if (is_missing === 1 || (name !== null && !names.has(name)))
        throw new ArchiveError(`The file ${quoteName(name ?? path)} (${kind} ${id}) is not in the archive.`)
      statistics.contents += 1
      statistics.contentBytes += name === null ? (size ?? 0) : source.size(name)
    }
  }

  get list(): readonly Upload[] {
    return this.database.prepare(`select kind, id, path from upload order by ${order}`).all() as unknown as Upload[]
  }

  /** Where the server has the file in its bucket; null: the content is here. */
  storedKey({ kind, id }: Upload): string | null {
    const { stored_key } = this.database
      .prepare(`select stored_key ${joinedTables} where kind = ? and id = ?`)
      .get(kind, id) as {
      stored_key: string | null
    }
    return stored_key
  }

  /** The content of a file, with its length. */
  async content({ kind, id, path }: Upload, source: SourceFiles): Promise<UploadContent> {
    const { content_type, name, bytes } = this.database
      .prepare(`select content_type, name, bytes ${joinedTables} where kind = ? and id = ?`)
      .get(kind, id) as { content_type: string; name: string | null; bytes: Uint8Array<ArrayBuffer> | null }
    if (name !== null) return { contentType: content_type, size: source.size(name), pieces: source.open(name) }
    const body = bytes ?? (await wholeOf(path, this.pieces.get(path)!()))
    return { contentType: content_type, size: body.length, pieces: inOnePiece(body) }
  }
}

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  if (bytes.length > 0) yield bytes
}

async function wholeOf(path: string, pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const piece of pieces) {
    size += piece.length
    if (size > maxPiecedBytes) throw new ArchiveError(`The file ${quoteName(path)} has more than 100 MiB.`)
    parts.push(piece)
  }
  return Buffer.concat(parts)
}
