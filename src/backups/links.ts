import { archiveLink, type Seal } from '../exports/links'
import type { BackupAddress, BackupRow } from './queries'

/** Seconds for which a link begins a download. Whoever wants a backup later asks for the list again. */
const linkSeconds = 3600

/** Whose link it is, and until when it leads to the backup, in UNIX seconds. */
interface BackupLink {
  readonly id: BackupRow['id']
  readonly user_id: number
  readonly expires: number
}

/** The address of a backup for one owner, for an hour. */
export function backupLink(
  { id }: Pick<BackupRow, 'id'>,
  { origin, token }: BackupAddress,
  { user_id, now }: { user_id: number; now: number },
): string {
  const expires = Math.ceil(now) + linkSeconds
  return archiveLink(`${origin}/backups`, [id, user_id, expires], sealOf({ token }, { id, user_id, expires }))
}

export const sealOf = ({ token }: Pick<BackupAddress, 'token'>, { id, user_id, expires }: BackupLink): Seal => ({
  token,
  text: `backup ${id} ${user_id} ${expires}`,
})
