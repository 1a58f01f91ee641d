/**
 * Why a backup failed. `not_written`: a part could not be written. `not_read`: it could not be read back from the bucket. `damaged`: the
 * bucket has something else than was written. `too_large`: the organization has more messages than a backup can have. `lost`: the server
 * lost track of it. `old_texts_unavailable`: the texts of old messages could not be read for a day.
 */
export const backupFailures = [
  'not_written',
  'not_read',
  'damaged',
  'too_large',
  'lost',
  'old_texts_unavailable',
] as const

export type BackupFailure = (typeof backupFailures)[number]
