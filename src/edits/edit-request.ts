import { refused } from '../core/base/errors'
import type { MessageRow } from '../messages/message-rows'
import { topicName } from '../messages/text'
import type { RealmSettings } from '../accounts/settings'

export const propagateModes = ['change_one', 'change_later', 'change_all'] as const

/** Which other messages of the topic move along. */
export type PropagateMode = (typeof propagateModes)[number]

export interface EditInput {
  message_id: number
  content?: string | undefined
  topic?: string | undefined
  stream_id?: number | undefined
  propagate_mode: PropagateMode
  send_notification_to_old_thread: boolean
  send_notification_to_new_thread: boolean
}

/** The requested new values; null for those that stay. */
export interface EditRequest {
  content: string | null
  topic: string | null
  stream_id: number | null
}

/**
 * Checks whether a request makes sense, no matter who sends it, in the order of the documented checks (behaviour, Editing and
 * moving).
 */
export function editRequest(settings: RealmSettings, message: MessageRow, input: EditInput): EditRequest {
  if (!settings.allow_message_editing) throw refused('Your organization has turned off message editing')
  // A value that stays the same counts as not given.
  const topic = input.topic?.trim() === message.topic ? null : (input.topic ?? null)
  const isSameStream = !message.is_private && input.stream_id === message.recipient_id
  const stream_id = isSameStream ? null : (input.stream_id ?? null)
  const content = input.content ?? null
  const stays = topic === null && stream_id === null
  if (content === null && stays) throw refused('Nothing to change', { reason: 'already_done' })
  if (message.is_private && topic !== null) throw refused('Private messages cannot have topics.')
  if (message.is_private && stream_id !== null) throw refused('Private messages cannot be moved to streams.')
  if (input.propagate_mode !== 'change_one' && stays) throw refused('Invalid propagate_mode without topic edit')
  const name = topic === null ? null : newTopic(topic, settings)
  if (content !== null && stream_id !== null) throw refused('Cannot change message content while changing stream')
  if (content !== null && isWidget(message)) throw refused('Widgets cannot be edited.')
  return { content, topic: name, stream_id }
}

/** The new topic. Unlike that of a new message, it must not be blank. */
function newTopic(raw: string, { mandatory_topics }: RealmSettings): string {
  if (raw.trim() === '') throw refused("Topic can't be empty!")
  return topicName(raw, { mandatory: mandatory_topics })
}

/** Whether the message is a poll or a to-do list, whose content is not its text. */
const isWidget = ({ submessages }: MessageRow): boolean =>
  submessages !== null &&
  (JSON.parse(submessages) as { msg_type: string }[]).some(({ msg_type }) => msg_type === 'widget')
