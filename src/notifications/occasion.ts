import { shareOf, sharesOf } from '../accounts/account'
import type { AttemptLimit, Change, Turn } from '../core/turn/change'
import { activePeople } from '../presence/presence-now'
import { presences } from '../presence/queries'
import { peopleWithDevices } from '../web-push/queries'
import { itemOf, notificationsIn, type NewNotification } from './item'
import { streamFollowers } from './queries'

/** Who has used no client for so many seconds is away. */
const awaySeconds = 140

/** If the object is lost while people are notified, this is done again so many seconds after it happened. */
export const lostNotificationSeconds = 60

/** Notifications of an organization that wait at the same time, and those that the messages of one share cause. */
const limits = { ofRealm: 20_000, ofShare: 4000 }

/** Pushes that the messages of one share cause in a minute, unless the operator says otherwise. */
const defaultPushesPerMinute = 2000

/** What people may have to be notified of. */
interface Occasion {
  readonly message_id: number
  /** Who does it: the actor, or the notification bot. */
  readonly actor_id: number
  /** Whom it concerns. */
  readonly concerned: ReadonlySet<number>
  /** Those whom it mentions by name, or by a group. */
  readonly mentioned: ReadonlySet<number>
  /** Code of the emoji of a reaction; null for a message. */
  readonly reaction?: string
}

type Begun = Pick<Change, 'jobs' | 'wakesAt'>

/**
 * Begins to notify people of what the actor does. This only finds out who could be reached at all, from what is in memory. A job
 * decides the rest after the commit, so that nobody waits for it.
 */
export async function notify(
  turn: Turn,
  { message_id, actor_id, concerned, mentioned, reaction }: Occasion,
): Promise<Begun> {
  const { actor, agenda, cached, facts, listening, now, realm_id } = turn
  const withDevices = await cached(peopleWithDevices, realm_id)
  if (withDevices.length === 0) return {}
  const reachable = withDevices.filter((user_id) => user_id !== actor_id && concerned.has(user_id))
  if (reachable.length === 0 || !hasRoom(turn) || !mayNotify(turn, reachable.length)) return {}
  const active = activePeople(await cached(presences, realm_id), turn, { user_ids: reachable, seconds: awaySeconds })
  const notification: NewNotification = {
    step: 'decide',
    message_id,
    actor_id,
    happened_at: now,
    reaction: reaction ?? null,
    shares: sharesOf(actor),
    origin: facts.origin,
    candidates: reachable.map((user_id) => ({
      user_id,
      isMentioned: mentioned.has(user_id),
      isHere: active.has(user_id) && listening.has(user_id),
    })),
  }
  const item = itemOf(notification, now + lostNotificationSeconds)
  agenda.put(item)
  return { jobs: [{ kind: 'notifyPeople', payload: notification, agendaKey: item.key }], wakesAt: item.due }
}

/** A message and where it was sent. */
interface NewMessage {
  readonly id: number
  readonly sender_id: number
  readonly is_private: boolean
  readonly recipient_id: number
  readonly wildcard_mentioned: boolean
}

/** Begins to notify the receivers of a new message. */
export async function notifyOfMessage(
  turn: Turn,
  { id, sender_id, is_private, recipient_id, wildcard_mentioned }: NewMessage,
  { receivers, mentioned }: { receivers: ReadonlySet<number>; mentioned: readonly number[] },
): Promise<Begun> {
  // Where nobody has a device, looking for the followers of a stream would read a row for each subscriber for nothing.
  if ((await turn.cached(peopleWithDevices, turn.realm_id)).length === 0) return {}
  const isForAll = is_private || wildcard_mentioned
  const followers = isForAll ? receivers : await turn.cached(streamFollowers, recipient_id)
  const concerned = isForAll
    ? receivers
    : new Set([...mentioned, ...followers].filter((user_id) => receivers.has(user_id)))
  return notify(turn, { message_id: id, actor_id: sender_id, concerned, mentioned: new Set(mentioned) })
}

/**
 * Whether the actor's share may have so many people notified, who are counted from now on. Encrypting pushes takes time of the
 * object's only thread, and one message may go to a thousand people.
 */
function mayNotify({ actor, attempts, env }: Turn, people: number): boolean {
  if (env.RATE_LIMITS === 'off') return true
  const maxAttempts = Number(env.PUSHES_PER_MINUTE ?? defaultPushesPerMinute)
  const limit: AttemptLimit = { maxAttempts, seconds: 60, inMemory: true }
  return attempts.takeUpTo(people, [[`notified by ${shareOf(actor)}`, limit]]) === people
}

/** Whether the organization and the actor's share may have one more notification that waits. */
function hasRoom({ actor, agenda }: Turn): boolean {
  const all = notificationsIn(agenda.items())
  if (all.length < limits.ofShare) return true
  const [share] = sharesOf(actor)
  const ofShare = all.filter(({ input }) => input.shares[0] === share).length
  return all.length < limits.ofRealm && ofShare < limits.ofShare
}
