import { shareOf } from '../accounts/account'
import { serviceBots } from '../bots/queries'
import { botTypes } from '../accounts/types'
import type { AttemptLimit, Turn, Job } from '../core/turn/change'

/** The reason why a bot is called (endpoints, Bots). */
type Trigger = 'mention' | 'private_message'

/** A post of a message to a bot's server. */
export interface WebhookPost {
  bot_id: number
  message_id: number
  trigger: Trigger
  /** The bot's owner at the time of the message; the bot itself if nobody owns it. */
  owner_id: number
  /** Scheme and host of the realm. */
  origin: string
}

/** A post that was dropped, because too many wait already. */
export type DroppedPost = Pick<WebhookPost, 'bot_id' | 'owner_id' | 'origin'>

/** Most bots that one message calls. A message to more does not mean each of them. */
const mostCalled = 20

/** Most posts to all bots of one owner, because slow servers hold up the other jobs of the organization. */
const postsPerOwner: AttemptLimit = { most: 100, seconds: 60, inMemory: true }

interface Sent {
  id: number
  is_private: boolean
  receivers: ReadonlySet<number>
  /** Users with a mention of their own or of their group. */
  mentioned: readonly number[]
}

/**
 * Jobs that post a message to the outgoing webhook bots that it calls: those that it mentions in a stream, or that receive it
 * privately. The job checks whether the bot may read it. A message of a bot calls none, or two bots could answer each other
 * for ever. Leaves out bots that are called too often, and bots whose owner has used up the share of the day, because their
 * answers count towards it.
 */
export async function webhookJobs(turn: Turn, message: Sent): Promise<Job[]> {
  const { cached, realm_id, actor, facts } = turn
  if (actor.bot_type !== null) return []
  const bots = await cached(serviceBots, realm_id)
  if (bots.size === 0) return []
  const { is_private, receivers, mentioned } = message
  const addressed = is_private ? receivers : new Set(mentioned)
  const trigger: Trigger = is_private ? 'private_message' : 'mention'
  return [...bots.values()]
    .filter(({ id, bot_type }) => bot_type === botTypes.outgoingWebhook && addressed.has(id))
    .slice(0, mostCalled)
    .filter((bot) => turn.hasShareLeft(shareOf(bot)) && mayBeCalled(turn, bot.bot_owner_id))
    .flatMap(({ id, bot_type, bot_owner_id }): Job[] => {
      const owner_id = shareOf({ id, bot_type, bot_owner_id })
      const payload: WebhookPost = { bot_id: id, message_id: message.id, trigger, owner_id, origin: facts.origin }
      return turn.jobs.hasRoom(owner_id) ? [{ kind: 'postToService', payload }] : ownerNotice(turn, payload)
    })
}

/** How often an owner is told that the servers of their bots are too slow. */
const noticesPerOwner: AttemptLimit = { most: 1, seconds: 3600 }

/** The job that tells the owner of a dropped post, at most once in an hour. */
function ownerNotice({ attempts }: Turn, { bot_id, owner_id, origin }: WebhookPost): Job[] {
  if (!attempts.mayTake(`left out ${owner_id}`, noticesPerOwner)) return []
  const payload: DroppedPost = { bot_id, owner_id, origin }
  return [{ kind: 'tellOfLeftOut', payload }]
}

/** Whether the owner's bots may get one more post. It is counted from now on. */
function mayBeCalled({ attempts, env }: Turn, bot_owner_id: number | null): boolean {
  return env.RATE_LIMITS === 'off' || attempts.mayTake(`posts ${bot_owner_id}`, postsPerOwner)
}
