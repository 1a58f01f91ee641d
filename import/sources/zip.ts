import { crc32, inflateRawSync } from 'node:zlib'
import { Entry, openPromise, type ZipFile } from 'yauzl'
import { ArchiveError } from '../conversion.ts'
import { EntryList, quoteName, type OpenSource } from './entries.ts'

/** Unix systems write the kind of a file into the upper half of its attributes (APPNOTE 4.4.2, 4.4.15). */
const unix = 3
const kindMask = 0o170_000
const kinds = new Map([
  [0o120_000, 'symbolic links'],
  [0o020_000, 'devices'],
  [0o060_000, 'devices'],
  [0o010_000, 'pipes'],
  [0o140_000, 'sockets'],
])

/** What kind of special file this is; undefined for files and folders. */
function specialKind({ versionMadeBy, externalFileAttributes }: Entry): string | undefined {
  return versionMadeBy >> 8 === unix ? kinds.get((externalFileAttributes >>> 16) & kindMask) : undefined
}

/** What opening the content of an entry needs. There may be millions, and yauzl gives much more for each. */
function slim({ relativeOffsetOfLocalHeader, compressedSize, uncompressedSize, ...entry }: Entry): Entry {
  const { compressionMethod, generalPurposeBitFlag, crc32: checksum } = entry
  return Object.assign(new Entry(), {
    relativeOffsetOfLocalHeader,
    compressedSize,
    uncompressedSize,
    compressionMethod,
    generalPurposeBitFlag,
    crc32: checksum,
  })
}

function check(entry: Entry): void {
  const name = quoteName(entry.fileName)
  if (entry.isEncrypted())
    throw new ArchiveError(
      `${name} in the archive is encrypted. Unpack the archive with its password, and import the folder.`,
    )
  if (!entry.canDecodeFileData())
    throw new ArchiveError(
      `${name} in the archive is packed by a method that is not supported. Unpack it, and import the folder.`,
    )
}

/** Opens a zip archive. Content is read where it is, without unpacking the rest. */
export async function openZip(path: string): Promise<OpenSource> {
  const zip = await openPromise(path, { autoClose: false }).catch((error: unknown) => {
    throw unreadable(error)
  })
  // Listing reports its errors by itself; this is for a file that disappears later, which the content's stream reports, too.
  zip.on('error', () => {})
  try {
    return await list(zip)
  } catch (error) {
    zip.close()
    throw error instanceof ArchiveError ? error : unreadable(error)
  }
}

async function list(zip: ZipFile): Promise<OpenSource> {
  const entries = new EntryList<Entry>()
  for await (const entry of zip.eachEntry()) {
    entries.count()
    const special = specialKind(entry)
    if (special !== undefined) entries.skip(special)
    else if (!entry.fileName.endsWith('/')) {
      check(entry)
      entries.checkRatio(entry.uncompressedSize, entry.compressedSize, entry.fileName)
      entries.add(entry.fileName, entry.uncompressedSize, slim(entry))
    }
  }
  // Entries may share their content, so that each by itself looks honest.
  entries.checkRatio(entries.unpackedBytes, zip.fileSize, 'The archive')
  const read = (entry: Entry, _: number, name: string) => content(zip, entry, name)
  return entries.files(read, async () => zip.close())
}

async function* content(zip: ZipFile, entry: Entry, name: string): AsyncGenerator<Uint8Array> {
  let checksum = 0
  try {
    for await (const piece of isSmall(entry) ? inOnePiece(zip, entry) : await zip.openReadStreamPromise(entry)) {
      checksum = crc32(piece as Uint8Array, checksum)
      yield piece as Uint8Array
    }
  } catch (error) {
    throw new ArchiveError(`${quoteName(name)} in the archive cannot be unpacked: ${(error as Error).message}.`)
  }
  if (checksum !== entry.crc32)
    throw new ArchiveError(`${quoteName(name)} in the archive is damaged: its checksum is wrong.`)
}

/** Archives have thousands of small files, for which a stream each takes more time and memory than their content. */
const maxSmallBytes = 1024 ** 2

const isSmall = ({ compressedSize, uncompressedSize }: Entry): boolean =>
  compressedSize <= maxSmallBytes && uncompressedSize <= maxSmallBytes

async function* inOnePiece(zip: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  const pieces: Uint8Array[] = []
  for await (const piece of await zip.openReadStreamPromise(entry, { decodeFileData: false }))
    pieces.push(piece as Uint8Array)
  const packed = Buffer.concat(pieces)
  const { compressionMethod, uncompressedSize } = entry
  const content =
    compressionMethod === 0 ? packed : inflateRawSync(packed, { maxOutputLength: Math.max(1, uncompressedSize) })
  if (content.length !== uncompressedSize) throw new Error(`it has not ${uncompressedSize} bytes, as it says`)
  yield content
}

/** What yauzl says about an archive, in words for the person who runs the import. */
function unreadable(error: unknown): ArchiveError {
  const { message } = error as Error
  if (/^(absolute path|invalid relative path|invalid characters)/.test(message))
    return new ArchiveError(
      `A name in the archive leads out of it (${quoteName(message)}), which only hostile archives do. Nothing was read.`,
    )
  if (/strong encryption/.test(message))
    return new ArchiveError('The archive is encrypted. Unpack it with its password, and import the folder.')
  return new ArchiveError(
    `The zip archive is incomplete or damaged: ${quoteName(message)}. Get it again, and compare sizes.`,
  )
}
