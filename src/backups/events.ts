import { tell, type OutgoingEvent, type SystemTurn } from '../core/turn/change'
import { ownersOf } from '../users/owners'

/** The event that makes owners load the list of backups again. */
export const backupsChanged = async ({ sql, realm_id }: Pick<SystemTurn, 'sql' | 'realm_id'>): Promise<OutgoingEvent> =>
  tell(await ownersOf(sql, realm_id), { type: 'backups' })
