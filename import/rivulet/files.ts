import type { ChapterName } from '../../src/archive/records.ts'
import type { ConversionSink, SourceFiles } from '../conversion.ts'
import type { Fields } from '../shared/values.ts'

/** A transparent picture of one pixel, for an emoji whose own is lost: messages and reactions refer to the emoji. */
const emptyPicture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

/** The files that records of an archive name. */
export class ArchivedFiles {
  private readonly source: SourceFiles
  private readonly sink: ConversionSink
  private readonly names: ReadonlySet<string>
  private readonly storedKeys: ReadonlyMap<string, string>
  private readonly given = new Set<string>()

  /** `storedKeys`: of files that are in the bucket of the server, by their paths. */
  constructor(source: SourceFiles, sink: ConversionSink, storedKeys: ReadonlyMap<string, string>) {
    this.source = source
    this.sink = sink
    this.storedKeys = storedKeys
    this.names = new Set(source.names)
  }

  inRealm(realm: Fields): Fields {
    return this.withFiles(realm, ['icon', 'logo', 'night_logo'])
  }

  /** The record without files that the archive does not have. */
  in(chapter: ChapterName, record: Fields): Fields {
    if (chapter === 'users') return this.withFiles(record, ['avatar'])
    if (chapter === 'files') return this.withSize(this.withFiles(record, ['file']))
    if (chapter !== 'emoji') return record
    const { picture } = record
    if (typeof picture === 'string' && !this.isKnown(picture) && this.isNew(picture)) {
      this.sink.file(picture, { bytes: emptyPicture })
      this.sink.skip('files without content')
    }
    return { ...this.withFiles(record, ['still_picture']), ...(this.hasContent(picture) ? { picture } : {}) }
  }

  private withFiles(record: Fields, fields: readonly string[]): Fields {
    const missing = fields.filter((field) => typeof record[field] === 'string' && !this.hasContent(record[field]))
    if (missing.length === 0) return record
    this.sink.skip('files without content', missing.length)
    return { ...record, ...Object.fromEntries(missing.map((field) => [field, null])) }
  }

  /** The size of the content counts. */
  private withSize(record: Fields): Fields {
    return typeof record['file'] === 'string' && this.names.has(record['file'])
      ? { ...record, size: this.source.size(record['file']) }
      : record
  }

  /** Gives the content of a file to the import. */
  private hasContent(path: unknown): boolean {
    if (typeof path !== 'string' || !this.isKnown(path)) return false
    if (this.isNew(path)) {
      const storedKey = this.names.has(path) ? undefined : this.storedKeys.get(path)
      this.sink.file(path, storedKey === undefined ? { name: path } : { storedKey })
    }
    return true
  }

  private isKnown(path: string): boolean {
    return this.names.has(path) || this.storedKeys.has(path)
  }

  private isNew(path: string): boolean {
    const isNew = !this.given.has(path)
    this.given.add(path)
    return isNew
  }
}
