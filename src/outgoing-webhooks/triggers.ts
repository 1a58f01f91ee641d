import { shareOf } from '../accounts/account'
import { serviceBots } from '../bots/queries'
import { botTypes } from '../accounts/types'
import type { AttemptLimit, Turn, Job } from '../core/turn/change'

/** Why a bot is called (endpoints, Bots). */
export type Trigger = 'mention' | 'private_message'

/** What is posted, to whom, and what for. */
export interface Post {
  bot_id: number
  message_id: number
  trigger: Trigger
  /** Who owned it then, on whose behalf it is posted; the bot itself when nobody does. */
  owner_id: number
  /** Where the realm is reached. */
  origin: string
}

/** A post that was left out, because too many wait already. */
export type LeftOut = Pick<Post, 'bot_id' | 'owner_id' | 'origin'>

/** Bots that one message calls; whoever writes to more does not mean each of them. */
const mostCalled = 20

/** Posts to all bots of one owner in a minute: slow receivers hold up whatever else an organization has to do. */
const posts: AttemptLimit = { most: 100, seconds: 60, inMemory: true }

interface Sent {
  id: number
  is_private: boolean
  receivers: ReadonlySet<number>
  /** Whom mentions of them or of their groups call. */
  mentioned: readonly number[]
}

/**
 * Posts a message to the outgoing webhooks that it calls: those that it mentions in a stream, or that receive it privately.
 * Whether they may read it is seen when it is posted. What a bot says calls none, or two of them would talk for ever.
 * Bots that are called too often are left out, and those whose owner has used up the share of the day: their answers count
 * towards it.
 */
export async function postsTo(turn: Turn, message: Sent): Promise<Job[]> {
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
      const payload: Post = { bot_id: id, message_id: message.id, trigger, owner_id, origin: facts.origin }
      return turn.jobs.hasRoom(owner_id) ? [{ kind: 'postToService', payload }] : leftOut(turn, payload)
    })
}

/** How often an owner is told that their bots' receivers are too slow. */
const told: AttemptLimit = { most: 1, seconds: 3600 }

/** What does not fit any more is not posted, and once in an hour the owner is told. */
function leftOut({ attempts }: Turn, { bot_id, owner_id, origin }: Post): Job[] {
  if (!attempts.mayTake(`left out ${owner_id}`, told)) return []
  const payload: LeftOut = { bot_id, owner_id, origin }
  return [{ kind: 'tellOfLeftOut', payload }]
}

/** Whether there may be one more post to bots of this owner, which counts from now on. */
function mayBeCalled({ attempts, env }: Turn, bot_owner_id: number | null): boolean {
  return env.RATE_LIMITS === 'off' || attempts.mayTake(`posts ${bot_owner_id}`, posts)
}
