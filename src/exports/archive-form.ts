import type { Entries } from './archive'
import type { ExportChapter, ExportSource, FilePlace } from './chapter'
import type { Progress } from './progress'

/** What the kinds of archives differ in. */
export interface ArchiveForm<S extends ExportSource = ExportSource> {
  readonly source: S
  /** The chapters, in order. */
  readonly chapters: readonly ExportChapter<S>[]
  /** Whether files stay in the bucket (`PartSoFar.storedFiles`). */
  readonly leavesFiles?: boolean
  /** Bytes of files that there is room for. Those that are too large are left out. Missing: any. */
  readonly fileRoom?: number
  /** Writes the files at the beginning. */
  begin(part: PartSoFar): Promise<void>
  /** The last file, `manifest.json`. */
  manifest(counts: Progress['counts']): string
}

/** A part that is being written. */
export interface PartSoFar {
  readonly entries: Entries
  readonly bucket: R2Bucket
  /** Files that stay in the bucket, which the part lists; null if the archive gets copies. */
  readonly storedFiles: FilePlace[] | null
  /** Bytes of files that there is still room for. */
  fileRoom: number
  pages: number
  files: number
}

/**
 * Writes files into the archive and returns their paths there; null for a file that is not in the bucket, or
 * that there is no room for. If files stay in the bucket,
 * their paths are where a copy would be.
 */
export async function storeArchiveFiles(
  part: PartSoFar,
  files: Readonly<Record<string, FilePlace | null>>,
): Promise<Record<string, string | null>> {
  const paths: Record<string, string | null> = {}
  for (const [field, file] of Object.entries(files)) {
    const { storedFiles } = part
    if (storedFiles !== null) {
      if (file !== null) storedFiles.push(file)
      part.files += Number(file !== null)
      paths[field] = file?.path ?? null
      continue
    }
    paths[field] = file !== null && (await isCopied(part, file)) ? file.path : null
    part.files += Number(file !== null)
  }
  return paths
}

/** Copies a file into the archive, if it is there and has room. */
async function isCopied(part: PartSoFar, { key, path }: FilePlace): Promise<boolean> {
  const object = await part.bucket.get(key)
  if (object === null) return false
  if (object.size > part.fileRoom) {
    await object.body.cancel()
    return false
  }
  await part.entries.object(path, object)
  part.fileRoom -= object.size
  return true
}
