import type { Change, Turn } from '../core/change'
import { refused } from '../core/errors'
import { foldCase } from '../core/unicode'
import type { Fragment } from '../core/sql'
import { invalidMessages } from '../messages/access'
import { accessStream } from '../streams/access'
import { bit } from './bits'
import type { EditableFlag } from './names'
import {
  changeBit,
  clearUnreadMarks,
  countVisible,
  hasMessageOfTopic,
  moveLines,
  readEverything,
  readStream,
  readWords,
  unreadOfTopic,
} from './queries'

interface FlagInput {
  messages: number[]
  op: 'add' | 'remove'
  flag: EditableFlag
}

/** Changes a personal flag of messages; one that may not be seen fails them all. */
export async function updateFlags(
  turn: Turn,
  { messages, op, flag }: FlagInput,
): Promise<Change<{ messages: number[] }>> {
  const { actor } = turn
  const amount = new Set(messages).size
  const asked = JSON.stringify(messages)
  return {
    check: {
      ask: countVisible(actor, asked),
      judge([row]) {
        if (row!['visible'] !== amount) throw invalidMessages()
      },
    },
    writes:
      flag === 'read' && op === 'add'
        ? markRead(turn, { asked, amount })
        : [changeBit(actor, { asked, amount, ...bitChange(flag, op) })],
    result: { messages },
  }
}

const markRead = ({ actor, upcoming }: Turn, asked: { asked: string; amount: number }): Fragment[] => [
  ...moveLines(actor, { ...asked, next_message_id: upcoming('message') }),
  readWords(actor, asked),
  clearUnreadMarks(actor, asked),
]

/** Being unread again is a bit of its own. */
function bitChange(flag: FlagInput['flag'], op: FlagInput['op']): { bits: number; set: boolean } {
  if (flag === 'read') return { bits: bit.markedUnread, set: true }
  return { bits: bit[flag], set: op === 'add' }
}

export async function markAllAsRead({ actor, upcoming }: Turn): Promise<Change> {
  return { writes: readEverything(actor.id, upcoming('message')), result: {} }
}

export async function markStreamAsRead(turn: Turn, { stream_id }: { stream_id: number }): Promise<Change> {
  const { stream } = await accessStream(turn, { stream_id })
  return { writes: readStream(turn.actor.id, stream.id, turn.upcoming('message')), result: {} }
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
  return { writes: markRead(turn, { asked: JSON.stringify(unread), amount: unread.length }), result: {} }
}
