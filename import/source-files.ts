import { open, stat } from 'node:fs/promises'
import { ArchiveError } from './conversion.ts'
import type { OpenSource } from './sources/entries.ts'
import { openFolder } from './sources/folder.ts'
import { openTar } from './sources/tar.ts'
import { openZip } from './sources/zip.ts'

export type { OpenSource }

/** The first block of a tar archive has its mark at byte 257. */
const headBytes = 262

/**
 * Opens an archive: a zip, a tar, a tar.gz or a folder, told apart by content. `scratch` is a folder for temporary files, which
 * the caller removes.
 */
export async function openSource(path: string, scratch: string): Promise<OpenSource> {
  const found = await stat(path).catch(() => null)
  if (found === null) throw new ArchiveError(`There is no file or folder ${path}.`)
  if (found.isDirectory()) return openFolder(path)
  if (!found.isFile()) throw new ArchiveError(`${path} is neither a file nor a folder.`)
  const head = await beginningOf(path)
  const hasBytes = (at: number, bytes: string) =>
    head.subarray(at, at + bytes.length).equals(Buffer.from(bytes, 'latin1'))
  if (hasBytes(0, 'PK\x03\x04') || hasBytes(0, 'PK\x05\x06')) return openZip(path)
  if (hasBytes(0, '\x1f\x8b')) return openTar(path, true, scratch)
  if (hasBytes(257, 'ustar')) return openTar(path, false, scratch)
  throw new ArchiveError(
    `${path} is neither a zip file, a tar file, a tar.gz file nor a folder. Unpack it, and import the folder.`,
  )
}

async function beginningOf(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
