import { tell, type SystemTurn, type OutgoingEvent, type Turn } from '../core/turn/change'
import { bit } from '../user-messages/bits'
import { linkifiersOf } from '../linkifiers/queries'
import type { Linkifier } from '../markdown/linkifiers'
import { renderedContentVersion } from '../markdown/render'
import { topicLinks } from '../markdown/topic-links'
import { messageViewers, withAccess, type MessageViewer } from '../messages/audience'
import type { MessageRow } from '../messages/message-rows'
import { flagNames } from '../messages/view'
import type { StreamRow } from '../streams/queries'
import { subscriberIds } from '../subscriptions/queries'
import type { NewContent } from './content'
import type { UpdateEvent } from './events'
import { usersLosingAccess } from './losing-access'
import type { Move } from './moves'
import { mutedTopicsEvents } from './mutes-on-move'
import type { PropagateMode } from './edit-request'

interface AnnouncedEdit {
  /** The message before the edit. */
  message: MessageRow
  content: NewContent | null
  move: Move | null
  propagate_mode: PropagateMode
  user_id: number
  timestamp: number
}

/**
 * Events of an edit for users who have the message or get it by a move, and for users who muted its topic. For users who lose access
 * by a move, the messages are deleted (events, update_message, delete_message). Reads nothing if nobody listens.
 */
export async function editEvents(turn: Turn, edit: AnnouncedEdit): Promise<OutgoingEvent[]> {
  if (turn.listening.users().length === 0) return []
  const { message, content, move } = edit
  const viewers = await messageViewers(turn, message)
  const usersWithoutAccess = move === null || move.into === null ? [] : await usersLosingAccess(turn, move, move.into)
  const keeping = viewers.filter(({ user_id }) => !usersWithoutAccess.includes(user_id))
  const each: Record<number, Partial<UpdateEvent>> = {}
  for (const viewer of keeping) each[viewer.user_id] = { flags: flagsAfter(viewer, content) }
  if (move !== null && move.into !== null) Object.assign(each, await eventsForGainers(turn, move, move.into, viewers))
  return [
    tell(Object.keys(each).map(Number), updateEvent(edit, await turn.cached(linkifiersOf, turn.realm_id)), each),
    ...(move === null || usersWithoutAccess.length === 0 ? [] : [deletionForLosers(usersWithoutAccess, move)]),
    ...(move === null ? [] : await mutedTopicsEvents(turn, move)),
  ]
}

/**
 * What differs in the event for subscribers of the new stream who could not find the messages before. Without it their clients would
 * show the new stream without these messages. Nobody gets the name of a stream that they may not know of.
 */
async function eventsForGainers(
  turn: Turn,
  { from }: Move,
  into: StreamRow,
  viewers: readonly MessageViewer[],
): Promise<Record<number, Partial<UpdateEvent>>> {
  const subscribers = await turn.cached(subscriberIds, into.id)
  const before = new Set(viewers.map(({ user_id }) => user_id))
  const gainers = turn.listening.users().filter((id) => subscribers.has(id) && !before.has(id))
  const knowing = new Set(await withAccess(turn, from.stream_id, gainers))
  const flags = ['read']
  return Object.fromEntries(gainers.map((id) => [id, knowing.has(id) ? { flags } : { flags, stream_name: '' }]))
}

function updateEvent(
  { message, content, move, propagate_mode, user_id, timestamp }: AnnouncedEdit,
  linkifiers: readonly Linkifier[],
): UpdateEvent {
  const renames = move !== null && move.to.topic !== move.from.topic
  return {
    type: 'update_message',
    user_id,
    edit_timestamp: timestamp,
    message_id: message.id,
    message_ids: move?.ids ?? [message.id],
    flags: [],
    rendering_only: false,
    ...(message.stream_name !== null && { stream_id: message.recipient_id, stream_name: message.stream_name }),
    ...(content !== null && {
      orig_content: message.content,
      orig_rendered_content: message.rendered_content,
      content: content.content,
      rendered_content: content.html,
      prev_rendered_content_version: renderedContentVersion,
      is_me_message: content.is_me_message,
    }),
    ...(move !== null && { propagate_mode, orig_subject: message.topic }),
    ...(renames && { subject: move.to.topic, topic_links: topicLinks(move.to.topic, linkifiers) }),
    ...(move !== null && move.into !== null && { new_stream_id: move.into.id }),
  }
}

/** A message with its new HTML. */
type RenderedMessage = Pick<MessageRow, 'id' | 'recipient_id' | 'stream_name' | 'content' | 'rendered_content'>

/** Event for users who have a message whose HTML changed without an edit (events, update_message, `rendering_only`). */
export async function renderingEvent(turn: SystemTurn, message: RenderedMessage): Promise<OutgoingEvent[]> {
  const { id, recipient_id, stream_name, content, rendered_content } = message
  const each: Record<number, Partial<UpdateEvent>> = {}
  for (const viewer of await messageViewers(turn, { id, recipient_id, is_private: Number(stream_name === null) }))
    each[viewer.user_id] = { flags: flagsAfter(viewer, null) }
  const event: UpdateEvent = {
    type: 'update_message',
    user_id: null,
    edit_timestamp: Math.floor(turn.now),
    message_id: id,
    message_ids: [id],
    flags: [],
    rendering_only: true,
    ...(stream_name !== null && { stream_id: recipient_id, stream_name }),
    content,
    rendered_content,
  }
  return [tell(Object.keys(each).map(Number), event, each)]
}

/** Flags of a viewer after the edit. New content decides mentions and alert words again; all other flags stay. */
function flagsAfter({ user_id, is_holder, ...row }: MessageViewer, content: NewContent | null): string[] {
  if (!is_holder) return ['read']
  if (content === null) return flagNames(row)
  const { wildcard, mentioned, gone, alerted, unalerted } = content
  const changeBits = (flags: number, bits: number, set: readonly number[], cleared: readonly number[]): number =>
    set.includes(user_id) ? flags | bits : cleared.includes(user_id) ? flags & ~bits : flags
  const flags = changeBits(
    changeBits(row.flags ?? 0, bit.mentioned, mentioned, gone),
    bit.has_alert_word,
    alerted,
    unalerted,
  )
  return flagNames({ ...row, wildcard_mentioned: Number(wildcard), flags })
}

/** Event for users who lose access to the messages that move. */
const deletionForLosers = (lost: readonly number[], { from, ids }: Move): OutgoingEvent => ({
  ...tell(lost, { type: 'delete_message', message_ids: ids, message_type: 'stream', ...from }),
  takes: ids.length,
})
