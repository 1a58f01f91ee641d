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
async function* inPieces(stream: ReadableStream<Uint8Array>, demand?: Demand): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader({ mode: 'byob' })
  try {
    for (;;) {
      demand?.begin()
      const { done, value } = await reader.readAtLeast(mebibyte, new Uint8Array(mebibyte))
      demand?.end()
      if (value !== undefined && value.length > 0) yield value
      if (done) return
    }
  } finally {
    // Whoever does not want the rest must not leave the writer waiting.
    demand?.begin()
    await reader.cancel()
  }
}

/** Tells a writer when the next piece is wanted, because the platform's streams take as much as is written. */
class Demand {
  private present = Promise.withResolvers<void>()

  begin(): void {
    this.present.resolve()
  }

  end(): void {
    this.present = Promise.withResolvers<void>()
  }

  /** Until a piece is wanted. */
  wait(): Promise<void> {
    return this.present.promise
  }
}

/**
 * Makes a part of a compressed archive. `fill` writes the files, and `store` stores the pieces while they come: a file may be larger
 * than the memory that there is for it. Each part is a member of a gzip file, and a gzip file may have several (RFC 1952, 2.2), so that
 * all parts in sequence are a `.tar.gz`. Only the last part contains the end of the archive.
 */
export async function archivePart<T extends { isLast: boolean }, S>(
  now: number,
  fill: (entries: Entries) => Promise<T>,
  store: (pieces: AsyncIterable<Uint8Array>) => Promise<S>,
): Promise<T & { stored: S }> {
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
  const isLast = async () => (await filled).isLast
  const [result, stored] = await Promise.all([filled, storeCompressed(readable, isLast, store)])
  return { ...result, stored }
}

async function storeCompressed<S>(
  archive: ReadableStream<Uint8Array>,
  isLast: () => Promise<boolean>,
  store: (pieces: AsyncIterable<Uint8Array>) => Promise<S>,
): Promise<S> {
  const gzip = new CompressionStream('gzip')
  const writer = gzip.writable.getWriter()
  const demand = new Demand()
  async function write(): Promise<void> {
    let held: Uint8Array | undefined
    for await (const bytes of archive) {
      await demand.wait()
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
  const [stored] = await Promise.all([store(inPieces(gzip.readable, demand)), written])
  return stored
}
