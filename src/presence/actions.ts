import { storeIfDue } from './writes'
import { assertHuman } from '../accounts/account'
import type { Change, Turn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import { settingsOf } from '../accounts/settings'
import { userSettings } from '../settings/queries'
import { audienceOf } from '../users/audience'
import { longestAddress } from '../accounts/account'
import { userByEmail, userById } from '../users/queries'
import { loseSilent, nothingLost } from './departure-actions'
import { presencesFor, userPresence } from './forms'
import { presenceNow } from './presence-now'
import { presences, type Presences } from './queries'
import { nothingNew, recordPresence } from './recording'
import type { LegacyPresences, PresenceStatus, SlimPresences, UserPresence } from './schema'
import { presenceEvents, tellOthers } from './telling'

interface PresenceReport {
  status: PresenceStatus
  /** Whether the client needs no presence in the response. */
  ping_only: boolean
  slim_presence: boolean
}

interface PresenceAnswer {
  presences: LegacyPresences | SlimPresences
  server_timestamp: number
}

/** Records that the actor is here, and returns the presence of the others (endpoints, Presence). People only. */
export async function reportPresence(
  turn: Turn,
  { status, ping_only, slim_presence }: PresenceReport,
): Promise<Change<Partial<PresenceAnswer>>> {
  const { actor, cached, connection, realm_id, now } = turn
  assertHuman(actor)
  const [{ presence_enabled }, here] = await Promise.all([cached(userSettings, actor.id), cached(presences, realm_id)])
  const { presence_disabled } = settingsOf(actor)
  const lost = presence_disabled ? nothingLost : await loseSilent(turn, here)
  const isRecorded = presence_enabled && !presence_disabled
  if (!isRecorded) connection?.keep(null)
  const { clients, isToStore } = isRecorded ? recordPresence(turn, here, status) : nothingNew
  const announcement =
    connection === null
      ? { events: await presenceEvents(turn, here, actor, clients), followUps: [] }
      : await tellOthers(turn, here, actor, clients)
  return {
    writes: isToStore || lost.isAny ? storeIfDue(realm_id, here, now) : [],
    events: [...lost.events, ...announcement.events],
    followUps: [...lost.followUps, ...announcement.followUps],
    result: ping_only ? {} : await presenceAnswer(turn, here, slim_presence),
  }
}

/** Presence of all people, in the legacy form (endpoints, Presence). */
export async function realmPresence(turn: Turn): Promise<Change<PresenceAnswer>> {
  const here = await turn.cached(presences, turn.realm_id)
  return { writes: [], result: await presenceAnswer(turn, here, false) }
}

async function presenceAnswer(turn: Turn, here: Presences, slim_presence: boolean): Promise<PresenceAnswer> {
  const { actor, cached, realm_id, now } = turn
  const { people } = await cached(audienceOf, realm_id)
  const byUser = presenceNow(here, turn)
  return { presences: presencesFor(actor, byUser, { slim_presence, people, now }), server_timestamp: now }
}

/** Presence of one active person, named by id or address (endpoints, Presence). */
export async function presenceOf(
  turn: Turn,
  { named }: { named: string },
): Promise<Change<{ presence: UserPresence }>> {
  const { actor, cached, realm_id, now } = turn
  const user = await (/^\d+$/.test(named)
    ? cached(userById, realm_id, Math.min(Number(named), Number.MAX_SAFE_INTEGER))
    : named.length > longestAddress
      ? null
      : cached(userByEmail, realm_id, named))
  if (!user?.is_active) throw refused('No such user')
  if (user.bot_type !== null) throw refused('Presence is not supported for bot users.')
  const presence = presenceNow(await cached(presences, realm_id), turn).get(user.id)
  if (presence === undefined || settingsOf(actor).presence_disabled) throw refused(`No presence data for ${named}`)
  return { writes: [], result: { presence: userPresence(presence, now) } }
}
