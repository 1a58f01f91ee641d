import { z } from 'zod'
import { chapterNames, type ChapterName } from '../archive/records'

/** Kinds of files of an archive. */
export const fileKinds = ['attachment', 'avatar', 'emoji', 'still_emoji', 'icon', 'logo', 'night_logo'] as const

export type FileKind = (typeof fileKinds)[number]

const chapterName = z.enum(chapterNames as [ChapterName, ...ChapterName[]])

const ranges = z.array(z.tuple([z.int(), z.int()]))

const time = z.number().nullable()

export const rowsShape = {
  /** About how many rows imports have written today, in UTC. */
  rows_today: z.int(),
  /** How many more they may write today; null: any number. */
  rows_left: z.int().nullable(),
}

/** Records by chapter. */
export const countsSchema = z.partialRecord(
  chapterName,
  z.object({
    /** Records of the chapter by the manifest. */
    expected: z.int(),
    /** Records in the batches that were written. */
    imported: z.int(),
  }),
)

/** Something in a record that was changed or left out. */
export const problemSchema = z.object({
  /** Place of the record in the batch, from 0. */
  index: z.int(),
  /** What was changed or left out, and why. */
  msg: z.string(),
})

/** An import, as `GET /import` and `GET /import/{import_id}` answer it. */
export const importShape = {
  /** Id of the import. */
  import_id: z.int(),
  /** Where the archive comes from: an address, or the kind of an archive that was converted. */
  source: z.string(),
  /** Id of the owner who began it. */
  owner_id: z.int(),
  /** Records of each chapter. */
  counts: countsSchema,
  /** Numbers of the batches that were written, by chapter: ranges from the first to the last number. */
  done: z.partialRecord(chapterName, ranges),
  /** Ids of the records whose files have arrived, by kind: ranges from the first to the last id. */
  files_done: z.partialRecord(z.enum(fileKinds), ranges),
  /** When it began, in seconds since 1970 UTC. */
  started_at: z.number(),
  /** When it was finished; null: it was not. */
  finished_at: time,
  /** When it was stopped; null: it was not. */
  stopped_at: time,
}

/** Somebody whom an import brought. */
export const claimSchema = z.object({
  /** Id of the user. */
  user_id: z.int(),
  /** Name. */
  full_name: z.string(),
  /** Real address; null: the archive did not have one, and the account cannot be claimed before it gets one. */
  email: z.string().nullable(),
  /** When the last link expires or expired, in seconds since 1970 UTC; null: none was made. */
  link_expires: z.int().nullable(),
})
