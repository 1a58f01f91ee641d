import { z } from 'zod'
import { assertHuman } from '../accounts/account'
import { assertOwner } from '../accounts/roles'
import { backupFrequencies, settingsOf } from '../accounts/settings'
import { endpoint } from '../core/http/endpoint'
import { pathId, pathText } from '../core/http/params'
import { serveLinkedArchive } from '../exports/linked-archive'
import { realmOf } from '../core/sql/ids'
import { dueAt, frequencyFor } from './frequency'
import { sealOf } from './links'
import { isBackupFolder } from './new-backup'
import { backupAddress, backupById, backupParts, backupsOf, estimateMessageCount } from './queries'
import { backupSchema, isPending, isVerified, mayDownload, shownBackup } from './schema'

/**
 * Owners only. Backups are archives of everything, with all private messages, in the server's bucket of files. Uploaded files are in the
 * same bucket and in no backup. The settings `backup_frequency` and `backups_to_keep` of `PATCH /realm` say when backups are made and how
 * many stay. Events `backups` tell when to ask again.
 *
 * @error UNAUTHORIZED_PRINCIPAL You are no owner.
 * @error BAD_REQUEST You are a bot.
 */
export const backupsEndpoint = endpoint('GET /realm/backups', {
  summary: 'Backups of the organization',
  returns: {
    /** The backups, oldest first, also those of the last 30 days that failed. */
    backups: z.array(backupSchema),
    /** Whether the server has a bucket. Without one there are no backups. */
    is_available: z.boolean(),
    /** How often backups are made: as `backup_frequency` says, but of more than 300,000 messages once a week at most. */
    frequency: z.enum(backupFrequencies),
    /**
     * From when on the schedule wants another backup, in seconds since 1970 UTC. It begins with the work that the server does once a day.
     * Null: never.
     */
    due_timestamp: z.number().nullable(),
    /**
     * When a pending backup goes on, in seconds since 1970 UTC, if it waits because little is left of what the server may write or
     * read on this day; else null.
     */
    waits_until: z.int().nullable(),
  },
  async run({ viewer, sql, env, facts, realm }) {
    const account = await viewer()
    assertOwner(account)
    assertHuman(account)
    const { realm_id } = account
    const settings = settingsOf(account)
    const is_available = env.UPLOADS !== undefined
    const [rows, address, messages] = await Promise.all([
      backupsOf(sql, realm_id),
      backupAddress(sql, realm_id),
      estimateMessageCount(sql, realm_id),
    ])
    const mayHave = mayDownload(account, settings) && address !== null
    const viewing = {
      user_id: account.id,
      now: Date.now() / 1000,
      address: mayHave ? { ...address, origin: facts.origin } : null,
    }
    const frequency = frequencyFor(is_available ? settings.backup_frequency : 'never', messages)
    const { waits_until } = rows.some(isPending) ? await realm.perform('whenWorkBegins', {}) : { waits_until: null }
    return {
      backups: rows.map((row) => shownBackup(row, viewing)),
      is_available,
      frequency,
      due_timestamp: dueAt(frequency, rows),
      waits_until,
    }
  },
})

/**
 * Owners only. A backup waits until pending exports are made. When all of it was read back from the bucket and agrees with what was
 * written, older backups are deleted, so that as many stay as `backups_to_keep` says. If it fails, none are deleted, and owners get a
 * message of the notification bot.
 *
 * @error UNAUTHORIZED_PRINCIPAL You are no owner.
 * @error BAD_REQUEST You are a bot.
 * @error BAD_REQUEST A backup is being made already (`reason` is `already_done`).
 * @error BAD_REQUEST The organization has more than 1,000,000 messages.
 * @error BAD_REQUEST The server keeps no files.
 * @error 429 RATE_LIMIT_HIT You asked for 2 backups within a day, or all owners for 4.
 */
export const requestBackupEndpoint = endpoint('POST /realm/backups', {
  summary: 'Back up the organization now',
  overSocket: true,
  returns: {},
  async run({ realm }) {
    return realm.perform('requestBackup', {})
  },
})

/**
 * Owners only. Deletes a backup from the bucket. A failed backup is removed from the list.
 *
 * @error UNAUTHORIZED_PRINCIPAL You are no owner.
 * @error BAD_REQUEST You are a bot, or the backup is pending.
 * @error 404 BAD_REQUEST There is no such backup.
 */
export const deleteBackupEndpoint = endpoint('DELETE /realm/backups/{backup_id}', {
  summary: 'Delete a backup',
  overSocket: true,
  params: {
    /** Id of the backup. */
    backup_id: pathId(),
  },
  returns: {},
  async run({ params: { backup_id }, realm }) {
    return realm.perform('deleteBackup', { id: backup_id })
  },
})

/**
 * Needs no credentials, because the address is signed and cannot be guessed: so a download program can be given it. The address works
 * for an hour, while the person for whom it was signed is an owner, and `owner_full_content_access` is on. `GET /realm/backups` has a new
 * one each time.
 */
export const backupArchiveEndpoint = endpoint('GET {base_url}/backups/{token}', {
  summary: 'The archive of a backup',
  auth: 'none',
  counted: 'file',
  params: { token: pathText() },
  returns: {},
  run: (request) =>
    serveLinkedArchive(request, 3, async (numbers) => {
      const [id, user_id, expires] = numbers as [number, number, number]
      const { sql } = request
      const realm_id = realmOf(id)
      const [found, address] = await Promise.all([backupById(sql, id), backupAddress(sql, realm_id)])
      if (found === null || address === null || !isVerified(found) || expires < Date.now() / 1000) return null
      return {
        realm_id,
        user_id,
        seal: sealOf(address, { id, user_id, expires }),
        folder: found.folder,
        parts: () => backupParts(sql, id),
        kind: 'backup',
        time: found.begun_at,
        mayHave: (owner, realm) =>
          !realm.deactivated && isBackupFolder(realm_id, found.folder) && mayDownload(owner, settingsOf(realm)),
      }
    }),
})
