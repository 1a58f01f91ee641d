import { assertAdministrator } from '../accounts/roles'
import { refused } from '../core/base/errors'
import type { Change, Turn } from '../core/turn/change'
import { usersNamed } from './queries'
import { giveOwnShares } from './vouching'

/** Vouches for all of these people, or none (behaviour, New users). Does nothing for people who are no newcomers. */
export async function vouchForNewcomers(turn: Turn, { user_ids }: { user_ids: number[] }): Promise<Change> {
  assertAdministrator(turn.actor)
  const ids = [...new Set(user_ids)]
  const users = await usersNamed(turn.sql, turn.realm_id, ids)
  if (users.length < ids.length) throw refused('No such user')
  if (users.some(({ bot_type }) => bot_type !== null))
    throw refused('A bot counts together with its owner: vouch for the owner')
  const newcomer_ids = users.filter(({ sponsor_id }) => sponsor_id !== null).map(({ id }) => id)
  if (newcomer_ids.length === 0) return { writes: [], result: {} }
  return { ...(await giveOwnShares(turn, newcomer_ids)), result: {}, rows: newcomer_ids.length * rowsOfNewcomer }
}

/** Rows written for each newcomer, as the database counts them: those of the user, of an index, and of lists of its own. */
const rowsOfNewcomer = 4
