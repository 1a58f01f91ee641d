import { z } from 'zod'
import { daySeconds } from '../core/base/units'
import { tell, type OutgoingEvent } from '../core/turn/change'
import { archiveLink, type Seal } from '../exports/links'
import { ownDataFailures } from './failures'
import type { OwnDataRow } from './queries'

/** How long an archive is there, and how long one must wait for the next one. */
export const ownDataSeconds = 7 * daySeconds

/** How long one must wait after an archive that failed. */
const afterFailureSeconds = daySeconds

/** An archive of one's own data (behaviour, Own data). */
export const ownDataSchema = z.object({
  /** When you asked for it, in seconds since 1970 UTC. */
  requested_at: z.number(),
  /**
   * Address of the archive, a `.tar.gz`. It needs no credentials, and is yours alone. Null while the archive is pending, when it
   * failed or was deleted.
   */
  url: z.string().nullable(),
  /** When the archive will be deleted, in seconds since 1970 UTC; null: there is none. */
  expires_at: z.number().nullable(),
  /** When it was deleted, in seconds since 1970 UTC; else null. */
  deleted_timestamp: z.number().nullable(),
  /** When making it failed, in seconds since 1970 UTC; else null. */
  failed_timestamp: z.number().nullable(),
  /**
   * Why it failed. `not_written`: a part could not be made or stored. `lost`: the server lost track of it. `old_texts_unavailable`: the
   * texts of old messages could not be read for a day. Null if it did not fail, or failed before the server noted reasons.
   */
  failure: z.enum(ownDataFailures).nullable(),
  /** Whether it is being made or waits for its turn. */
  pending: z.boolean(),
})

export const ownDataFields = {
  /** The archive that you asked for last; null: none. */
  archive: ownDataSchema.nullable(),
  /** When you may ask for the next one, in seconds since 1970 UTC; null: now. */
  next_request_at: z.number().nullable(),
}

/** An archive of your own data was asked for, has ended, or was deleted. Told to nobody else (behaviour, Own data). */
export const ownDataEventSchema = z.object({ type: z.literal('own_data'), ...ownDataFields })

type ShownOwnData = Omit<z.infer<typeof ownDataEventSchema>, 'type'>

export const isPending = ({ completed_at, failed_at, deleted_at }: OwnDataRow): boolean =>
  completed_at === null && failed_at === null && deleted_at === null

/** Whether there is an archive to download. */
export const hasOwnData = ({ completed_at, deleted_at }: OwnDataRow): boolean =>
  completed_at !== null && deleted_at === null

/** When the person may ask for the next archive, in UNIX seconds. */
export const nextRequestAt = ({ requested_at, failed_at }: OwnDataRow): number =>
  failed_at === null ? requested_at + ownDataSeconds : failed_at + afterFailureSeconds

/** The latest archive as its person sees it. */
export function shownOwnData(
  row: OwnDataRow | null,
  { now, isLimited }: { now: number; isLimited: boolean },
): ShownOwnData {
  if (row === null) return { archive: null, next_request_at: null }
  const isThere = hasOwnData(row)
  const next = nextRequestAt(row)
  return {
    archive: {
      requested_at: row.requested_at,
      url: isThere ? archiveLink(`${row.origin}/own_data`, [row.user_id], sealOf(row)) : null,
      expires_at: isThere ? row.requested_at + ownDataSeconds : null,
      deleted_timestamp: row.deleted_at,
      failed_timestamp: row.failed_at,
      failure: row.failure,
      pending: isPending(row),
    },
    next_request_at: isLimited && next > now ? next : null,
  }
}

/** What signs the link of an archive, until the archive is deleted or the account is deactivated. */
export const sealOf = ({ user_id, serial, token }: OwnDataRow): Seal => ({
  token,
  text: `own data ${user_id} ${serial}`,
})

export const ownDataEvent = (row: OwnDataRow, about: { now: number; isLimited: boolean }): OutgoingEvent =>
  tell([row.user_id], { type: 'own_data', ...shownOwnData(row, about) })
