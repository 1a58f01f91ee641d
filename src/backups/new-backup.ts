import { newKey } from '../auth/keys'
import { dateOf, dayOf } from '../core/base/units'
import type { SystemTurn } from '../core/turn/change'
import type { BackupRow } from './queries'

/** Most messages of a backup, and above how many the organization is backed up once a week at most: each of them is read. */
export const backupSizes = { maxMessages: 1_000_000, maxMessagesEachDay: 300_000 } as const

const backupsFolder = (realm_id: number): string => `backups/${realm_id}/`

/** Whether a prefix of keys is the folder of a backup of the organization, and neither of all nor of something else. */
export const isBackupFolder = (realm_id: number, folder: string): boolean =>
  folder.startsWith(backupsFolder(realm_id)) && /^[\w-]+\/$/.test(folder.slice(backupsFolder(realm_id).length))

/** A backup that has not begun yet. The token in its folder keeps others from guessing keys, should the bucket be open to the public. */
export function newBackup(
  { next, realm_id, now }: Pick<SystemTurn, 'next' | 'realm_id' | 'now'>,
  { acting_user_id, origin }: Pick<BackupRow, 'acting_user_id' | 'origin'>,
): BackupRow {
  return {
    id: next('realm_backup'),
    acting_user_id,
    begun_at: now,
    folder: `${backupsFolder(realm_id)}${dateOf(dayOf(now))}-${newKey()}/`,
    origin,
    messages: null,
    size: null,
    verified_at: null,
    failed_at: null,
    failure: null,
  }
}
