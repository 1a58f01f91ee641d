import type { BackupFrequency } from '../accounts/settings'
import { daySeconds } from '../core/base/units'
import { backupSizes } from './new-backup'
import type { BackupRow } from './queries'
import { isVerified } from './schema'

const periods = { day: daySeconds, week: 7 * daySeconds } as const

/**
 * How often an organization of this size is backed up. Each message of a backup is read, of 5 million rows a day, so large organizations
 * are backed up once a week at most.
 */
export const frequencyFor = (wanted: BackupFrequency, messages: number): BackupFrequency =>
  wanted === 'day' && messages > backupSizes.maxMessagesEachDay ? 'week' : wanted

/** From when on the schedule wants another backup, in UNIX seconds; 0: at once, null: never. */
export function dueAt(frequency: BackupFrequency, backups: readonly BackupRow[]): number | null {
  if (frequency === 'never') return null
  const afterGood = backups.findLast(isVerified)
  // A failed one is tried again the next day, or after a week if the organization is too large.
  const latest = backups.at(-1)
  const afterFailed =
    latest?.failed_at == null ? 0 : latest.begun_at + periods[latest.failure === 'too_large' ? 'week' : 'day']
  return Math.max(afterGood === undefined ? 0 : afterGood.begun_at + periods[frequency], afterFailed)
}
