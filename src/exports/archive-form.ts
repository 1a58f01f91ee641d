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
  pages: number
  files: number
}

/**
 * Writes files into the archive and returns their paths there; null for a file that is not in the bucket. If files stay in the bucket,
 * their paths are where a copy would be.
 */
export async function stored(
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
    const object = file === null ? null : await part.bucket.get(file.key)
    if (object !== null) await part.entries.object(file!.path, object)
    part.files += Number(file !== null)
    paths[field] = object === null ? null : file!.path
  }
  return paths
}
