import { serviceBots } from '../bots/queries'
import { tell, type OutgoingEvent, type Turn } from '../core/turn/change'
import { linkifiersOf } from '../linkifiers/queries'
import { showsAddresses } from '../users/email-visibility'
import { members } from '../users/audience'
import { userById } from '../users/queries'
import { messageEvent, type MessageEvent } from './events'
import type { NewMessage } from './queries'
import { flagNames, type MessageView, type Person } from './view'

/** A new message, and who receives it with which flags. */
interface Announcement {
  message: NewMessage
  sender: MessageView['sender']
  /** Null for a private message. */
  stream: { name: string; invite_only: number } | null
  /** Subscribers of the stream, or members of the conversation. */
  receivers: ReadonlySet<number>
  /** Members of the conversation, if the caller has them. */
  people?: readonly Person[]
  /** Bits of rare flags, by receiver. */
  flagged: ReadonlyMap<number, number>
  /** Whether the message is read for this receiver from the start. */
  isRead: (user_id: number) => boolean
}

/**
 * The event of a new message for its receivers and for users who listen to all public streams (events, message). The event is not
 * stored, because it can be made again from the message's row. None if nobody listens.
 */
export async function announce(turn: Turn, announcement: Announcement): Promise<OutgoingEvent[]> {
  const { message, stream, receivers, flagged } = announcement
  const holderIds = new Set([...receivers, ...flagged.keys()].filter((user_id) => turn.listening.has(user_id)))
  const listeners = await otherListeners(turn, stream, holderIds)
  if (holderIds.size + listeners.length === 0) return []
  const services = await turn.cached(serviceBots, turn.realm_id)
  const event = messageEvent(await viewOfNew(turn, announcement), {
    string_id: turn.actor.string_id,
    linkifiers: await turn.cached(linkifiersOf, turn.realm_id),
    client_gravatar: showsAddresses(turn.actor),
    echo: message.queue_id === null ? null : { queue_id: message.queue_id, local_id: message.local_id! },
    flags: [],
    allPublicStreams: false,
  })
  const each: Record<number, Partial<MessageEvent>> = {}
  for (const user_id of holderIds) {
    const flags = flagNames({
      is_read: Number(announcement.isRead(user_id) || services.has(user_id)),
      is_received: Number(receivers.has(user_id)),
      wildcard_mentioned: Number(message.wildcard_mentioned),
      flags: flagged.get(user_id) ?? 0,
    })
    if (flags.length > 0) each[user_id] = { flags }
  }
  for (const user_id of listeners) each[user_id] = { allPublicStreams: true }
  return [{ ...tell([...holderIds, ...listeners], event, each), id: message.event_id }]
}

/** Accounts that do not receive the message, but listen to all public streams. */
async function otherListeners(
  turn: Turn,
  stream: Announcement['stream'],
  holderIds: ReadonlySet<number>,
): Promise<number[]> {
  const listeners = turn.listening.allPublicStreams().filter((user_id) => !holderIds.has(user_id))
  if (listeners.length === 0 || stream === null || stream.invite_only) return []
  const admitted = new Set(await members(turn))
  return listeners.filter((user_id) => admitted.has(user_id))
}

async function viewOfNew(
  turn: Turn,
  { message, sender, stream, receivers, people }: Announcement,
): Promise<MessageView> {
  return { ...message, sender, to: stream?.name ?? people ?? (await membersOf(turn, receivers)) }
}

/** Members of a conversation in the form of its messages. */
async function membersOf({ cached, realm_id }: Turn, user_ids: ReadonlySet<number>): Promise<Person[]> {
  const people: Person[] = []
  for (const user_id of user_ids) {
    const { id, email, full_name } = (await cached(userById, realm_id, user_id))!
    people.push({ id, email, full_name })
  }
  return people
}

/** The combined bits of each user. */
export function bitsByUser(...reasons: readonly [user_ids: readonly number[], bits: number][]): Map<number, number> {
  const flagged = new Map<number, number>()
  for (const [user_ids, bits] of reasons)
    for (const user_id of user_ids) flagged.set(user_id, (flagged.get(user_id) ?? 0) | bits)
  return flagged
}
