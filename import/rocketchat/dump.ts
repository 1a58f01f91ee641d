import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { deserialize, ObjectId } from 'bson'
import { ArchiveError, type SourceFiles } from '../conversion.ts'
import { numberOf, textOf, type Fields } from '../shared/values.ts'

/** Bytes of a document in MongoDB. */
const maxDocumentBytes = 16 * 1024 * 1024

/** The length at the beginning of a document, and the shortest document. */
const [lengthBytes, minDocumentBytes] = [4, 5]

/** The collections of a dump of a database: files that mongodump wrote, compressed or not. */
export class Dump {
  private readonly names = new Map<string, string>()

  private readonly files: SourceFiles

  constructor(files: SourceFiles) {
    this.files = files
    for (const name of files.names) {
      const collection = /([^/]+)\.bson(?:\.gz)?$/.exec(name)?.[1]
      // A dump of several databases has a folder for each. The names of the collections tell which one is meant.
      if (collection !== undefined && !this.names.has(collection)) this.names.set(collection, name)
    }
  }

  has(collection: string): boolean {
    return this.names.has(collection)
  }

  /** The documents of a collection, one at a time; none if it is not there. */
  async *documents(collection: string): AsyncGenerator<Fields> {
    const name = this.names.get(collection)
    if (name === undefined) return
    try {
      for await (const bytes of documentsIn(this.pieces(name), name))
        yield deserialize(bytes, { promoteValues: true, promoteBuffers: true })
    } catch (error) {
      if (error instanceof ArchiveError) throw error
      throw new ArchiveError(`${name} is damaged: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      })
    }
  }

  private pieces(name: string): AsyncIterable<Uint8Array> {
    const source = this.files.open(name)
    if (!name.endsWith('.gz')) return source
    const gunzip = createGunzip()
    // Errors of the source end the reading of the result.
    pipeline(Readable.from(source), gunzip, () => undefined)
    return gunzip
  }
}

/** Cuts a stream into documents, each of which begins with its length. */
async function* documentsIn(source: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Uint8Array> {
  let pieces: Uint8Array[] = []
  let size = 0
  let bytesNeeded = lengthBytes
  for await (const piece of source) {
    pieces.push(piece)
    size += piece.length
    while (size >= bytesNeeded) {
      const all = Buffer.concat(pieces)
      const length = all.readInt32LE(0)
      if (length < minDocumentBytes || length > maxDocumentBytes)
        throw new ArchiveError(`${name} is damaged: a document has ${length} bytes.`)
      const isWhole = size >= length
      pieces = [isWhole ? all.subarray(length) : all]
      size = pieces[0]!.length
      bytesNeeded = isWhole ? lengthBytes : length
      if (isWhole) yield all.subarray(0, length)
    }
  }
  if (size > 0) throw new ArchiveError(`${name} is damaged: it ends within a document.`)
}

/** The id of a document: a text, or an id that MongoDB made. */
export const keyOf = (value: unknown): string => (value instanceof ObjectId ? value.toHexString() : textOf(value))

/** Milliseconds since 1970 of a date; null if it is none. */
export function millisecondsOf(value: unknown): number | null {
  const milliseconds = value instanceof Date ? value.getTime() : numberOf(value)
  return milliseconds !== null && Number.isFinite(milliseconds) ? milliseconds : null
}

/** UNIX seconds of a date; null if it is none. */
export function secondsOf(value: unknown): number | null {
  const milliseconds = millisecondsOf(value)
  return milliseconds === null ? null : milliseconds / 1000
}
