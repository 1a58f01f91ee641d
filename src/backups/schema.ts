import { z } from 'zod'
import { isOwner, type Role } from '../accounts/roles'
import { backupFailures } from './failures'
import { backupLink } from './links'
import type { BackupAddress, BackupRow } from './queries'
import { manifestKey } from './manifest'

/** A backup of the organization in the bucket (endpoints, Backups). */
export const backupSchema = z.object({
  /** Id of the backup. */
  id: z.int(),
  /** Id of the owner who asked for it; null: the schedule. */
  acting_user_id: z.int().nullable(),
  /** When it began, in seconds since 1970 UTC. It has what was there then. */
  begun_timestamp: z.number(),
  /** Whether it waits for its turn, is being written, or is being read back. */
  pending: z.boolean(),
  /** When it had been read back from the bucket and agreed with what was written, in seconds since 1970 UTC; else null. */
  verified_timestamp: z.number().nullable(),
  /** When it failed, in seconds since 1970 UTC; else null. */
  failed_timestamp: z.number().nullable(),
  /**
   * Why it failed, else null. `not_written`: a part could not be written. `not_read`: it could not be read back. `damaged`: the bucket has
   * something else than was written. `too_large`: the organization has too many messages. `lost`: the server lost track of it.
   * `old_texts_unavailable`: the texts of old messages could not be read for a day.
   */
  failure: z.enum(backupFailures).nullable(),
  /** How many messages it has; null until it is written. */
  message_count: z.int().nullable(),
  /** Its bytes in the bucket, without files; null until it is written. */
  size: z.int().nullable(),
  /** Key in the bucket of the list of its parts, for the person who runs the server; null unless it is verified. */
  manifest_key: z.string().nullable(),
  /**
   * Address of the archive, a `.tar.gz` without files. It needs no credentials, is yours alone, and works for an hour, while you are an
   * owner and `owner_full_content_access` is on. Null while that is off, and unless the backup is verified.
   */
  backup_url: z.string().nullable(),
})

/**
 * Owners are told that the list of backups has changed: `GET /realm/backups` has the new one. Told in queues with the capability `backups`
 * or that name this type.
 */
export const backupsEventSchema = z.object({ type: z.literal('backups') })

export type ShownBackup = z.infer<typeof backupSchema>

/** The owner who sees backups, and what their links are made with. */
export interface BackupViewer {
  readonly user_id: number
  /** UNIX seconds. */
  readonly now: number
  /** Null: they may not download backups. */
  readonly address: BackupAddress | null
}

export const shownBackup = (row: BackupRow, { address, ...viewer }: BackupViewer): ShownBackup => ({
  id: row.id,
  acting_user_id: row.acting_user_id,
  begun_timestamp: row.begun_at,
  pending: isPending(row),
  verified_timestamp: row.verified_at,
  failed_timestamp: row.failed_at,
  failure: row.failure,
  message_count: row.messages,
  size: row.size,
  manifest_key: isVerified(row) ? manifestKey(row) : null,
  backup_url: address !== null && isVerified(row) ? backupLink(row, address, viewer) : null,
})

/** Whether somebody may download backups: they have what an export of everything has. */
export const mayDownload = (
  account: { role: Role },
  settings: { readonly owner_full_content_access: boolean },
): boolean => isOwner(account) && settings.owner_full_content_access

type Times = Pick<BackupRow, 'verified_at' | 'failed_at'>

/** Whether a backup waits, is being written or is being read back. */
export const isPending = ({ verified_at, failed_at }: Times): boolean => verified_at === null && failed_at === null

export const isVerified = ({ verified_at }: Pick<Times, 'verified_at'>): boolean => verified_at !== null
