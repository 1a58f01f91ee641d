import { z } from 'zod'
import { isAdministrator, isOwner, type Role } from '../accounts/roles'
import { archiveLink, type Seal } from './links'
import { exportTypes, exportTypeSchema } from './export-types'
import type { ExportRow } from './queries'

/** An export of data of the organization (endpoints, Realm administration). */
export const exportSchema = z.object({
  /** Id of the export. */
  id: z.int(),
  /** What it has: 1 public data, 2 also private data of people who allow it, 3 everything. */
  export_type: exportTypeSchema,
  /** When the export was asked for, in seconds since 1970 UTC. */
  export_time: z.number(),
  /** Id of the user who asked for the export. */
  acting_user_id: z.int(),
  /**
   * Address of the archive, a `.tar.gz`. It needs no credentials, is yours alone, and works as long as you are an
   * administrator, or an owner if the export has private data. Null while the export is pending, when it failed or was
   * deleted, and when it is for owners only.
   */
  export_url: z.string().nullable(),
  /** When the archive was deleted, in seconds since 1970 UTC; else null. */
  deleted_timestamp: z.number().nullable(),
  /** When the export failed, in seconds since 1970 UTC; else null. */
  failed_timestamp: z.number().nullable(),
  /**
   * If an owner copies the organization to a machine of their own, part by part: when they last began, in seconds since 1970 UTC.
   * Such a row has no archive, and is as old as the latest announcement of the copy. Null for exports.
   */
  copied_timestamp: z.number().nullable(),
  /** Whether the export is being made or waits for its turn. */
  pending: z.boolean(),
})

/** An export was asked for, has ended or was deleted. Told to the administrator who did it (events, Realm). */
export const exportEventSchema = z.object({
  type: z.literal('realm_export'),
  /** All exports of the organization, oldest first. */
  exports: z.array(exportSchema),
})

type ShownExport = z.infer<typeof exportSchema>

/** Who sees the exports, and the origin of the links that are signed for them. */
export interface ExportViewer {
  readonly user_id: number
  readonly role: Role
  readonly origin: string
}

/** Exports as an administrator sees them. */
export const shownExports = (rows: readonly ExportRow[], viewer: ExportViewer): ShownExport[] =>
  rows.map((row) => ({
    id: row.id,
    export_type: row.export_type,
    export_time: row.export_time,
    acting_user_id: row.acting_user_id,
    export_url: hasArchive(row) && mayHave(viewer, row) ? exportLink(row, viewer) : null,
    deleted_timestamp: row.deleted_at,
    failed_timestamp: row.failed_at,
    copied_timestamp: row.copied_at,
    pending: isPending(row),
  }))

/** The address of an archive for one administrator. It works while they are one. */
const exportLink = (row: ExportRow, { user_id, origin }: ExportViewer): string =>
  archiveLink(`${origin}/exports`, [row.id, user_id], exportSeal(row, user_id))

export const exportSeal = ({ id, token }: Pick<ExportRow, 'id' | 'token'>, user_id: number): Seal => ({
  token,
  text: `${id} ${user_id}`,
})

/** Whether somebody with this role may download and delete the archive. */
export const mayHave = (account: { role: Role }, { export_type }: Pick<ExportRow, 'export_type'>): boolean =>
  export_type === exportTypes.public ? isAdministrator(account) : isOwner(account)

/** Whether an export is being made or waits for its turn. */
export const isPending = ({ completed_at, failed_at }: ExportRow): boolean =>
  completed_at === null && failed_at === null

/** Whether an export has an archive to download. */
export const hasArchive = ({ completed_at, deleted_at, copied_at }: ExportRow): boolean =>
  completed_at !== null && deleted_at === null && copied_at === null
