import { tell, type SystemTurn, type OutgoingEvent } from '../core/turn/change'
import { hasWaited } from '../accounts/policies'
import { realmById } from '../realm/queries'
import { settingsOf, type RealmSettings } from '../accounts/settings'
import { everyone } from '../users/audience'
import { usersOfRealm } from '../users/all-users'
import { userById, type UserRow } from '../users/queries'
import { roles, type Role } from '../accounts/roles'
import { groupsOfRealm } from './queries'
import type { NewGroup } from './writes'

type Threshold = Pick<RealmSettings, 'waiting_period_threshold'>

/** What decides in which system groups a user is. */
interface RoleFacts {
  role: Role
  /** Whether the account is as old as a full member's must be. */
  waited: boolean
}

/**
 * Groups that every realm has from the start, and whose members follow from roles (behaviour, System user groups). The name of a
 * group also includes higher roles, but its members are the users with exactly one role.
 */
const systemGroups: Record<string, { description: string; holds: (user: RoleFacts) => boolean }> = {
  '@role:owners': {
    description: 'Owners of this organization',
    holds: ({ role }) => role === roles.owner,
  },
  '@role:administrators': {
    description: 'Administrators of this organization, owners included',
    holds: ({ role }) => role === roles.administrator,
  },
  '@role:moderators': {
    description: 'Moderators of this organization, administrators included',
    holds: ({ role }) => role === roles.moderator,
  },
  '@role:fullmembers': {
    description: 'Members of this organization who are no longer new, moderators included',
    holds: ({ role, waited }) => role === roles.member && waited,
  },
  '@role:members': {
    description: 'Members of this organization, new ones and moderators included',
    holds: ({ role }) => role === roles.member,
  },
  '@role:everyone': {
    description: 'Everyone in this organization, guests included',
    holds: ({ role }) => role === roles.guest,
  },
  '@role:internet': {
    description: 'Everyone on the Internet',
    holds: () => false,
  },
}

/** The system groups of a new realm. */
export const newSystemGroups = (next: () => number): NewGroup[] =>
  Object.entries(systemGroups).map(([name, { description }]) => ({
    id: next(),
    name,
    description,
    is_system_group: 1,
    creator_id: null,
  }))

/** Ids of the members of a system group, in the order of the users. Deactivated users stay members, as in other groups. */
export const membersByRole = (
  name: string,
  users: readonly Pick<UserRow, 'id' | 'role' | 'date_joined'>[],
  { threshold, now }: { threshold: Threshold; now: number },
): number[] =>
  users
    .filter((user) => systemGroups[name]!.holds({ role: user.role, waited: hasWaited(user, threshold, now) }))
    .map(({ id }) => id)

type TurnReads = Pick<SystemTurn, 'cached' | 'now' | 'realm_id'>

/** A user before and after a change; `before` is null for a new user. */
interface ChangedUser {
  id: number
  before: RoleFacts | null
  after: RoleFacts
}

/**
 * Events about system groups for everybody, when a user gets another role, or a new user the first one (events,
 * realm_user). They belong into the change that gives the role.
 */
export async function systemGroupEvents(
  turn: TurnReads,
  user_id: number,
  { from, to }: { from: Role | null; to: Role },
): Promise<OutgoingEvent[]> {
  const { cached, now, realm_id } = turn
  const user = from === null ? { date_joined: now } : (await cached(userById, realm_id, user_id))!
  const waited = hasWaited(user, settingsOf((await cached(realmById, realm_id))!), now)
  return membershipEvents(turn, [
    { id: user_id, before: from === null ? null : { role: from, waited }, after: { role: to, waited } },
  ])
}

/** Events about system groups for everybody, when `waiting_period_threshold` changes (behaviour, Realm settings). */
export async function fullMemberEvents(
  turn: SystemTurn,
  { from, to }: { from: Threshold; to: Threshold },
): Promise<OutgoingEvent[]> {
  const users = await usersOfRealm(turn.sql, turn.realm_id)
  const factsUnder = (user: UserRow, threshold: Threshold): RoleFacts => ({
    role: user.role,
    waited: hasWaited(user, threshold, turn.now),
  })
  return membershipEvents(
    turn,
    users.map((user) => ({ id: user.id, before: factsUnder(user, from), after: factsUnder(user, to) })),
  )
}

async function membershipEvents(turn: TurnReads, users: readonly ChangedUser[]): Promise<OutgoingEvent[]> {
  const all = await everyone(turn)
  const groups = (await turn.cached(groupsOfRealm, turn.realm_id)).filter(({ is_system_group }) => is_system_group)
  const removals: OutgoingEvent[] = []
  const additions: OutgoingEvent[] = []
  for (const { id: group_id, name } of groups) {
    const { holds } = systemGroups[name]!
    const was = (user: ChangedUser): boolean => user.before !== null && holds(user.before)
    const leaving = users.filter((user) => was(user) && !holds(user.after)).map(({ id }) => id)
    const joining = users.filter((user) => !was(user) && holds(user.after)).map(({ id }) => id)
    if (leaving.length > 0)
      removals.push(tell(all, { type: 'user_group', op: 'remove_members', group_id, user_ids: leaving }))
    if (joining.length > 0)
      additions.push(tell(all, { type: 'user_group', op: 'add_members', group_id, user_ids: joining }))
  }
  return [...removals, ...additions]
}
