import { clearMarkedUnread } from './writes'
import { markReadFor } from '../read-state/writes'
import { invalidation } from '../core/turn/query-cache'
import { tell, type Change, type Turn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import { fragment } from '../core/sql/sql'
import { flagsEvent } from '../flags/events'
import { userById } from '../users/queries'
import { mutedUsersOf, mutersOfRealm, unreadIdsFrom, type MutedUser } from './queries'

interface MuteInput {
  muted_user_id: number
}

/** Maximal number of users that one user may mute. */
const maxMutedUsers = 1000

/**
 * Mutes a user, even a deactivated one. The actor's unread messages from them become read, and later ones arrive as read
 * (behaviour, Mutes). Clients hide the messages.
 */
export async function muteUser(turn: Turn, { muted_user_id }: MuteInput): Promise<Change> {
  const { actor, cached, now, realm_id, sql } = turn
  if (muted_user_id === actor.id) throw refused('Cannot mute self')
  const target = await cached(userById, realm_id, muted_user_id)
  if (target === null || target.bot_type !== null) throw refused('No such user')
  const muted = await mutedUsersOf(sql, actor.id)
  if (muted.some(({ id }) => id === target.id)) throw refused('User already muted')
  if (muted.length >= maxMutedUsers) throw refused(`Too many muted users (limit: ${maxMutedUsers})`)
  const unread = await unreadIdsFrom(sql, actor.id, target.id)
  const timestamp = Math.floor(now)
  return {
    writes: [
      fragment`
        insert into muted_user (user_id, muted_user_id, date_muted)
        values (${actor.id}, ${target.id}, ${timestamp})`,
      ...(unread.length > 0 ? [markReadFor([actor.id], unread), clearMarkedUnread(actor.id, unread)] : []),
    ],
    result: {},
    events: [
      tell([actor.id], { type: 'muted_users', muted_users: inOrder([...muted, { id: target.id, timestamp }]) }),
      ...(unread.length > 0 ? [tell([actor.id], flagsEvent({ op: 'add', flag: 'read' }, unread))] : []),
    ],
    invalidates: [invalidation(mutersOfRealm, realm_id)],
  }
}

/** Unmutes a user. The messages that muting marked as read stay read. */
export async function unmuteUser({ actor, realm_id, sql }: Turn, { muted_user_id }: MuteInput): Promise<Change> {
  const muted = await mutedUsersOf(sql, actor.id)
  const remaining = muted.filter(({ id }) => id !== muted_user_id)
  if (remaining.length === muted.length) throw refused('User is not muted')
  return {
    writes: [fragment`delete from muted_user where user_id = ${actor.id} and muted_user_id = ${muted_user_id}`],
    result: {},
    events: [tell([actor.id], { type: 'muted_users', muted_users: remaining })],
    invalidates: [invalidation(mutersOfRealm, realm_id)],
  }
}

/** Muted users in the order of `mutedUsersOf`. */
const inOrder = (muted: readonly MutedUser[]): MutedUser[] =>
  muted.toSorted((a, b) => a.timestamp - b.timestamp || a.id - b.id)
