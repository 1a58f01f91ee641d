import { settingsOf } from '../accounts/settings'
import type { JobContext } from '../core/jobs/job-kind'
import { composedPart } from '../exports/part'
import type { Progress, WrittenPart } from '../exports/progress'
import { removeFolder } from '../exports/storage'
import { realmById } from '../realm/queries'
import { roomFor } from '../uploads/room'
import { bucketOf } from '../uploads/storage'
import { userById } from '../users/queries'
import { ownArchive } from './archive'
import { ownDataOf } from './queries'

/** How far an archive of a person's own data has come. */
export interface OwnProgress {
  readonly user_id: number
  readonly serial: number
  readonly progress: Progress
}

export interface WrittenOwnPart {
  readonly part: WrittenPart['part']
  readonly next: OwnProgress | null
}

/** Which archive: its parts have a prefix of their own in the bucket. */
export type OwnArchiveId = Pick<OwnProgress, 'user_id' | 'serial'>

/** The beginning of the keys of an archive's parts. */
export const folderOf = (realm_id: number, { user_id, serial }: OwnArchiveId): string =>
  `own-data/${realm_id}/${user_id}/${serial}/`

/** Writes the next part of an archive (a job). Null if the account or the organization was deactivated, which ends it. */
export async function writeOwnData(before: OwnProgress, place: JobContext): Promise<WrittenOwnPart | null> {
  const { sql, realm_id, env, now } = place
  const { user_id, progress } = before
  const bucket = bucketOf(env)
  const [realm, user, row] = await Promise.all([
    realmById(sql, realm_id),
    userById(sql, realm_id, user_id),
    ownDataOf(sql, user_id),
  ])
  if (realm!.deactivated || !user?.is_active || row?.serial !== before.serial || row.deleted_at !== null) return null
  const source = { sql, realm_id, settings: settingsOf(realm!), until: progress.until, last: progress.full!.last }
  const fileRoom = await roomFor(place, user)
  const form = await ownArchive({ ...source, origin: row.origin, viewer: user }, { realm: realm!, now, fileRoom })
  const folder = folderOf(realm_id, before)
  const { next, stored: part } = await composedPart({ now, bucket, folder, form, progress })
  return { part, next: next && { ...before, progress: next } }
}

/** Deletes up to 1000 parts of an archive from the bucket, and returns whether these were all (a job). */
export const removeOwnData = (id: OwnArchiveId, { env, realm_id }: JobContext): Promise<{ isAll: boolean }> =>
  removeFolder(bucketOf(env), folderOf(realm_id, id))
