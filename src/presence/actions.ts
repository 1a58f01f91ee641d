import { storePresences } from './writes'
import { assertHuman } from '../accounts/account'
import { sendEphemeral, type Change, type OutgoingEvent, type Turn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import { settingsOf } from '../accounts/settings'
import { userSettings } from '../settings/queries'
import { audienceOf, everyone } from '../users/audience'
import { longestAddress } from '../accounts/account'
import { userByEmail, userById } from '../users/queries'
import { presencesFor, userPresence } from './forms'
import { presences, type Presences, type ClientPresence } from './queries'
import { countedAs, withReport } from './report'
import type { LegacyPresences, PresenceStatus, SlimPresences, UserPresence } from './schema'

interface PresenceReport {
  status: PresenceStatus
  /** Whether the client wants no answer. */
  ping_only: boolean
  slim_presence: boolean
}

interface PresenceAnswer {
  presences: LegacyPresences | SlimPresences
  server_timestamp: number
}

/** Records that the actor is here, and answers who else is (endpoints, Presence). People only. */
export async function reportPresence(
  turn: Turn,
  { status, ping_only, slim_presence }: PresenceReport,
): Promise<Change<Partial<PresenceAnswer>>> {
  const { actor, cached, realm_id, now } = turn
  assertHuman(actor)
  const [{ presence_enabled }, here] = await Promise.all([cached(userSettings, actor.id), cached(presences, realm_id)])
  const isRecorded = presence_enabled && !settingsOf(actor).presence_disabled
  const events = isRecorded ? await record(turn, here, { status, timestamp: Math.floor(now) }) : []
  return {
    writes: isRecorded && isDue(here, now) ? [storePresences(realm_id, here)] : [],
    events,
    result: ping_only ? {} : await presenceAnswer(turn, here, slim_presence),
  }
}

/** Organizations with more active users than this get no presence events (events, presence). */
const mostInAudience = 100

/**
 * Changes the cached presences in place, before the commit: most reports write nothing. If a commit fails, the object
 * clears its cache and reads what was stored last.
 */
async function record(turn: Turn, { byUser }: Presences, report: ClientPresence): Promise<OutgoingEvent[]> {
  const { actor, facts, now } = turn
  const client = countedAs(facts.client)
  const { after, seen, isNews } = withReport(byUser.get(actor.id) ?? new Map(), client, report)
  byUser.set(actor.id, after)
  if (!isNews) return []
  const audience = await everyone(turn)
  if (audience.length > mostInAudience) return []
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
 * Whether to store the presences: once a minute, for all reports since. An object that was woken less than a minute ago
 * stores each report, because in a quiet organization it may soon sleep again and lose what it has not stored.
 */
function isDue(here: Presences, now: number): boolean {
  here.used_since ??= now
  const isYoung = now - here.used_since < secondsBetweenWrites
  const isDue = isYoung || here.written_at === null || now - here.written_at >= secondsBetweenWrites
  if (isDue) here.written_at = now
  return isDue
}

/** Presence of all people, in the legacy form (endpoints, Presence). */
export async function realmPresence(turn: Turn): Promise<Change<PresenceAnswer>> {
  return { writes: [], result: await presenceAnswer(turn, await turn.cached(presences, turn.realm_id), false) }
}

async function presenceAnswer(
  { actor, cached, realm_id, now }: Turn,
  here: Presences,
  slim_presence: boolean,
): Promise<PresenceAnswer> {
  const { people } = await cached(audienceOf, realm_id)
  return { presences: presencesFor(actor, here, { slim_presence, people, now }), server_timestamp: now }
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
  const presence = (await cached(presences, realm_id)).byUser.get(user.id)
  if (presence === undefined || settingsOf(actor).presence_disabled) throw refused(`No presence data for ${named}`)
  return { writes: [], result: { presence: userPresence(presence, now) } }
}
