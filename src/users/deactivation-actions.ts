import { assertMayAddBot, assertMayAdminister } from '../bots/access'
import { botAdded } from '../bots/events'
import { assertRoomForBot } from '../bots/limits'
import { botById } from '../bots/queries'
import { tell, joinSteps, type Change, type Step, type OutgoingEvent, type Turn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import { newcomersChanged } from '../newcomers/events'
import { endAllSessions } from '../sessions/grant'
import { fragment } from '../core/sql/sql'
import { statusOf } from '../status/queries'
import { peersAdded } from '../subscriptions/peer-events'
import { subscriberInvalidations } from '../subscriptions/invalidation'
import { subscriptionsOf } from '../subscriptions/queries'
import { resumeSubscriptions } from '../subscriptions/suspension'
import { userInvalidations } from './invalidation'
import { everyone } from './audience'
import { deactivation } from './deactivation'
import { assertNotErased } from './erased'
import { userAdded } from './events'
import { activeBotsOf, isOnlyOwner, newcomersOf, userById, type UserRow } from './queries'
import { isAdministrator, isGuest, isOwner } from '../accounts/roles'

/**
 * Deactivates a person and their bots; on request also the newcomers who use their share, with their bots (endpoints, DELETE
 * /users/{id}).
 */
export async function deactivateUser(
  turn: Turn,
  { user_id, deactivate_newcomers }: { user_id: number; deactivate_newcomers: boolean },
): Promise<Change> {
  const { actor, cached, sql, realm_id } = turn
  const target = await cached(userById, realm_id, user_id)
  if (target === null || target.is_system_bot || target.bot_type !== null) throw refused('No such user')
  if (!isAdministrator(actor) || (isOwner(target) && !isOwner(actor)))
    throw refused('Insufficient permission', { reason: 'not_allowed' })
  if (!target.is_active) throw refused('User is already deactivated')
  if (await isOnlyOwner(sql, realm_id, target)) throw refused('Cannot deactivate the only organization owner')
  return deactivate(turn, [target, ...(deactivate_newcomers ? await newcomersOf(sql, realm_id, user_id) : [])])
}

/** Deactivates the actor, unless the organization would have no account or no owner after that. */
export async function deactivateOneself(turn: Turn): Promise<Change> {
  const { actor, cached, sql, realm_id } = turn
  if ((await everyone(turn)).length === 1) throw lastUserRefusal({ is_last_owner: false, entity: 'user' })
  const own = (await cached(userById, realm_id, actor.id))!
  if (await isOnlyOwner(sql, realm_id, own))
    throw lastUserRefusal({ is_last_owner: true, entity: 'organization owner' })
  return deactivate(turn, [own])
}

const lastUserRefusal = (last: { is_last_owner: boolean; entity: string }) =>
  refused(`Cannot deactivate the only ${last.entity}.`, { code: 'CANNOT_DEACTIVATE_LAST_USER', ...last })

/** Deactivates people, each with their bots. */
async function deactivate(turn: Turn, people: readonly UserRow[]): Promise<Change> {
  const { sql, realm_id } = turn
  const bots = await Promise.all(people.map(({ id }) => activeBotsOf(sql, realm_id, id)))
  return { ...(await deactivation(turn, [...bots.flat(), ...people])), result: {} }
}

/**
 * Reactivates a user with their former role, settings and subscriptions, but without keys. Messages from the meantime count as
 * not received, and a person's bots have to be reactivated one by one (endpoints, POST /users/{id}/reactivate). Does nothing if
 * the user is active.
 */
export async function reactivateUser(turn: Turn, { user_id }: { user_id: number }): Promise<Change> {
  const { actor, cached, sql, realm_id } = turn
  const target = await cached(userById, realm_id, user_id)
  if (target === null || target.is_system_bot) throw refused('No such user')
  if (target.bot_type === null) assertMayReactivate(actor, target)
  else await assertMayReactivateBot(turn, target)
  assertNotErased(target)
  if (target.is_active) return { writes: [], result: {} }

  const streams = await subscriptionsOf(sql, user_id)
  const reactivation: Step = {
    writes: [
      fragment`update user set is_active = 1 where id = ${user_id}`,
      ...resumeSubscriptions(user_id, turn.upcoming('message')),
    ],
    events: await reactivationEvents(turn, { ...target, is_active: 1 }),
    invalidates: [...userInvalidations(realm_id, user_id), ...streams.flatMap(({ id }) => subscriberInvalidations(id))],
  }
  const peers = await peersAdded(
    turn,
    streams.map((stream) => ({ user_id, stream })),
  )
  // Sessions were kept until now, so that refusals could give the right reason. They must not become valid again.
  return { ...joinSteps(await endAllSessions(turn, target), reactivation, peers), result: {} }
}

/** Refuses actors who may not reactivate this person. Only an owner may reactivate an owner. */
function assertMayReactivate(actor: Turn['actor'], target: UserRow): void {
  if (!isAdministrator(actor) || (isOwner(target) && !isOwner(actor)))
    throw refused('Insufficient permission', { reason: 'not_allowed' })
}

async function assertMayReactivateBot(turn: Turn, bot: UserRow): Promise<void> {
  assertMayAdminister(turn.actor, bot)
  assertMayAddBot(turn.actor, bot.bot_type!)
  if (bot.is_active || bot.bot_owner_id === null) return
  const owner = await turn.cached(userById, turn.realm_id, bot.bot_owner_id)
  if (owner === null) return
  if (!owner.is_active) throw refused("The bot's owner is deactivated")
  if (isGuest(owner)) throw refused("Guests can't own bots")
  await assertRoomForBot(turn, owner)
}

async function reactivationEvents(turn: Turn, user: UserRow): Promise<OutgoingEvent[]> {
  const added = await userAdded(turn, user)
  if (user.bot_type === null) {
    const newcomers = user.sponsor_id === null ? [] : [await newcomersChanged(turn)]
    return [added, ...newcomers, ...(await statusEvents(turn, user))]
  }
  const bot = (await botById(turn.sql, turn.realm_id, user.id))!
  return [added, await botAdded(turn, { ...bot, is_active: 1 })]
}

/** The status of a reactivated person: clients have dropped it, because the state has no status of deactivated users. */
async function statusEvents(turn: Turn, { id }: UserRow): Promise<OutgoingEvent[]> {
  const status = await statusOf(turn.sql, id)
  return status === null ? [] : [tell(await everyone(turn), { type: 'user_status', user_id: id, ...status })]
}
