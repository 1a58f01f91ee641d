import { tell, type Change, type OutgoingEvent, type Turn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import { foldCase } from '../core/base/unicode'
import type { Fragment } from '../core/sql/sql'
import { invalidMessages } from '../user-messages/visible'
import { isServiceBot } from '../accounts/types'
import { accessStream } from '../streams/access'
import { bit } from '../user-messages/bits'
import { unreadDetails } from './details'
import { flagsEvent, type FlagsEvent } from './events'
import type { EditableFlag } from './names'
import {
  allVisible,
  changeBit,
  clearUnreadMarks,
  countVisible,
  hasMessageOfTopic,
  moveLines,
  markAllRead,
  markStreamRead,
  markReadWords,
  unreadOfTopic,
} from './queries'
import { unreadOfStreams } from './unread-of-streams'

interface FlagInput {
  messages: number[]
  op: 'add' | 'remove'
  flag: EditableFlag
}

/** Messages marked unread at once: clients are told more of each, and all of it stands in one row. */
const mostUnread = 5000

/**
 * Changes a personal flag of messages; one that may not be seen fails them all. Where a program answers for the actor, all
 * stays read, whatever is asked.
 */
export async function updateFlags(
  turn: Turn,
  { messages, op, flag }: FlagInput,
): Promise<Change<{ messages: number[] }>> {
  const { actor } = turn
  const amount = new Set(messages).size
  if (flag === 'read' && op === 'remove' && amount > mostUnread)
    throw refused(`Too many messages to mark unread at once (limit: ${mostUnread})`)
  const asked = JSON.stringify(messages)
  const isRead = flag === 'read' && (op === 'add' || isServiceBot(actor))
  return {
    precondition: {
      query: countVisible(actor, asked),
      condition: allVisible(actor, asked, amount),
      verify([row]) {
        if (row!['visible'] !== amount) throw invalidMessages()
      },
    },
    writes: isRead ? markRead(turn, { asked, amount }) : [changeBit(actor, { asked, amount, ...bitChange(flag, op) })],
    result: { messages },
    events: [await flagsChanged(turn, { messages, asked, op: isRead ? 'add' : op, flag })],
  }
}

/** Names the messages as they were asked for, changed or not. What makes them unread must be counted, so it tells more. */
async function flagsChanged(
  { actor, sql, listening }: Turn,
  { messages, asked, op, flag }: FlagInput & { asked: string },
): Promise<OutgoingEvent> {
  const isCounted = flag === 'read' && op === 'remove' && listening.has(actor.id)
  const more = isCounted ? { message_details: await unreadDetails(sql, actor.id, asked) } : {}
  return tell([actor.id], flagsEvent({ op, flag }, messages, more))
}

const nowRead = (actor_id: number, messages: number[], more?: Partial<FlagsEvent>): OutgoingEvent =>
  tell([actor_id], flagsEvent({ op: 'add', flag: 'read' }, messages, more))

const markRead = ({ actor, upcoming }: Turn, asked: { asked: string; amount: number }): Fragment[] => [
  ...moveLines(actor, { ...asked, next_message_id: upcoming('message') }),
  markReadWords(actor, asked),
  clearUnreadMarks(actor, asked),
]

/** Being unread again is a bit of its own. */
function bitChange(flag: FlagInput['flag'], op: FlagInput['op']): { bits: number; set: boolean } {
  if (flag === 'read') return { bits: bit.markedUnread, set: true }
  return { bits: bit[flag], set: op === 'add' }
}

export async function markAllAsRead({ actor, upcoming }: Turn): Promise<Change> {
  return {
    writes: markAllRead(actor.id, upcoming('message')),
    result: {},
    events: [nowRead(actor.id, [], { all: true })],
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
    events: [nowRead(actor.id, unread.get(actor.id) ?? [])],
  }
}

/** Marks one topic read; without a name, the whole stream (endpoints, Read marking). */
export async function markTopicAsRead(
  turn: Turn,
  { stream_id, topic_name }: { stream_id: number; topic_name: string },
): Promise<Change> {
  const topic_key = foldCase(topic_name.trim())
  if (topic_key === '') return markStreamAsRead(turn, { stream_id })
  const { actor, sql } = turn
  const { stream } = await accessStream(turn, { stream_id })
  if (!(await hasMessageOfTopic(sql, actor.id, stream.id, topic_key))) throw refused(`No such topic '${topic_name}'`)
  const unread = await unreadOfTopic(sql, actor.id, stream.id, topic_key)
  return {
    writes: markRead(turn, { asked: JSON.stringify(unread), amount: unread.length }),
    result: {},
    events: [nowRead(actor.id, unread)],
  }
}
