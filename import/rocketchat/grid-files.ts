import type { ConversionSink } from '../conversion.ts'
import { maxFileBytes } from '../shared/uploads.ts'
import { numberOf, textOf } from '../shared/values.ts'
import { keyOf, type Dump } from './dump.ts'

/** Bytes of files that are put together at the same time: their chunks are in the order in which they were uploaded. */
const maxOpenBytes = 512 * 1024 * 1024
/** Chunks of a file. The smallest that a client makes has some kB. */
const maxChunks = 100_000

interface Open {
  readonly length: number
  readonly chunks: Map<number, Uint8Array>
  size: number
}

/**
 * Gives the wanted files of a bucket of GridFS to the archive, and returns the sizes of those that are whole, by their keys. The
 * chunks are read once, because a dump can only be read from its beginning. `wanted` has the path in the archive of each key.
 */
export async function addGridFiles(
  dump: Dump,
  bucket: string,
  wanted: ReadonlyMap<string, string>,
  sink: ConversionSink,
): Promise<Map<string, number>> {
  const whole = new Map<string, number>()
  if (wanted.size === 0) return whole
  const open = new Map<string, Open>()
  let openBytes = 0
  const keys = new Map<string, string>()
  for await (const file of dump.documents(`${bucket}.files`)) {
    const id = keyOf(file['_id'])
    const key = [id, textOf(file['filename'])].find((name) => wanted.has(name) && !keys.has(name))
    const length = numberOf(file['length'])
    if (key === undefined || length === null || length < 0 || length > maxFileBytes) continue
    keys.set(id, key)
    open.set(id, { length, chunks: new Map(), size: 0 })
    if (length === 0) finish(id)
  }
  for await (const chunk of dump.documents(`${bucket}.chunks`)) {
    const id = keyOf(chunk['files_id'])
    const file = open.get(id)
    const [number, data] = [numberOf(chunk['n']), chunk['data']]
    if (file === undefined || number === null || !(data instanceof Uint8Array) || file.chunks.has(number)) continue
    // A copy: the document that it is part of can be forgotten.
    file.chunks.set(number, data.slice())
    file.size += data.length
    openBytes += data.length
    if (file.size > file.length || file.chunks.size > maxChunks) drop(id, file)
    else if (file.size === file.length) finish(id)
    if (openBytes > maxOpenBytes) for (const [one, largest] of open) if (largest.size > 0) drop(one, largest)
  }
  return whole

  function drop(id: string, { size }: Open): void {
    open.delete(id)
    openBytes -= size
  }

  function finish(id: string): void {
    const file = open.get(id)!
    const parts = [...file.chunks].toSorted(([a], [b]) => a - b)
    drop(id, file)
    // A missing chunk, and another one twice.
    if (parts.some(([number], index) => number !== index)) return
    const key = keys.get(id)!
    if (whole.has(key)) return
    whole.set(key, file.length)
    sink.file(wanted.get(key)!, { bytes: new Uint8Array(Buffer.concat(parts.map(([, data]) => data))) })
  }
}
