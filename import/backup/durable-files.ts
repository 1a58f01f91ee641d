import { mkdirSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Writes to a file that is being made. */
export type Write = (piece: Uint8Array) => Promise<void>

/**
 * Makes a file under a temporary name first, so that the file is there as a whole or not at all, also after a power cut. A file that
 * had the name is replaced, and not changed: other names that it has in the file system still lead to what it was.
 */
export async function makeFile<T>(path: string, temporary: string, fill: (write: Write) => Promise<T>): Promise<T> {
  await rm(temporary, { force: true })
  const file = await open(temporary, 'wx')
  let result: T
  try {
    result = await fill(async (piece) => {
      await file.writeFile(piece)
    })
    await file.datasync()
  } catch (error) {
    await file.close()
    await rm(temporary, { force: true })
    throw error
  }
  await file.close()
  mkdirSync(dirname(path), { recursive: true })
  await rename(temporary, path)
  return result
}

/** Makes a file of a text. */
export const makeTextFile = (path: string, temporary: string, text: string): Promise<void> =>
  makeFile(path, temporary, (write) => write(Buffer.from(text)))
