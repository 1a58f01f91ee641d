import { refused } from '../core/base/errors'
import type { MessageRow } from '../messages/page'
import { topicName } from '../messages/text'
import type { RealmSettings } from '../accounts/settings'

export const propagateModes = ['change_one', 'change_later', 'change_all'] as const

/** Which other messages of the topic go along. */
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

/** What an edit is to change; null: stays as it is. */
export interface EditRequest {
  content: string | null
  topic: string | null
  stream_id: number | null
}

/** What a request asks for, if it makes sense at all, whoever asks; the checks in their order (behaviour, Editing and moving). */
export function editRequest(settings: RealmSettings, message: MessageRow, input: EditInput): EditRequest {
  if (!settings.allow_message_editing) throw refused('Your organization has turned off message editing')
  // What stays the same counts as not given. So does the stream that the message is in: who names it means a plain edit.
  const topic = input.topic?.trim() === message.topic ? null : (input.topic ?? null)
  const isSameStream = !message.is_private && input.stream_id === message.recipient_id
  const stream_id = isSameStream ? null : (input.stream_id ?? null)
  const content = input.content ?? null
  const stays = topic === null && stream_id === null
  if (content === null && stays) throw refused('Nothing to change')
  if (message.is_private && topic !== null) throw refused('Private messages cannot have topics.')
  if (message.is_private && stream_id !== null) throw refused('Private messages cannot be moved to streams.')
  if (input.propagate_mode !== 'change_one' && stays) throw refused('Invalid propagate_mode without topic edit')
  const name = topic === null ? null : newTopic(topic, settings)
  if (content !== null && stream_id !== null) throw refused('Cannot change message content while changing stream')
  if (content !== null && isWidget(message)) throw refused('Widgets cannot be edited.')
  return { content, topic: name, stream_id }
}

/** Unlike on sending, an empty topic stands for nothing here. */
function newTopic(raw: string, { mandatory_topics }: RealmSettings): string {
  if (raw.trim() === '') throw refused("Topic can't be empty!")
  return topicName(raw, { mandatory: mandatory_topics })
}

/** Polls and to-do lists: their content is not the text of the message. */
const isWidget = ({ submessages }: MessageRow): boolean =>
  submessages !== null &&
  (JSON.parse(submessages) as { msg_type: string }[]).some(({ msg_type }) => msg_type === 'widget')
