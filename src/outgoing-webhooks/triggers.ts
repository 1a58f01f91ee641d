import { sharesOf } from '../accounts/account'
import { serviceBots } from '../bots/queries'
import type { ShareIds } from '../core/turn/share-limits'
import { botTypes } from '../accounts/types'
import type { AttemptLimit, Turn, Job } from '../core/turn/change'

/** The reason why a bot is called (endpoints, Bots). */
type Trigger = 'mention' | 'private_message'

/** A post of a message to a bot's server. */
export interface WebhookPost {
  bot_id: number
  message_id: number
  trigger: Trigger
  /** The bot's owner at the time of the message; the bot itself if it has none. */
  owner_id: number
  /** Id of the share of the user who called the bot by the message. */
  caller_share_id: number
  /** The pool that this share is in, if any. */
  caller_pool?: number | undefined
  /** Scheme and host of the realm. */
  origin: string
}

/** A post that was dropped, because too many wait already. */
export type DroppedPost = Pick<WebhookPost, 'bot_id' | 'owner_id' | 'caller_share_id' | 'caller_pool' | 'origin'>

/** The shares of the user who called a bot; null for posts that earlier releases stored, which name no caller. */
export const callerShares = ({
  caller_share_id,
  caller_pool,
}: Partial<Pick<WebhookPost, 'caller_share_id' | 'caller_pool'>>): ShareIds | null =>
  caller_share_id === undefined ? null : [caller_share_id, caller_pool]

/** Maximal number of bots that one message calls. Their replies count for its sender, who should not pay for a crowd of bots. */
const calledBotsLimit = 5

/** Limit of the posts by one share's messages, because slow servers delay the other jobs of the organization. */
const postsPerCaller: AttemptLimit = { maxAttempts: 100, seconds: 60, inMemory: true }

interface SentMessage {
  id: number
  is_private: boolean
  receivers: ReadonlySet<number>
  /** Users with a mention of themselves or of their group. */
  mentioned: readonly number[]
}

/**
 * Jobs that post a message to the outgoing webhook bots that it calls: by a mention in a stream, or as a recipient of a direct
 * message. The job checks whether the bot may read it. Messages of bots call none, because two bots could reply to each other
 * forever. The caller's share pays for the calls, so that nobody can use up the share of a bot's owner. Leaves out bots whose
 * owner has used up the share of the day, because owners pay for long replies (`answerForBot`).
 */
export async function webhookJobs(turn: Turn, message: SentMessage): Promise<Job[]> {
  const { cached, realm_id, actor, facts } = turn
  if (actor.bot_type !== null) return []
  const bots = await cached(serviceBots, realm_id)
  if (bots.size === 0) return []
  const { is_private, receivers, mentioned } = message
  const addressed = is_private ? receivers : new Set(mentioned)
  const ownShares = sharesOf(actor)
  const [caller_share_id, caller_pool] = ownShares
  const trigger: Trigger = is_private ? 'private_message' : 'mention'
  return [...bots.values()]
    .filter(({ id, bot_type }) => bot_type === botTypes.outgoingWebhook && addressed.has(id))
    .slice(0, calledBotsLimit)
    .filter((bot) => turn.hasShareLeft(sharesOf({ ...bot, realm_id })) && mayCall(turn, caller_share_id))
    .flatMap(({ id, bot_owner_id }): Job[] => {
      const post = { bot_id: id, message_id: message.id, owner_id: bot_owner_id ?? id, caller_share_id, caller_pool }
      const payload: WebhookPost = { ...post, trigger, origin: facts.origin }
      return turn.jobs.hasRoom(ownShares) ? [{ kind: 'postToService', payload }] : ownerNotice(turn, payload)
    })
}

/** How often an owner is told that the servers of their bots are too slow. */
const noticesPerOwner: AttemptLimit = { maxAttempts: 1, seconds: 3600 }

/** The job that tells the owner of a dropped post, at most once an hour. */
function ownerNotice(
  { attempts }: Turn,
  { bot_id, owner_id, caller_share_id, caller_pool, origin }: WebhookPost,
): Job[] {
  if (!attempts.mayTake(`left out ${owner_id}`, noticesPerOwner)) return []
  const payload: DroppedPost = { bot_id, owner_id, caller_share_id, caller_pool, origin }
  return [{ kind: 'tellOfLeftOut', payload }]
}

/** Whether the caller may cause one more post. It is counted from now on. */
function mayCall({ attempts, env }: Turn, caller_share_id: number): boolean {
  return env.RATE_LIMITS === 'off' || attempts.mayTake(`posts ${caller_share_id}`, postsPerCaller)
}
