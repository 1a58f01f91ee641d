import { tell, type SystemTurn, type OutgoingEvent, type Turn } from '../core/turn/change'
import { bit } from '../user-messages/bits'
import { linkifiersOf } from '../linkifiers/queries'
import type { Linkifier } from '../markdown/linkifiers'
import { renderedContentVersion } from '../markdown/render'
import { topicLinks } from '../markdown/topic-links'
import { messageViewers, type MessageViewer } from '../messages/audience'
import type { MessageRow } from '../messages/page'
import { flagNames } from '../messages/schema'
import type { NewContent } from './content'
import type { UpdateEvent } from './events'
import { losers } from './losing-access'
import type { Move } from './moves'
import { tellMutes } from './mutes'
import type { PropagateMode } from './edit-request'

interface Announced {
  /** As it was before. */
  message: MessageRow
  content: NewContent | null
  move: Move | null
  propagate_mode: PropagateMode
  user_id: number
  timestamp: number
}

/**
 * Tells those who have the message of its edit, except those whom a move shuts out: for them it is as if all that moved
 * had been deleted (events, update_message, delete_message). Nothing is read when nobody listens.
 */
export async function announceEdit(turn: Turn, edit: Announced): Promise<OutgoingEvent[]> {
  if (turn.listening.users().length === 0) return []
  const { message, content, move } = edit
  const witnesses = await messageViewers(turn, message.id)
  const lost = move === null || move.into === null ? [] : await losers(turn, move, move.into)
  const told = witnesses.filter(({ user_id }) => !lost.includes(user_id))
  const each: Record<number, Partial<UpdateEvent>> = {}
  for (const witness of told) each[witness.user_id] = { flags: flagsAfter(witness, content) }
  return [
    tell(Object.keys(each).map(Number), updateEvent(edit, await turn.cached(linkifiersOf, turn.realm_id)), each),
    ...(move === null || lost.length === 0 ? [] : [withdrawn(lost, move)]),
    ...(move === null ? [] : await tellMutes(turn, move)),
  ]
}

function updateEvent(
  { message, content, move, propagate_mode, user_id, timestamp }: Announced,
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

/** A message as it is shown from now on. */
type Shown = Pick<MessageRow, 'id' | 'recipient_id' | 'stream_name' | 'content' | 'rendered_content'>

/** Tells those who have a message that it looks otherwise, though nobody edited it (events, update_message, `rendering_only`). */
export async function announceRendering(turn: SystemTurn, message: Shown): Promise<OutgoingEvent[]> {
  const { id, recipient_id, stream_name, content, rendered_content } = message
  const each: Record<number, Partial<UpdateEvent>> = {}
  for (const witness of await messageViewers(turn, id)) each[witness.user_id] = { flags: flagsAfter(witness, null) }
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

/** Whom the message mentions and alerts is found out anew; all else stays as it is. */
function flagsAfter({ user_id, is_holder, ...row }: MessageViewer, content: NewContent | null): string[] {
  if (!is_holder) return ['read']
  if (content === null) return flagNames(row)
  const { wildcard, mentioned, gone, alerted, unalerted } = content
  const changed = (flags: number, bits: number, set: readonly number[], cleared: readonly number[]): number =>
    set.includes(user_id) ? flags | bits : cleared.includes(user_id) ? flags & ~bits : flags
  const flags = changed(changed(row.flags ?? 0, bit.mentioned, mentioned, gone), bit.has_alert_word, alerted, unalerted)
  return flagNames({ ...row, wildcard_mentioned: Number(wildcard), flags })
}

/** For those who lose sight of what moves. */
const withdrawn = (lost: readonly number[], { from, ids }: Move): OutgoingEvent => ({
  ...tell(lost, { type: 'delete_message', message_ids: ids, message_type: 'stream', ...from }),
  takes: ids.length,
})
