import { botChanged } from '../bots/events'
import { assertNameFree } from '../bots/names'
import { joinSteps, type Change, type Step, type Turn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import { fragment } from '../core/sql/sql'
import { foldCase } from '../core/base/unicode'
import { giveOwnShares } from '../newcomers/vouching'
import { changeProfileData, type ProfileEntry } from '../profile-fields/profile-data'
import { userInvalidations } from './invalidation'
import { assertNotErased } from './erased'
import { userChanged } from './events'
import { fullName } from './names'
import { newRole } from './new-role'
import { activeOwners, botsOf, userById, type UserRow } from './queries'
import { isAdministrator, isGuest, isModerator, isOwner, roles, type Role } from '../accounts/roles'
import { deactivation } from './deactivation'

/** A part of a change that may end event queues. */
type StepThatEndsQueues = Step & Pick<Change, 'endsQueues'>

interface UpdateUserInput {
  user_id: number
  full_name?: string | undefined
  role?: Role | undefined
  profile_data: ProfileEntry[]
}

/**
 * Changes the name, role and profile of a user, active or not, all or nothing (endpoints, PATCH /users/{id}). Allowed for
 * administrators; owners may rename their bots. A user who becomes a guest keeps all subscriptions.
 */
export async function updateUser(turn: Turn, input: UpdateUserInput): Promise<Change> {
  const { actor, cached, realm_id } = turn
  const target = await cached(userById, realm_id, input.user_id)
  if (target === null || target.is_system_bot) throw refused('No such user')
  const role = input.role ?? target.role
  const full_name = input.full_name?.trim() || target.full_name
  const onlyName = role === target.role && input.profile_data.length === 0
  if (!isAdministrator(actor) && !(onlyName && isBotOf(actor, target)))
    throw refused('Insufficient permission', { reason: 'not_allowed' })
  assertNotErased(target)

  if (role !== target.role) await assertMayBecome(turn, target, role)
  if (full_name !== target.full_name) await assertName(turn, target, full_name)
  if (input.profile_data.length > 0 && target.bot_type !== null) throw refused('Bots have no profile data.')

  const ofRole: StepThatEndsQueues | null = role === target.role ? null : await changeRole(turn, target, role)
  const step = joinSteps(
    full_name === target.full_name ? null : await rename(turn, target, full_name),
    ofRole,
    await changeProfileData(turn, target.id, input.profile_data),
  )
  return { ...step, ...(ofRole?.endsQueues !== undefined && { endsQueues: ofRole.endsQueues }), result: {} }
}

const isBotOf = ({ id }: { id: number }, { bot_type, bot_owner_id }: UserRow): boolean =>
  bot_type !== null && bot_owner_id === id

async function rename(turn: Turn, target: UserRow, full_name: string): Promise<Step> {
  const change = { user_id: target.id, full_name }
  return {
    writes: [
      fragment`
        update user set full_name = ${full_name}, name_key = ${foldCase(full_name)}
        where id = ${target.id}`,
    ],
    events: [
      await userChanged(turn, change),
      ...(target.bot_type === null ? [] : [await botChanged(turn, target, change)]),
    ],
    invalidates: userInvalidations(turn.realm_id, target.id),
  }
}

/**
 * Gives a user another role. Takes away what only the former role allowed: higher roles of their bots, and the bots of a new
 * guest. Making a newcomer a moderator or more also vouches for them (behaviour, Roles; behaviour, New users).
 */
async function changeRole(turn: Turn, target: UserRow, role: Role): Promise<StepThatEndsQueues> {
  const vouches = target.sponsor_id !== null && isModerator({ role })
  const own = joinSteps(await newRole(turn, target, role), vouches ? await giveOwnShares(turn, [target.id]) : null)
  const bots = target.bot_type === null ? await botsOf(turn.sql, turn.realm_id, target.id) : []
  const highest = isGuest({ role }) ? roles.member : role
  const lowered = await Promise.all(bots.filter((bot) => bot.role < highest).map((bot) => newRole(turn, bot, highest)))
  const step = joinSteps(own, ...lowered)
  const ended = isGuest({ role }) ? bots.filter(({ is_active }) => is_active) : []
  if (ended.length === 0) return step
  const { endsQueues, ...deactivated } = await deactivation(turn, ended)
  return { ...joinSteps(step, deactivated), ...(endsQueues !== undefined && { endsQueues }) }
}

/** Refuses a role that the rules forbid (objects, Roles; behaviour, Roles). */
async function assertMayBecome(turn: Turn, target: UserRow, role: Role): Promise<void> {
  const { actor, cached, sql, realm_id } = turn
  if ((isOwner(target) || isOwner({ role })) && !isOwner(actor))
    throw refused('Must be an organization owner', { reason: 'not_allowed' })
  if (isGuest(target) && isAdministrator({ role })) throw refused('A guest cannot become an administrator.')
  const botOwner = target.bot_owner_id === null ? null : await cached(userById, realm_id, target.bot_owner_id)
  if (botOwner !== null && role < botOwner.role) throw refused('A bot cannot have a higher role than its owner.')
  if (!isOwner(target)) return
  const owners = await activeOwners(sql, realm_id)
  if (owners.length === 1 && owners[0] === target.id)
    throw refused('The owner permission cannot be removed from the only organization owner.')
}

/** Refuses an invalid name, and for a bot a name that is taken. Names of people need not be unique. */
async function assertName(turn: Turn, target: UserRow, full_name: string): Promise<void> {
  fullName(full_name)
  if (target.bot_type !== null) await assertNameFree(turn, full_name, target.id)
}
