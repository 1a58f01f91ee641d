import type { BackupPart, BackupRow } from './queries'

/** Key in the bucket of a backup's list of parts, from which it can be put together without the database. */
export const manifestKey = ({ folder }: Pick<BackupRow, 'folder'>): string => `${folder}manifest.json`

/** The list of a backup's parts, as JSON. All parts in sequence are a `.tar.gz`. */
export const manifestText = (
  { begun_at, origin, messages, size }: BackupRow,
  string_id: string,
  parts: readonly BackupPart[],
): string => `${JSON.stringify({ organization: string_id, origin, begun: begun_at, messages, size, parts }, null, 2)}\n`
