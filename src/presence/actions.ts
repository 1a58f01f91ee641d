import { assertHuman } from '../accounts/account'
import { sendEphemeral, type Change, type OutgoingEvent, type Turn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import { settingsOf } from '../accounts/settings'
import { userSettings } from '../settings/queries'
import { audienceOf, everyone } from '../users/audience'
import { longestAddress } from '../accounts/account'
import { userByEmail, userById } from '../users/queries'
import { toldPresences, userPresence } from './forms'
import { presences, storePresences, type Presences, type Seen } from './queries'
import { countedAs, reported } from './report'
import type { LegacyPresences, PresenceStatus, SlimPresences, UserPresence } from './schema'

interface Report {
  status: PresenceStatus
  /** Whether the client wants no answer. */
  ping_only: boolean
  slim_presence: boolean
}

interface ToldPresences {
  presences: LegacyPresences | SlimPresences
  server_timestamp: number
}

/** Takes note that the actor is here, and tells who else is (endpoints, Presence). People only. */
export async function reportPresence(
  turn: Turn,
  { status, ping_only, slim_presence }: Report,
): Promise<Change<Partial<ToldPresences>>> {
  const { actor, cached, realm_id, now } = turn
  assertHuman(actor)
  const [{ presence_enabled }, here] = await Promise.all([cached(userSettings, actor.id), cached(presences, realm_id)])
  const isRecorded = presence_enabled && !settingsOf(actor).presence_disabled
  const events = isRecorded ? await record(turn, here, { status, timestamp: Math.floor(now) }) : []
  return {
    writes: isRecorded && isDue(here, now) ? [storePresences(realm_id, here)] : [],
    events,
    result: ping_only ? {} : await told(turn, here, slim_presence),
  }
}

/** In an organization with more active users than this, nobody is told who comes (events, presence). */
const mostTold = 100

/** The report changes what is known at once; if it is not committed, all that is known is forgotten and read again. */
async function record(turn: Turn, { byUser }: Presences, report: Seen): Promise<OutgoingEvent[]> {
  const { actor, facts, now } = turn
  const client = countedAs(facts.client)
  const { after, seen, isNews } = reported(byUser.get(actor.id) ?? new Map(), client, report)
  byUser.set(actor.id, after)
  if (!isNews) return []
  const audience = await everyone(turn)
  if (audience.length > mostTold) return []
  return [
    sendEphemeral(audience, {
      type: 'presence',
      user_id: actor.id,
      email: actor.email,
      server_timestamp: now,
      presence: { [client]: { client, ...seen, pushable: false } },
    }),
  ]
}

const secondsBetweenWrites = 60

/**
 * Whether to write down who is here: once a minute, for all reports since. But an object that has just been woken may
 * soon sleep again, which it does where few are here, and would forget the reports between two such writes.
 */
function isDue(here: Presences, now: number): boolean {
  here.used_since ??= now
  const isYoung = now - here.used_since < secondsBetweenWrites
  const isDue = isYoung || here.written_at === null || now - here.written_at >= secondsBetweenWrites
  if (isDue) here.written_at = now
  return isDue
}

/** Who is here, by the addresses that others see (endpoints, Presence). */
export async function realmPresence(turn: Turn): Promise<Change<ToldPresences>> {
  return { writes: [], result: await told(turn, await turn.cached(presences, turn.realm_id), false) }
}

async function told(
  { actor, cached, realm_id, now }: Turn,
  here: Presences,
  slim_presence: boolean,
): Promise<ToldPresences> {
  const { people } = await cached(audienceOf, realm_id)
  return { presences: toldPresences(actor, here, { slim_presence, people, now }), server_timestamp: now }
}

/** Whether one active person is here, named by id or address (endpoints, Users). */
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
  const presence = (await cached(presences, realm_id)).byUser.get(user.id)
  if (presence === undefined || settingsOf(actor).presence_disabled) throw refused(`No presence data for ${named}`)
  return { writes: [], result: { presence: userPresence(presence, now) } }
}
