import { isAdministrator } from '../accounts/roles'
import { renewBackupLinks } from '../backups/writes'
import { joinSteps, type Step, type SystemTurn } from '../core/turn/change'
import { invalidation } from '../core/turn/query-cache'
import { deleteEmailChanges } from '../email-changes/writes'
import { renewExportLinks } from '../exports/link-renewal'
import { revokePromotions } from '../invites/revocations'
import { endOwnData, renewOwnDataLinks } from '../own-data/actions'
import { endResetLinksBy, endResetLinksOf } from '../password-resets/writes'
import { deleteDevices } from '../push-tokens/writes'
import type { UserRow } from '../users/queries'
import { peopleWithDevices } from '../web-push/queries'
import { deleteWebPushDevicesOfUsers } from '../web-push/writes'

type Turn = Pick<SystemTurn, 'cached' | 'sql' | 'realm_id' | 'facts' | 'now' | 'env' | 'upcoming'>

/** An account whose sessions end. */
type EndedAccount = Pick<UserRow, 'id' | 'role'>

interface Ending {
  /**
   * Whether the accounts are deactivated: archives of their own data are deleted, and devices get no more pushes, though their
   * sessions stay. Their links to exports no longer work anyway, and those of others stay.
   */
  readonly isDeactivation?: boolean
}

/** Ends what could give accounts to an attacker who started it: password links and changes of address. */
export const endTakeovers = (user_ids: readonly number[]): Step => ({
  writes: [...endResetLinksOf(user_ids), deleteEmailChanges(user_ids)],
})

/** Deletes all devices of accounts for pushes. Those of a session that ends go with it. */
const noWebPush = (realm_id: number, user_ids: readonly number[]): Step => ({
  writes: [deleteWebPushDevicesOfUsers(user_ids)],
  invalidates: [invalidation(peopleWithDevices, realm_id)],
})

/**
 * Ends what sessions of accounts began and what would still act after their end (behaviour, End of sessions). Otherwise a thief
 * could use it after losing the session. Requests, sockets and tickets are refused without their session anyway.
 */
export async function endBegun(
  turn: Turn,
  users: readonly EndedAccount[],
  { isDeactivation = false }: Ending = {},
): Promise<Step> {
  const ids = users.map(({ id }) => id)
  const administrators = users.filter(isAdministrator).map(({ id }) => id)
  const own = joinSteps(
    endTakeovers(ids),
    { writes: [deleteDevices(ids)] },
    isDeactivation ? noWebPush(turn.realm_id, ids) : null,
    await (isDeactivation ? endOwnData(turn, ids) : renewOwnDataLinks(turn, ids)),
  )
  if (administrators.length === 0) return own
  return joinSteps(
    own,
    { writes: endResetLinksBy(turn.realm_id, administrators) },
    await revokePromotions(turn, administrators),
    isDeactivation ? null : await renewExportLinks(turn),
    isDeactivation ? null : { writes: [renewBackupLinks(turn.realm_id)] },
  )
}
