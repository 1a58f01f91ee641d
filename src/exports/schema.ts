import { z } from 'zod'
import { exportLink } from './links'
import type { ExportRow } from './queries'

/** An export of the public data of the organization (endpoints, Realm administration). */
export const exportSchema = z.object({
  /** Id of the export. */
  id: z.int(),
  /** When the export was asked for, in seconds since 1970 UTC. */
  export_time: z.number(),
  /** Id of the user who asked for the export. */
  acting_user_id: z.int(),
  /**
   * Address of the archive, a `.tar.gz`. It needs no credentials, is yours alone, and works as long as you are an
   * administrator. Null while the export is pending, and when it failed or was deleted.
   */
  export_url: z.string().nullable(),
  /** When the archive was deleted, in seconds since 1970 UTC; else null. */
  deleted_timestamp: z.number().nullable(),
  /** When the export failed, in seconds since 1970 UTC; else null. */
  failed_timestamp: z.number().nullable(),
  /** Whether the export is being made or waits for its turn. */
  pending: z.boolean(),
})

/** An export was asked for, has ended or was deleted. Told to the administrator who did it (events, Realm). */
export const exportEventSchema = z.object({
  type: z.literal('realm_export'),
  /** All exports of the organization, oldest first. */
  exports: z.array(exportSchema),
})

type Shown = z.infer<typeof exportSchema>

/** Exports as an administrator sees them: the links are signed for this user and begin with this origin. */
export const shownExports = (rows: readonly ExportRow[], viewer: { user_id: number; origin: string }): Shown[] =>
  rows.map((row) => ({
    id: row.id,
    export_time: row.export_time,
    acting_user_id: row.acting_user_id,
    export_url: hasArchive(row) ? exportLink(row, viewer) : null,
    deleted_timestamp: row.deleted_at,
    failed_timestamp: row.failed_at,
    pending: isPending(row),
  }))

/** Whether an export is being made or waits for its turn. */
export const isPending = ({ completed_at, failed_at }: ExportRow): boolean =>
  completed_at === null && failed_at === null

/** Whether an export has an archive to download. */
export const hasArchive = ({ completed_at, deleted_at }: ExportRow): boolean =>
  completed_at !== null && deleted_at === null
