import { changeBit, markAllRead, markStreamRead, rowsOfFlag } from './writes'
import { tell, type Change, type OutgoingEvent, type Turn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import { foldCase } from '../core/base/unicode'
import { invalidMessages } from '../user-messages/visible'
import { isServiceBot } from '../accounts/types'
import { accessStream, letsIn } from '../streams/access'
import { bit } from '../user-messages/bits'
import { unreadDetails } from '../read-state/unread-details'
import { flagsEvent, type FlagsEvent } from './events'
import type { EditableFlag } from './editable-flags'
import { toBeRead } from '../read-state/mark-read'
import { allVisible, countVisible, hasMessageOfTopic, unreadOfTopic } from './queries'
import { unreadOfStreams } from '../read-state/unread-of-streams'

interface FlagInput {
  messages: number[]
  op: 'add' | 'remove'
  flag: EditableFlag
}

/** Most messages marked unread at once: the event has details of each, and must fit into one row. */
const mostUnread = 5000

/**
 * Changes a personal flag of messages. One message that the actor may not see fails the whole change. For bots that a
 * program answers for, every message stays read (endpoints, Flags). Marks as read are `markAsRead`.
 */
export async function updateFlags(
  turn: Turn,
  { messages, op, flag }: FlagInput,
): Promise<Change<{ messages: number[] }>> {
  const { actor } = turn
  const distinct = [...new Set(messages)]
  const amount = distinct.length
  if (flag === 'read' && op === 'remove' && amount > mostUnread)
    throw refused(`Too many messages to mark unread at once (limit: ${mostUnread})`)
  if (flag === 'read' && isServiceBot(actor)) return markAsRead(turn, { messages })
  const asked = JSON.stringify(distinct)
  return {
    precondition: {
      query: countVisible(actor, asked),
      condition: allVisible(actor, asked, amount),
      verify([row]) {
        if (row!['visible'] !== amount) throw invalidMessages()
      },
    },
    writes: [changeBit(actor, { asked, amount, ...bitChange(flag, op) })],
    result: { messages },
    rows: rowsOfFlag * amount,
    events: [await changedEvent(turn, { messages: distinct, asked, op, flag })],
  }
}

/** Marks messages as read, together with what others read. */
export async function markAsRead(
  turn: Turn,
  { messages }: { messages: number[] },
): Promise<Change<{ messages: number[] }>> {
  return { writes: [], result: { messages }, gathers: toBeRead(turn, messages) }
}

/** Names all messages of the request once, changed or not. Clients count what became unread, so they get details of it. */
async function changedEvent(
  { actor, sql, listening }: Turn,
  { messages, asked, op, flag }: FlagInput & { asked: string },
): Promise<OutgoingEvent> {
  const isCounted = flag === 'read' && op === 'remove' && listening.has(actor.id)
  const more = isCounted ? { message_details: await unreadDetails(sql, actor, asked) } : {}
  return tell([actor.id], flagsEvent({ op, flag }, messages, more))
}

const markedReadEvent = (actor_id: number, messages: number[], more?: Partial<FlagsEvent>): OutgoingEvent =>
  tell([actor_id], flagsEvent({ op: 'add', flag: 'read' }, messages, more))

/** Bits that a flag stands for. A message that is unread again has a bit of its own. */
function bitChange(flag: FlagInput['flag'], op: FlagInput['op']): { bits: number; set: boolean } {
  if (flag === 'read') return { bits: bit.markedUnread, set: true }
  return { bits: bit[flag], set: op === 'add' }
}

export async function markAllAsRead({ actor, upcoming }: Turn): Promise<Change> {
  return {
    writes: markAllRead(actor.id, upcoming('message')),
    result: {},
    events: [markedReadEvent(actor.id, [], { all: true })],
  }
}

export async function markStreamAsRead(turn: Turn, { stream_id }: { stream_id: number }): Promise<Change> {
  const { actor, sql, listening, upcoming } = turn
  const { stream } = await accessStream(turn, { stream_id })
  const unread = listening.has(actor.id)
    ? await unreadOfStreams(sql, [{ user_id: actor.id, stream_id: stream.id }])
    : new Map<number, number[]>()
  return {
    writes: markStreamRead(actor.id, stream.id, upcoming('message')),
    result: {},
    events: [markedReadEvent(actor.id, unread.get(actor.id) ?? [])],
  }
}

/** Marks a topic as read; the whole stream if the name is empty (endpoints, Read marking). */
export async function markTopicAsRead(
  turn: Turn,
  { stream_id, topic_name }: { stream_id: number; topic_name: string },
): Promise<Change> {
  const topic_key = foldCase(topic_name.trim())
  if (topic_key === '') return markStreamAsRead(turn, { stream_id })
  const { actor, sql } = turn
  const { stream, subscribed } = await accessStream(turn, { stream_id })
  // Where only administrators know of a stream, they read none of its topics.
  if (!letsIn(stream, subscribed) || !(await hasMessageOfTopic(sql, actor.id, stream.id, topic_key)))
    throw refused(`No such topic '${topic_name}'`)
  const unread = await unreadOfTopic(sql, actor.id, stream.id, topic_key)
  return { writes: [], result: {}, gathers: toBeRead({ ...turn, connection: null }, unread) }
}
