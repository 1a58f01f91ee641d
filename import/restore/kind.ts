import { open, stat } from 'node:fs/promises'
import { ArchiveError } from '../conversion.ts'

/** How many bytes of a file are looked at. */
const headBytes = 4096

/** What a snapshot is, by its content: an archive, or a copy of the database in SQL. */
export async function snapshotKind(path: string): Promise<'archive' | 'copy'> {
  const found = await stat(path).catch(() => null)
  if (found === null) throw new ArchiveError(`There is no file or folder ${path}.`)
  if (!found.isFile()) return 'archive'
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    const head = buffer.toString('utf8', 0, bytesRead).replace(/^\ufeff/, '')
    return /^\s*(--|pragma\b|insert\b|create\b|delete\b)/i.test(head) ? 'copy' : 'archive'
  } finally {
    await file.close()
  }
}
