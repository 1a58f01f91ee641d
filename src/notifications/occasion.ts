import { shareOf, sharesOf } from '../accounts/account'
import { lostWorkSeconds } from '../core/turn/agenda'
import type { AttemptLimit, Change, Turn } from '../core/turn/change'
import { causedBy } from '../mail/limits'
import { whoIsHere } from '../presence/who-is-here'
import { userSettings } from '../settings/queries'
import { peopleWithDevices } from '../web-push/queries'
import { itemOf, notificationsIn, type NewNotification } from './item'
import { maySendMail, withMailboxes } from './mailboxes'
import { streamFollowers } from './queries'

/** Notifications of an organization that wait at the same time, and those that the messages of one share cause. */
const limits = { ofRealm: 20_000, ofShare: 4000 }

/** Pushes that the messages of one share cause in a minute, unless the operator says otherwise. */
const defaultPushesPerMinute = 2000

/** What people may have to be notified of. */
interface Occasion {
  readonly message_id: number
  /** Who does it: the actor, or the notification bot. */
  readonly actor_id: number
  /** Whom it concerns so much that a push may tell them. */
  readonly concerned: ReadonlySet<number>
  /** Whom it concerns so much that a mail may tell them. Missing: the same people. */
  readonly concernedByMail?: ReadonlySet<number>
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
export async function notify(turn: Turn, occasion: Occasion): Promise<Begun> {
  const { message_id, actor_id, concerned, concernedByMail = concerned, mentioned, reaction } = occasion
  const { actor, agenda, cached, facts, now, realm_id } = turn
  const isMailed = reaction === undefined && maySendMail(turn)
  const withDevices = await cached(peopleWithDevices, realm_id)
  if (withDevices.length === 0 && !isMailed) return {}
  if (!hasRoom(turn)) return {}
  const owners = withDevices.filter((user_id) => user_id !== actor_id && concerned.has(user_id))
  if (reaction !== undefined && !(await wantReactions(turn, owners))) return {}
  const pushed = mayPush(turn, owners.length) ? owners : []
  const isHere = await whoIsHere(turn, isMailed ? new Set([...pushed, ...concernedByMail]) : pushed)
  const peopleAway = isMailed ? [...concernedByMail].filter((user_id) => user_id !== actor_id && !isHere(user_id)) : []
  const mail_cause = causedBy(actor)
  const mailed = await withMailboxes(turn, peopleAway, mail_cause)
  const reachable = [...new Set([...pushed, ...mailed])]
  if (reachable.length === 0) return {}
  const notification: NewNotification = {
    step: 'decide',
    message_id,
    actor_id,
    happened_at: now,
    reaction: reaction ?? null,
    shares: sharesOf(actor),
    origin: facts.origin,
    ...(mailed.length > 0 && { mail_cause }),
    candidates: reachable.map((user_id) => ({
      user_id,
      isMentioned: mentioned.has(user_id),
      isHere: isHere(user_id),
    })),
  }
  const item = itemOf(notification, now + lostWorkSeconds)
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

/** Whether one of some people wants to know of reactions. Few do, so this is looked up before anything is stored. */
async function wantReactions({ cached }: Turn, user_ids: readonly number[]): Promise<boolean> {
  const settings = await Promise.all(user_ids.map((user_id) => cached(userSettings, user_id)))
  return settings.some(({ enable_reaction_notifications }) => enable_reaction_notifications)
}

/** Begins to notify the receivers of a new message. */
export async function notifyOfMessage(
  turn: Turn,
  { id, sender_id, is_private, recipient_id, wildcard_mentioned }: NewMessage,
  { receivers, mentioned }: { receivers: ReadonlySet<number>; mentioned: readonly number[] },
): Promise<Begun> {
  const { cached, realm_id } = turn
  // Where nobody can be reached, looking for the followers of a stream would read a row for each subscriber for nothing.
  if ((await cached(peopleWithDevices, realm_id)).length === 0 && !maySendMail(turn)) return {}
  const isForAll = is_private || wildcard_mentioned
  const { byPush, byMail } = isForAll
    ? { byPush: receivers, byMail: receivers }
    : await cached(streamFollowers, recipient_id)
  const concernedOf = (followers: ReadonlySet<number>): ReadonlySet<number> =>
    isForAll ? receivers : new Set([...mentioned, ...followers].filter((user_id) => receivers.has(user_id)))
  return notify(turn, {
    message_id: id,
    actor_id: sender_id,
    concerned: concernedOf(byPush),
    concernedByMail: concernedOf(byMail),
    mentioned: new Set(mentioned),
  })
}

/**
 * Whether the actor's share may have so many people notified, who are counted from now on. Encrypting pushes takes time of the
 * object's only thread, and one message may go to a thousand people.
 */
function mayPush({ actor, attempts, env }: Turn, people: number): boolean {
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
