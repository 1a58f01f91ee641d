import { serviceBots } from '../bots/queries'
import { botTypes } from '../bots/types'
import type { Turn } from '../core/change'
import type { Errand } from '../core/errands'

/** Why a bot is called (endpoints, Bots). */
export type Trigger = 'mention' | 'private_message'

/** What is posted, to whom, and what for. */
export interface Post {
  bot_id: number
  message_id: number
  trigger: Trigger
  /** Where the realm is reached. */
  origin: string
}

/** Bots that one message calls; whoever writes to more does not mean each of them. */
const mostCalled = 20

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
 */
export async function postsTo({ known, realm_id, actor, facts }: Turn, message: Sent): Promise<Errand[]> {
  if (actor.bot_type !== null) return []
  const bots = await known(serviceBots, realm_id)
  if (bots.size === 0) return []
  const { is_private, receivers, mentioned } = message
  const addressed = is_private ? receivers : new Set(mentioned)
  const trigger: Trigger = is_private ? 'private_message' : 'mention'
  return [...bots.values()]
    .filter(({ id, bot_type }) => bot_type === botTypes.outgoingWebhook && addressed.has(id))
    .slice(0, mostCalled)
    .map(({ id }): Errand => {
      const about: Post = { bot_id: id, message_id: message.id, trigger, origin: facts.origin }
      return { kind: 'postToService', about }
    })
}
