import { createReadStream } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { createTarDecoder, type ParsedTarEntry, type TarHeader } from 'modern-tar'
import { ArchiveError } from '../conversion.ts'
import { EntryList, quoteName, sourceLimits, type OpenSource } from './entries.ts'

const kinds: Record<NonNullable<TarHeader['type']>, string | null> = {
  file: null,
  directory: null,
  link: 'hard links',
  symlink: 'symbolic links',
  'character-device': 'devices',
  'block-device': 'devices',
  fifo: 'pipes',
  'pax-header': null,
  'pax-global-header': null,
  'gnu-long-name': null,
  'gnu-long-link-name': null,
}

/** Why an entry is left out; null for files and folders. */
function skipKind({ type = 'file', pax }: TarHeader): string | null {
  const isSparse = Object.keys(pax ?? {}).some((key) => key.startsWith('GNU.sparse.'))
  return isSparse ? 'sparse files' : kinds[type]
}

/** Pieces of a file that are read at once. */
const pieceBytes = 256 * 1024

/**
 * Opens a tar archive, compressed or not. It can only be read from its beginning to its end, so that this copies the contents
 * into one file in `scratch`, one after the other.
 */
export async function openTar(path: string, isCompressed: boolean, scratch: string): Promise<OpenSource> {
  const spool = await open(join(scratch, 'files'), 'w+')
  try {
    const entries = await spooled(path, isCompressed, spool)
    return entries.files(
      (start, size) => range(spool, start, size),
      () => spool.close(),
    )
  } catch (error) {
    await spool.close()
    throw error instanceof ArchiveError ? error : unreadable(error as NodeJS.ErrnoException)
  }
}

async function spooled(path: string, isCompressed: boolean, spool: FileHandle): Promise<EntryList<number>> {
  const entries = new EntryList<number>()
  let position = 0
  for await (const { header, body } of entriesOf(path, isCompressed, entries)) {
    entries.count()
    const kind = skipKind(header)
    if (kind !== null) entries.skip(kind)
    if (kind !== null || header.type === 'directory' || !entries.add(header.name, header.size, position)) {
      await body.cancel()
      continue
    }
    for await (const piece of body) {
      await write(spool, piece, position)
      position += piece.length
    }
  }
  return entries
}

/** The entries of the archive. */
async function* entriesOf(
  path: string,
  isCompressed: boolean,
  list: EntryList<number>,
): AsyncGenerator<ParsedTarEntry> {
  const file = createReadStream(path, { highWaterMark: pieceBytes })
  const unpacked = isCompressed ? file.pipe(createGunzip({ chunkSize: pieceBytes })) : file
  if (unpacked !== file) file.on('error', (error) => unpacked.destroy(error))
  const decoder = createTarDecoder({ strict: true })
  const fed = feed(unpacked, decoder.writable, (bytes) => {
    if (bytes > sourceLimits.totalBytes) throw new ArchiveError('The archive grows beyond 64 GiB when it is unpacked.')
    list.checkRatio(bytes, file.bytesRead, 'The archive')
  })
  // Its failure also fails the entries below.
  fed.catch(() => {})
  try {
    yield* decoder.readable as unknown as AsyncIterable<ParsedTarEntry>
    await fed
  } finally {
    file.destroy()
    unpacked.destroy()
  }
}

async function feed(from: Readable, to: WritableStream<Uint8Array>, check: (bytes: number) => void): Promise<void> {
  const writer = to.getWriter()
  let bytes = 0
  try {
    for await (const piece of from) {
      bytes += (piece as Uint8Array).length
      check(bytes)
      await writer.write(piece as Uint8Array)
    }
    await writer.close()
  } catch (error) {
    await writer.abort(error).catch(() => {})
    throw error
  }
}

async function write(spool: FileHandle, piece: Uint8Array, position: number): Promise<void> {
  try {
    await spool.write(piece, 0, piece.length, position)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    throw new ArchiveError(
      'The disk for temporary files is full. A tar archive is unpacked there: set TMPDIR to a folder with more room.',
    )
  }
}

async function* range(spool: FileHandle, start: number, size: number): AsyncGenerator<Uint8Array> {
  for (let offset = 0; offset < size;) {
    const piece = Buffer.allocUnsafe(Math.min(pieceBytes, size - offset))
    const { bytesRead } = await spool.read(piece, 0, piece.length, start + offset)
    if (bytesRead === 0) return
    yield piece.subarray(0, bytesRead)
    offset += bytesRead
  }
}

/** What went wrong, in words for the person who runs the import. */
function unreadable({ message, code, syscall }: NodeJS.ErrnoException): ArchiveError {
  if (syscall !== undefined) return new ArchiveError(`The archive cannot be read: ${message}`)
  const isCut = code === 'Z_BUF_ERROR' || /truncated/.test(message)
  const fault = isCut ? 'its end is missing' : quoteName(message)
  return new ArchiveError(`The tar archive is incomplete or damaged: ${fault}. Get it again, and compare sizes.`)
}
