import { refused } from '../core/base/errors'
import { foldCase } from '../core/base/unicode'
import { tell, type Change, type OutgoingEvent, type Turn } from '../core/turn/change'
import { flagsEvent, type FlagsEvent } from '../flags/events'
import { accessStream, letsIn } from '../streams/access'
import { gatherReadMarks } from './mark-read'
import { hasMessageOfTopic, unreadOfTopic } from './queries'
import { unreadOfStreams } from './unread-of-streams'
import { markAllRead, markStreamRead } from './writes'

/** Marks messages as read, in one batch with the marks of others. */
export async function markAsRead(
  turn: Turn,
  { messages }: { messages: number[] },
): Promise<Change<{ messages: number[] }>> {
  return { writes: [], result: { messages }, gathers: gatherReadMarks(turn, messages) }
}

const markedReadEvent = (actor_id: number, messages: number[], more?: Partial<FlagsEvent>): OutgoingEvent =>
  tell([actor_id], flagsEvent({ op: 'add', flag: 'read' }, messages, more))

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

/** Marks a topic as read, or the whole stream if the name is empty (endpoints, Read marking). */
export async function markTopicAsRead(
  turn: Turn,
  { stream_id, topic_name }: { stream_id: number; topic_name: string },
): Promise<Change> {
  const topic_key = foldCase(topic_name.trim())
  if (topic_key === '') return markStreamAsRead(turn, { stream_id })
  const { actor, sql } = turn
  const { stream, subscribed } = await accessStream(turn, { stream_id })
  // Streams that only administrators know of have no topics for them to read.
  if (!letsIn(stream, subscribed) || !(await hasMessageOfTopic(sql, actor.id, stream.id, topic_key)))
    throw refused(`No such topic '${topic_name}'`)
  const unread = await unreadOfTopic(sql, actor.id, stream.id, topic_key)
  return { writes: [], result: {}, gathers: gatherReadMarks({ ...turn, connection: null }, unread) }
}
