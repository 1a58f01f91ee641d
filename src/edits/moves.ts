import { refreshDigests } from '../read-state/digests'
import type { Turn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import { fragment, type Fragment } from '../core/sql/sql'
import { foldCase } from '../core/base/unicode'
import type { MessageRow } from '../messages/message-rows'
import type { TextKey } from '../old-texts/schema'
import { policyAdmits } from '../accounts/policies'
import { settingsOf } from '../accounts/settings'
import { accessContent, assertMayPost } from '../streams/access'
import type { StreamRow } from '../streams/queries'
import { subscriberIds } from '../subscriptions/queries'
import { messagesMovingAlong, idsSubquery, maxMovedMessages, seesOthers, type MessagePlace } from './queries'
import { carryReadState } from './read-state-on-move'
import type { PropagateMode, EditRequest } from './edit-request'

/** A move of messages to another topic or stream. */
export interface Move {
  from: MessagePlace
  to: MessagePlace
  /** Ids of the messages, ascending. */
  ids: number[]
  /** Whether the actor can see no other message in the old topic. */
  isWhole: boolean
  /** The new stream; null if the messages stay in theirs. */
  into: StreamRow | null
  /** Those of the messages whose texts are in the object. */
  old: readonly TextKey[]
}

/** Decides which messages move and where, or refuses. Null if the edit moves nothing. */
export async function planMove(
  turn: Turn,
  message: MessageRow,
  { topic, stream_id }: EditRequest,
  propagate_mode: PropagateMode,
): Promise<Move | null> {
  if (topic === null && stream_id === null) return null
  const into = stream_id === null ? null : await destination(turn, message, stream_id)
  const from = { stream_id: message.recipient_id, topic: message.topic }
  const to = { stream_id: into?.id ?? from.stream_id, topic: topic ?? from.topic }
  const { sql, actor } = turn
  const others =
    propagate_mode === 'change_one'
      ? []
      : await messagesMovingAlong(sql, actor, message, { onlyLater: propagate_mode === 'change_later', to })
  const ids = [message.id, ...others.map(({ id }) => id)].toSorted((a, b) => a - b)
  if (ids.length > maxMovedMessages) throw tooMany(maxMovedMessages)
  if (others.some(({ is_full }) => is_full)) throw editedTooOften()
  const named = {
    ...message,
    moved_bytes: message.is_moved
      ? Buffer.byteLength(message.content) + Buffer.byteLength(message.rendered_content)
      : null,
  }
  const old = [named, ...others].filter(({ moved_bytes }) => moved_bytes !== null)
  if (old.reduce((sum, { moved_bytes }) => sum + moved_bytes!, 0) > maxReturnedBytes) throw tooMuchOldText()
  if (into !== null) await assertFewReaders(turn, into, ids.length)
  const isWhole = propagate_mode === 'change_all' || !(await seesOthers(sql, actor, from, JSON.stringify(ids)))
  return { from, to, ids, isWhole, into, old }
}

/** The new stream, if the actor may move messages there (behaviour, Editing and moving). */
async function destination(turn: Turn, message: MessageRow, stream_id: number): Promise<StreamRow> {
  const { actor, now } = turn
  if (!policyAdmits(settingsOf(actor).move_messages_between_streams_policy, actor, now))
    throw refused("You don't have permission to move this message")
  await accessContent(turn, { stream_id: message.recipient_id })
  const accessed = await accessContent(turn, { stream_id })
  await assertMayPost(turn, accessed)
  return accessed.stream
}

/** Maximal number of read states that a move carries along: readers of the new stream times messages. */
const maxCarriedReadStates = 1_000_000

async function assertFewReaders({ cached }: Turn, into: StreamRow, amount: number): Promise<void> {
  const readers = (await cached(subscriberIds, into.id)).size
  if (readers * amount > maxCarriedReadStates) throw tooMany(Math.floor(maxCarriedReadStates / readers))
}

/** Maximal bytes of texts that a move brings back from the object, in one transaction. */
const maxReturnedBytes = 8_000_000

const tooMuchOldText = () =>
  refused('Too many old messages to move at once: their texts have more than 8 MB. Move fewer of them')

const tooMany = (limit: number) => refused(`Too many messages to move at once (limit: ${limit})`)

export const editedTooOften = () => refused('This message was edited too often to be edited again')

/** Writes of a move, except the edit history of the message in the request. A few statements for any number of messages. */
export function moveWrites(
  { from, to, ids, into }: Move,
  named: MessageRow,
  { user_id, timestamp }: { user_id: number; timestamp: number },
): Fragment[] {
  const all = JSON.stringify(ids)
  const others = JSON.stringify(ids.filter((id) => id !== named.id))
  const renames = to.topic !== from.topic
  return [
    ...(into === null
      ? []
      : carryReadState({ ids: all, lowest: ids[0]!, highest: ids.at(-1)!, from_stream_id: from.stream_id, to: into })),
    ...(ids.length > 1 ? [recordMove(others, { from, to, renames }, { user_id, timestamp })] : []),
    fragment`
      update message set recipient_id = ${to.stream_id}
        ${renames ? fragment`, topic = ${to.topic}, topic_key = ${foldCase(to.topic)}` : fragment``}
      where id in ${idsSubquery(all)}`,
    refreshDigests(ids),
  ]
}

/**
 * Prepends an entry to the history of each message. The JSON is built as text with the numbers in it, because D1 binds every
 * number as a float, which would be visible in JSON.
 */
function recordMove(
  ids: string,
  { from, to, renames }: { from: MessagePlace; to: MessagePlace; renames: boolean },
  { user_id, timestamp }: { user_id: number; timestamp: number },
): Fragment {
  const start = `[{"user_id":${user_id},"timestamp":${timestamp}`
  const moved = to.stream_id === from.stream_id ? '' : `,"prev_stream":${from.stream_id},"stream":${to.stream_id}`
  // Messages may spell the old topic differently, and some may already have the new one.
  const renamed = renames
    ? fragment`iif(topic = ${to.topic}, '', ',"prev_topic":' || json_quote(topic) || ',"topic":' || json_quote(${to.topic}))`
    : fragment`''`
  return fragment`
    update message
    set last_edit_at = ${timestamp},
      edit_history = ${start} || ${renamed} || ${moved} || '}'
        || iif(edit_history is null, ']', ',' || substr(edit_history, 2))
    where id in ${idsSubquery(ids)}`
}
