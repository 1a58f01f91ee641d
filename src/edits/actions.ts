import { joinSteps, type Change, type Job, type Turn } from '../core/turn/change'
import { inOrder } from '../core/live/event-log'
import { fragment, type Fragment } from '../core/sql/sql'
import { renderedContentVersion } from '../markdown/render'
import type { MessageRow } from '../messages/message-rows'
import { deleteIndexEntries, insertIndexEntries } from '../messages/search-index'
import { removeSoon } from '../old-texts/actions'
import { oldTexts } from '../old-texts/reading'
import { noteReturns, returnTexts } from '../old-texts/writes'
import { notify } from '../notifications/occasion'
import { settingsOf } from '../accounts/settings'
import { accessMessage, assertMayEdit } from './access'
import { editEvents } from './announce'
import { newContent, type NewContent } from './content'
import { editedTooOften, moveWrites, planMove, type Move } from './moves'
import { keptHistory } from './history'
import { moveMutes } from './mutes-on-move'
import { moveNotices } from './move-notices'
import { idsSubquery, longestHistory } from './queries'
import { storedEdits, type Edit } from './schema'
import { editRequest, type EditInput, type EditRequest } from './edit-request'

/** Edits a message's content, or moves it and others of its topic (behaviour, Editing and moving). */
export async function editMessage(turn: Turn, input: EditInput): Promise<Change> {
  const message = await accessMessage(turn, input.message_id)
  const request = editRequest(settingsOf(turn.actor), message, input)
  assertMayEdit(turn, message, request)
  return changeMessage(turn, message, request, input)
}

/**
 * Writes new content in the place of a message that tells how something stands, such as a build. Time limits of edits are for
 * people, so they do not count.
 */
export const replaceContent = (turn: Turn, message: MessageRow, content: string): Promise<Change> =>
  changeMessage(turn, message, { content, topic: null, stream_id: null }, inPlace)

type EditWay = Pick<EditInput, 'propagate_mode' | 'send_notification_to_old_thread' | 'send_notification_to_new_thread'>

const inPlace: EditWay = {
  propagate_mode: 'change_one',
  send_notification_to_old_thread: false,
  send_notification_to_new_thread: false,
}

async function changeMessage(turn: Turn, message: MessageRow, request: EditRequest, way: EditWay): Promise<Change> {
  const { actor } = turn
  const { propagate_mode } = way
  const content = request.content === null ? null : await newContent(turn, message, request.content)
  const move = await planMove(turn, message, request, propagate_mode)

  const stamp = { user_id: actor.id, timestamp: Math.floor(turn.now) }
  const history = recordEdit(message, { ...stamp, ...before(message, content, move) })
  const notified = { old_topic: way.send_notification_to_old_thread, new_topic: way.send_notification_to_new_thread }
  const old = await oldTextsBack(turn, message, move)
  const writes = reindexed(
    [...new Set([...rewordedIds(message, content, move), ...old.ids])],
    [
      ...old.writes,
      ...(content?.writes ?? []),
      ...(move === null ? [] : [...moveWrites(move, message, stamp), ...moveMutes(turn.realm_id, move)]),
      history,
    ],
  )
  // The events of notices about the move must come after those of the edit.
  const events = inOrder(turn, [
    ...(await editEvents(turn, { message, content, move, propagate_mode, ...stamp })),
    ...(content?.events ?? []),
  ])
  const notification = await notifyOfNewMentions(turn, message, content)
  const jobs = [...(content?.jobs ?? []), ...(notification.jobs ?? [])]
  return {
    ...joinSteps(
      { writes, events, jobs: [...jobs, ...old.jobs] },
      move === null ? null : await moveNotices(turn, move, notified),
    ),
    result: {},
    ...(notification.wakesAt !== undefined && { wakesAt: notification.wakesAt }),
  }
}

/**
 * Brings texts of the message, and of those that move along, back from the object, because nothing of a text there may change. Writes come
 * after the removal of the entries from the search index.
 */
async function oldTextsBack(
  turn: Turn,
  message: MessageRow,
  move: Move | null,
): Promise<{ ids: readonly number[]; writes: readonly Fragment[]; jobs: readonly Job[] }> {
  const keys = move?.old ?? (message.is_moved ? [message] : [])
  if (keys.length === 0) return { ids: [], writes: [], jobs: [] }
  const texts = await oldTexts(turn.sql, keys, ['content', 'rendered_content'])
  const ids = keys.map(({ id }) => id)
  const writes = [...noteReturns(turn.realm_id, ids, turn.now), ...returnTexts([...texts.values()])]
  return { ids, writes, jobs: await removeSoon(turn) }
}

/** Notifies those whom the message did not mention before. In a direct message they were notified of it already. */
async function notifyOfNewMentions(turn: Turn, { id, is_private }: MessageRow, content: NewContent | null) {
  if (content === null || is_private || content.newlyMentioned.length === 0) return {}
  const mentioned = new Set(content.newlyMentioned)
  return notify(turn, { message_id: id, actor_id: turn.actor.id, concerned: mentioned, mentioned })
}

/** The parts of an edit's history entry that say what changed. */
function before(message: MessageRow, content: NewContent | null, move: Move | null): Partial<Edit> {
  const renames = move !== null && move.to.topic !== move.from.topic
  return {
    ...(content !== null && {
      prev_content: message.content,
      prev_rendered_content: message.rendered_content,
      prev_rendered_content_version: renderedContentVersion,
    }),
    ...(renames && { prev_topic: message.topic, topic: move.to.topic }),
    ...(move !== null && move.into !== null && { prev_stream: message.recipient_id, stream: move.to.stream_id }),
  }
}

function recordEdit({ id, edit_history }: MessageRow, edit: Edit): Fragment {
  const maxBytes = edit.prev_content === undefined ? longestHistory.moved : longestHistory.edited
  const history = keptHistory([edit, ...storedEdits(edit_history)], maxBytes)
  if (history === null) throw editedTooOften()
  return fragment`
    update message set last_edit_at = ${edit.timestamp}, edit_history = ${history}
    where id = ${id}`
}

/** Ids of the messages whose words in the search index change. */
function rewordedIds({ id }: MessageRow, content: NewContent | null, move: Move | null): readonly number[] {
  if (move !== null && move.to.topic !== move.from.topic) return move.ids
  return content === null ? [] : [id]
}

/** Surrounds the writes of an edit with the removal of messages from the search index and their insertion. */
function reindexed(ids: readonly number[], writes: readonly Fragment[]): Fragment[] {
  if (ids.length === 0) return [...writes]
  const all = idsSubquery(JSON.stringify(ids))
  return [deleteIndexEntries(all), ...writes, insertIndexEntries(all)]
}
