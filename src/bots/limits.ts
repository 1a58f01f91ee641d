import type { Turn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import type { UserRow } from '../users/queries'
import { isAdministrator } from '../accounts/roles'
import { countBots } from './queries'

/**
 * Bots of one person: those that are active, and those that there ever were, whose rows and pictures stay. Administrators
 * run those of everybody.
 */
const most = { member: { active: 20, ever: 100 }, administrator: { active: 100, ever: 500 } }

/** Refuses so many bots more of a person than they may have. */
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
