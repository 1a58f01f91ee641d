import { createTarPacker } from 'modern-tar'
import { mebibyte } from '../core/base/units'

/** An archive ends with two blocks of zeros (POSIX, ustar). */
const endLength = 1024

/** Writes files into an archive, one after the other. */
export class Entries {
  /** Bytes of all files so far. */
  written = 0

  constructor(
    private readonly add: (header: { name: string; size: number; mtime: Date }) => WritableStream<Uint8Array>,
    private readonly mtime: Date,
  ) {}

  text(name: string, content: string): Promise<void> {
    const bytes = new TextEncoder().encode(content)
    return this.write(name, bytes.length, [bytes])
  }

  object(name: string, { size, body }: R2ObjectBody): Promise<void> {
    return this.write(name, size, inPieces(body))
  }

  private async write(
    name: string,
    size: number,
    pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  ): Promise<void> {
    const writer = this.add({ name, size, mtime: this.mtime }).getWriter()
    for await (const piece of pieces) await writer.write(piece)
    await writer.close()
    this.written += size
  }
}

/** A stream in pieces of 1 MiB. The platform's streams have pieces of 4 KiB, each of which costs a step. */
async function* inPieces(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader({ mode: 'byob' })
  for (;;) {
    const { done, value } = await reader.readAtLeast(mebibyte, new Uint8Array(mebibyte))
    if (value !== undefined && value.length > 0) yield value
    if (done) return
  }
}

/**
 * A part of a compressed archive in pieces, and the result of `fill`, which writes the files. Each part is a member of a gzip
 * file, and a gzip file may have several (RFC 1952, 2.2), so that all parts in sequence are a `.tar.gz`. Only the last part
 * contains the end of the archive.
 */
export async function archivePart<T extends { isLast: boolean }>(
  now: number,
  fill: (entries: Entries) => Promise<T>,
): Promise<T & { pieces: Uint8Array[] }> {
  const { readable, controller } = createTarPacker()
  const entries = new Entries((header) => controller.add(header), new Date(now * 1000))
  const filled = fill(entries).then(
    (result) => {
      controller.finalize()
      return result
    },
    (error: unknown) => {
      controller.error(error)
      throw error
    },
  )
  const [result, pieces] = await Promise.all([filled, compressed(readable, async () => (await filled).isLast)])
  return { ...result, pieces }
}

async function compressed(archive: ReadableStream<Uint8Array>, isLast: () => Promise<boolean>): Promise<Uint8Array[]> {
  const gzip = new CompressionStream('gzip')
  const writer = gzip.writable.getWriter()
  async function write(): Promise<void> {
    let held: Uint8Array | undefined
    for await (const bytes of archive) {
      if (held !== undefined) await writer.write(held)
      held = bytes
    }
    if (held?.length !== endLength) throw new Error('An archive does not end as expected')
    if (await isLast()) await writer.write(held)
    await writer.close()
  }
  const written = write().catch(async (error: unknown) => {
    await writer.abort(error)
    throw error
  })
  const [pieces] = await Promise.all([Array.fromAsync(inPieces(gzip.readable)), written])
  return pieces
}
