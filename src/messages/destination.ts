import { insertConversation } from './writes'
import { invalidation, type Invalidation } from '../core/turn/query-cache'
import { type Turn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import type { Fragment } from '../core/sql/sql'
import { settingsOf } from '../accounts/settings'
import { assertMayPost, findStream, streamDoesNotExist } from '../streams/access'
import type { StreamRow } from '../streams/queries'
import { subscriberIds } from '../subscriptions/queries'
import { recipientsNamed, type Recipient } from '../users/recipients'
import { conversationOf, memberKey } from './queries'
import { namedPeople, namedStream } from './recipients'
import { topicName } from './text'

/** A destination as a client names it. */
interface Address {
  type: 'stream' | 'private'
  to: string
  topic?: string | undefined
}

/** The place that a message goes to, and the accounts that receive it. */
export interface Destination {
  /** Null for people who never talked. */
  recipient_id: number | null
  is_private: boolean
  topic: string
  receivers: ReadonlySet<number>
  /** Null for private messages. */
  stream: StreamRow | null
}

/** The destination of a message, if the actor may send there (endpoints, Sending). */
export const destination = (turn: Turn, address: Address): Promise<Destination> =>
  address.type === 'stream' ? streamDestination(turn, address) : conversationDestination(turn, address)

async function streamDestination(turn: Turn, address: Address): Promise<Destination> {
  const { actor, cached } = turn
  const ref = namedStream(address.to)
  const topic = topicName(address.topic, { mandatory: settingsOf(actor).mandatory_topics })
  const stream = await findStream(cached, actor, ref)
  if (stream === null) throw streamDoesNotExist(ref)
  const receivers = await cached(subscriberIds, stream.id)
  await assertMayPost(turn, { stream, subscribed: receivers.has(actor.id) })
  return { recipient_id: stream.id, is_private: false, topic, receivers, stream }
}

async function conversationDestination(turn: Turn, { to }: Address): Promise<Destination> {
  const { actor, cached } = turn
  const people = await recipients(turn, namedPeople(to))
  const user_ids = [...new Set([actor.id, ...people.map(({ id }) => id)])]
  assertMayWritePrivately(
    turn,
    people.filter(({ id }) => id !== actor.id),
  )
  const recipient_id = await cached(conversationOf, memberKey(user_ids))
  return { recipient_id, is_private: true, topic: '', receivers: new Set(user_ids), stream: null }
}

/** The recipient id of a destination. A new conversation has to be stored for people without one. */
export function withRecipientId(
  { next }: Turn,
  { recipient_id, receivers }: Destination,
): { recipient_id: number; writes: Fragment[]; invalidates: Invalidation[] } {
  if (recipient_id !== null) return { recipient_id, writes: [], invalidates: [] }
  const id = next('recipient')
  const user_ids = [...receivers]
  return {
    recipient_id: id,
    writes: insertConversation(id, user_ids),
    invalidates: [invalidation(conversationOf, memberKey(user_ids))],
  }
}

async function recipients(turn: Turn, named: number[] | string[]): Promise<Recipient[]> {
  const found = await recipientsNamed(turn, named)
  return found.map((user, place) => {
    const one = named[place]
    if (user === null) throw refused(typeof one === 'number' ? `Invalid user ID ${one}` : `Invalid email '${one}'`)
    if (!user.is_active) throw refused(`'${user.email}' is no longer using this organization.`)
    return user
  })
}

const privateMessagesDisabled = 2

function assertMayWritePrivately({ actor }: Turn, others: Recipient[]): void {
  if (settingsOf(actor).private_message_policy !== privateMessagesDisabled || actor.bot_type !== null) return
  if (others.length === 1 && others[0]!.bot_type !== null) return
  throw refused('Private messages are disabled in this organization.')
}
