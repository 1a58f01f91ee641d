import { assertHuman, shareOf } from '../accounts/account'
import { assertOwner } from '../accounts/roles'
import { refused } from '../core/base/errors'
import { daySeconds } from '../core/base/units'
import { beforeFirstId } from '../core/sql/ids'
import type { AttemptLimit, Change, Turn } from '../core/turn/change'
import { archivesOf, firstPending, makeNext } from '../exports/queue'
import { bucketOf } from '../uploads/storage'
import { removalOf } from './endings'
import { backupsChanged } from './events'
import { backupSizes, newBackup } from './new-backup'
import { isPending } from './schema'
import { deleteBackups, insertBackup, noteAddress } from './writes'

/** Backups that owners may ask for in a day, beside those of the schedule: all owners together, and one of them. */
const requestLimits: Readonly<Record<'ofRealm' | 'ofShare', AttemptLimit>> = {
  ofRealm: { maxAttempts: 4, seconds: daySeconds },
  ofShare: { maxAttempts: 2, seconds: daySeconds },
}

/** Queues a backup after exports that wait (endpoints, Backups). */
export async function requestBackup(turn: Turn): Promise<Change> {
  const { actor, sql, realm_id, env, facts, upcoming, attempts } = turn
  assertOwner(actor)
  assertHuman(actor)
  bucketOf(env)
  const messages = upcoming('message') - 1 - beforeFirstId(realm_id)
  if (messages > backupSizes.maxMessages)
    throw refused(`Too many messages for a backup (limit: ${backupSizes.maxMessages})`)
  const archives = await archivesOf(sql, realm_id)
  if (archives.backups.some(isPending)) throw refused('A backup is being made already', { reason: 'already_done' })
  if (env.RATE_LIMITS !== 'off') {
    attempts.take(`backups of ${shareOf(actor)}`, requestLimits.ofShare)
    attempts.take('backups', requestLimits.ofRealm)
  }
  const row = newBackup(turn, { acting_user_id: actor.id, origin: facts.origin })
  const after = { ...archives, backups: [...archives.backups, row] }
  return {
    writes: [insertBackup(row), noteAddress(realm_id, facts.origin)],
    result: {},
    events: [await backupsChanged(turn)],
    jobs: firstPending(archives) === null ? makeNext(turn, after) : [],
  }
}

/** Deletes a backup, or the note of one that failed (endpoints, Backups). */
export async function deleteBackup(turn: Turn, { id }: { id: number }): Promise<Change> {
  const { actor, sql, realm_id } = turn
  assertOwner(actor)
  assertHuman(actor)
  const { backups } = await archivesOf(sql, realm_id)
  const found = backups.find((one) => one.id === id)
  if (found === undefined) throw refused('There is no such backup', { status: 404, reason: 'not_found' })
  if (isPending(found)) throw refused('The backup is not complete yet')
  return {
    writes: deleteBackups([id]),
    result: {},
    events: [await backupsChanged(turn)],
    jobs: [removalOf(found)],
  }
}
