import { constants, createReadStream } from 'node:fs'
import { lstat, opendir } from 'node:fs/promises'
import { join } from 'node:path'
import { ArchiveError } from '../conversion.ts'
import { EntryList, quoteName, type OpenSource } from './entries.ts'

/** Folders in folders. */
const maxDepth = 64

/** Opens a folder with the files of an archive. Symbolic links are left out: they may lead to anything on this machine. */
export async function openFolder(path: string): Promise<OpenSource> {
  const entries = new EntryList<string>()
  await list(path, '', 0, entries)
  return entries.files(content, async () => {})
}

async function list(folder: string, within: string, depth: number, entries: EntryList<string>): Promise<void> {
  if (depth > maxDepth)
    throw new ArchiveError(`There are more than ${maxDepth} folders in each other, down to ${quoteName(within)}.`)
  for await (const { name } of await opendir(folder)) {
    entries.count()
    const place = join(folder, name)
    const path = `${within}${name}`
    const stat = await lstat(place)
    if (stat.isDirectory()) await list(place, `${path}/`, depth + 1, entries)
    else if (stat.isFile()) entries.add(path, stat.size, place)
    else entries.skip(stat.isSymbolicLink() ? 'symbolic links' : 'devices')
  }
}

/** Reads as much as the file had when it was listed. It may have become a symbolic link since, which is not followed. */
async function* content(place: string, size: number, name: string): AsyncGenerator<Uint8Array> {
  if (size === 0) return
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)
  try {
    yield* createReadStream(place, { flags: flags as unknown as string, end: size - 1 }) as AsyncIterable<Uint8Array>
  } catch (error) {
    throw new ArchiveError(`${quoteName(name)} cannot be read: ${(error as Error).message}`)
  }
}
