import { activeAccount } from '../accounts/account'
import { accountById } from '../auth/queries'
import type { Step, SystemTurn, Turn } from '../core/turn/change'
import { ownersOf } from '../users/owners'
import { userById } from '../users/queries'
import { sendDirectNotices } from './direct-notices'

/** Tells the owners something in a direct message of the notification bot. The text is Markdown. */
export async function noticeToOwners(turn: SystemTurn, content: string): Promise<Step> {
  const { sql, realm_id, cached } = turn
  const owners = await ownersOf(sql, realm_id)
  const actor = owners.length === 0 ? null : activeAccount(await accountById(sql, realm_id, owners[0]!))
  if (actor === null) return { writes: [] }
  const people = await Promise.all(owners.map((id) => cached(userById, realm_id, id)))
  const asOwner: Turn = { ...turn, actor }
  return sendDirectNotices(
    asOwner,
    people.flatMap((to) => (to === null ? [] : [{ to, content }])),
  )
}
