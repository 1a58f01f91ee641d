import { z } from 'zod'
import { exportLink } from './links'
import type { ExportRow } from './queries'

/** An export of the organization's public data; times are UNIX seconds (endpoints, Realm administration). */
export const exportSchema = z.object({
  id: z.int(),
  export_time: z.number(),
  acting_user_id: z.int(),
  /** Null unless there is something to download. */
  export_url: z.string().nullable(),
  deleted_timestamp: z.number().nullable(),
  failed_timestamp: z.number().nullable(),
  pending: z.boolean(),
})

/** All exports; told to whoever made one or took one away (events, Realm). */
export const exportEventSchema = z.object({ type: z.literal('realm_export'), exports: z.array(exportSchema) })

type Shown = z.infer<typeof exportSchema>

/** The exports as an administrator sees them, with links of their own that begin with this origin. */
export const shownExports = (rows: readonly ExportRow[], reader: { user_id: number; origin: string }): Shown[] =>
  rows.map((row) => ({
    id: row.id,
    export_time: row.export_time,
    acting_user_id: row.acting_user_id,
    export_url: isThere(row) ? exportLink(row, reader) : null,
    deleted_timestamp: row.deleted_at,
    failed_timestamp: row.failed_at,
    pending: isPending(row),
  }))

/** Whether it is being made, or waits for its turn. */
export const isPending = ({ completed_at, failed_at }: ExportRow): boolean =>
  completed_at === null && failed_at === null

/** Whether it can be downloaded. */
export const isThere = ({ completed_at, deleted_at }: ExportRow): boolean =>
  completed_at !== null && deleted_at === null
