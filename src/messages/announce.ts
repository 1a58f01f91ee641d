import { serviceBots } from '../bots/queries'
import { tell, type OutgoingEvent, type Turn } from '../core/turn/change'
import { linkifiersOf } from '../linkifiers/queries'
import { showsAddresses } from '../users/email-visibility'
import { members } from '../users/audience'
import { userById, type UserRow } from '../users/queries'
import { messageEvent, type MessageEvent } from './events'
import type { MessageRow } from './page'
import type { NewMessage } from './queries'
import { flagNames } from './schema'

/** A message that is about to be there, and what its receivers find it to be. */
export interface Announcement {
  message: NewMessage
  sender: Pick<UserRow, 'id' | 'email' | 'delivery_email' | 'full_name' | 'avatar_version' | 'avatar_path'>
  /** Where it goes; null for a private message. */
  stream: { name: string; invite_only: number } | null
  /** Who receives it: subscribers, or the members of the conversation. */
  receivers: ReadonlySet<number>
  /** The members of a conversation, if they are known already. */
  people?: readonly Pick<UserRow, 'id' | 'email' | 'full_name'>[]
  /** Rare flags that it arrives with: by receiver, as bits. */
  flagged: ReadonlyMap<number, number>
  /** Receivers who have read it by the time it arrives. */
  readers: (user_id: number) => boolean
}

/**
 * Tells receivers of a new message, and those who listen to all public streams (events, message). Told again from its
 * row, if need be, so it is not kept. Nothing when nobody listens.
 */
export async function announce(turn: Turn, announcement: Announcement): Promise<OutgoingEvent[]> {
  const { message, stream, receivers, flagged } = announcement
  const told = new Set([...receivers, ...flagged.keys()].filter((user_id) => turn.listening.has(user_id)))
  const listeners = await otherListeners(turn, stream, told)
  if (told.size + listeners.length === 0) return []
  const row = await rowOf(turn, announcement)
  const services = await turn.cached(serviceBots, turn.realm_id)
  const echo = message.queue_id === null ? null : { queue_id: message.queue_id, local_id: message.local_id! }
  const linkifiers = await turn.cached(linkifiersOf, turn.realm_id)
  const { string_id } = turn.actor
  const event = messageEvent(row, { string_id, linkifiers, client_gravatar: showsAddresses(turn.actor), echo })
  const each: Record<number, Partial<MessageEvent>> = {}
  for (const user_id of told) {
    const flags = flagNames({
      is_read: Number(announcement.readers(user_id) || services.has(user_id)),
      is_received: Number(receivers.has(user_id)),
      wildcard_mentioned: Number(message.wildcard_mentioned),
      flags: flagged.get(user_id) ?? 0,
    })
    if (flags.length > 0) each[user_id] = { flags }
  }
  for (const user_id of listeners) each[user_id] = { allPublicStreams: true }
  return [{ ...tell([...told, ...listeners], event, each), id: message.event_id }]
}

/** Who is no receiver but listens to all that is public. */
async function otherListeners(
  turn: Turn,
  stream: Announcement['stream'],
  told: ReadonlySet<number>,
): Promise<number[]> {
  const listeners = turn.listening.allPublicStreams().filter((user_id) => !told.has(user_id))
  if (listeners.length === 0 || stream === null || stream.invite_only) return []
  const admitted = new Set(await members(turn))
  return listeners.filter((user_id) => admitted.has(user_id))
}

/** The message as it will be read; flags are told to each receiver apart. */
async function rowOf(turn: Turn, { message, sender, stream, receivers, people }: Announcement): Promise<MessageRow> {
  return {
    id: message.id,
    sender_id: sender.id,
    sender_email: sender.email,
    sender_full_name: sender.full_name,
    sender_delivery_email: sender.delivery_email,
    sender_avatar_version: sender.avatar_version,
    sender_avatar_path: sender.avatar_path,
    recipient_id: message.recipient_id,
    is_private: Number(message.is_private),
    stream_name: stream === null ? null : stream.name,
    members: stream === null ? JSON.stringify(people ?? (await peopleOf(turn, receivers))) : null,
    topic: message.topic,
    content: message.content,
    rendered_content: message.rendered_content,
    sent_at: message.sent_at,
    client: message.client,
    is_me_message: Number(message.is_me_message),
    wildcard_mentioned: 0,
    submessages: message.submessages,
    last_edit_at: null,
    edit_history: null,
    reactions: null,
    reactors: null,
    is_read: 0,
    is_received: 1,
    flags: null,
  }
}

/** Members of a conversation, as its messages name them. */
async function peopleOf({ cached, realm_id }: Turn, user_ids: ReadonlySet<number>) {
  const users: Pick<UserRow, 'id' | 'email' | 'full_name'>[] = []
  for (const id of user_ids) users.push((await cached(userById, realm_id, id))!)
  return users.map(({ id, email, full_name }) => ({ id, email, full_name }))
}

/** The bits of people flagged for different reasons, together. */
export function flaggedWith(...reasons: readonly [user_ids: readonly number[], bits: number][]): Map<number, number> {
  const flagged = new Map<number, number>()
  for (const [user_ids, bits] of reasons)
    for (const user_id of user_ids) flagged.set(user_id, (flagged.get(user_id) ?? 0) | bits)
  return flagged
}
