import type { Turn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import type { UserRow } from '../users/queries'
import { isAdministrator } from '../accounts/roles'
import { countBots } from './queries'

/**
 * Most bots of one person: active ones, and all that were ever created, because their rows and pictures stay. Administrators
 * may own more, because they often run the bots of the whole organization.
 */
const most = { member: { active: 20, ever: 100 }, administrator: { active: 100, ever: 500 } }

/** Refuses further bots of a person beyond the limits. */
export async function assertRoomForBot(
  { sql, realm_id }: Pick<Turn, 'sql' | 'realm_id'>,
  owner: Pick<UserRow, 'id' | 'role'>,
  more: { active: number; ever: number },
): Promise<void> {
  const limit = isAdministrator(owner) ? most.administrator : most.member
  const { active, ever } = await countBots(sql, realm_id, owner.id)
  if (active + more.active > limit.active) throw refused(`Too many bots (limit: ${limit.active})`)
  if (ever + more.ever > limit.ever) throw refused(`Too many bots, deactivated ones included (limit: ${limit.ever})`)
}
