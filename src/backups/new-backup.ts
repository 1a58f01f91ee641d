import { newKey } from '../auth/keys'
import { dateOf, dayOf } from '../core/base/units'
import type { SystemTurn } from '../core/turn/change'
import type { BackupRow } from './queries'

/** Most messages of a backup, and above how many the organization is backed up once a week at most: each of them is read. */
export const backupSizes = { maxMessages: 1_000_000, maxMessagesEachDay: 300_000 } as const

/** A backup that has not begun yet. The token in its folder keeps others from guessing keys, should the bucket be open to the public. */
export function newBackup(
  { next, realm_id, now }: Pick<SystemTurn, 'next' | 'realm_id' | 'now'>,
  { acting_user_id, origin }: Pick<BackupRow, 'acting_user_id' | 'origin'>,
): BackupRow {
  return {
    id: next('realm_backup'),
    acting_user_id,
    begun_at: now,
    folder: `backups/${realm_id}/${dateOf(dayOf(now))}-${newKey()}/`,
    origin,
    messages: null,
    size: null,
    verified_at: null,
    failed_at: null,
    failure: null,
  }
}
