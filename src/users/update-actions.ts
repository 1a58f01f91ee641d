import type { Change, Turn } from '../core/change'
import { refused } from '../core/errors'
import { fragment, type Fragment } from '../core/sql'
import { foldCase } from '../core/unicode'
import { writeProfileData, type ProfileEntry } from '../profile-fields/profile-data'
import { aboutUser } from './about'
import { fullName } from './names'
import { activeOwners, userById, usersByName, type UserRow } from './queries'
import { isAdministrator, isGuest, isOwner, type Role } from './roles'

export interface UpdateUserInput {
  user_id: number
  full_name?: string | undefined
  role?: Role | undefined
  profile_data: ProfileEntry[]
}

/**
 * Changes somebody's name, role and profile, whether they are active or not; all of it or nothing (specification,
 * PATCH /users/{user_id}). Administrators may; who owns a bot may rename it. Subscriptions stay as they are, also those
 * of somebody who becomes a guest.
 */
export async function updateUser(turn: Turn, input: UpdateUserInput): Promise<Change> {
  const { actor, known, realm_id } = turn
  const target = await known(userById, realm_id, input.user_id)
  if (target === null || target.is_system_bot) throw refused('No such user')
  const role = input.role ?? target.role
  const full_name = input.full_name?.trim() || target.full_name
  const onlyName = role === target.role && input.profile_data.length === 0
  if (!isAdministrator(actor) && !(onlyName && isBotOf(actor, target))) throw refused('Insufficient permission')

  if (role !== target.role) await assertMayBecome(turn, target, role)
  if (full_name !== target.full_name) await assertName(turn, target, full_name)
  if (input.profile_data.length > 0 && target.bot_type !== null) throw refused('Bots have no profile data.')

  const changed = role !== target.role || full_name !== target.full_name
  return {
    writes: [
      ...(changed ? [updateRow(target.id, full_name, role)] : []),
      ...(await writeProfileData(turn, target.id, input.profile_data)),
    ],
    result: {},
    ...(changed && { alters: aboutUser(realm_id, target.id) }),
  }
}

const isBotOf = ({ id }: { id: number }, { bot_type, bot_owner_id }: UserRow): boolean =>
  bot_type !== null && bot_owner_id === id

const updateRow = (user_id: number, full_name: string, role: Role): Fragment => fragment`
  update user set full_name = ${full_name}, name_key = ${foldCase(full_name)}, role = ${role}
  where id = ${user_id}`

/** Rules of roles (specification, Roles; behaviour, Roles). A guest becomes a member before they become more. */
async function assertMayBecome({ actor, sql, realm_id }: Turn, target: UserRow, role: Role): Promise<void> {
  if ((isOwner(target) || isOwner({ role })) && !isOwner(actor)) throw refused('Must be an organization owner')
  if (isGuest(target) && isAdministrator({ role })) throw refused('A guest cannot become an administrator.')
  if (!isOwner(target)) return
  const owners = await activeOwners(sql, realm_id)
  if (owners.length === 1 && owners[0] === target.id)
    throw refused('The owner permission cannot be removed from the only organization owner.')
}

/** Names of people may be alike; a bot's must not be that of another active user (behaviour, Names and addresses). */
async function assertName({ known, realm_id }: Turn, target: UserRow, full_name: string): Promise<void> {
  fullName(full_name)
  if (target.bot_type === null) return
  const namesakes = await known(usersByName, realm_id, full_name)
  if (namesakes.some(({ id, is_active }) => is_active && id !== target.id)) throw refused('Name is already in use!')
}
