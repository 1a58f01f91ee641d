import { z } from 'zod'
import { storedSubmessages } from '../submessages/schema'
import { avatarUrl } from '../users/avatars'
import { messageSchema } from './schema'
import { sentMessage, type MessageOptions, type MessageView } from './view'

const withoutHistory = messageSchema.omit({
  flags: true,
  last_edit_timestamp: true,
  edit_history: true,
  match_content: true,
  match_subject: true,
})

/**
 * You received a message. You also hear of messages of public streams that you do not receive, on queues with
 * `all_public_streams` or with a `narrow` (events, message).
 */
export const messageEventSchema = z.object({
  type: z.literal('message'),
  /** The message as it was sent. `apply_markdown` and `client_gravatar` are those of the queue. */
  message: withoutHistory,
  /** Your flags on the message. Empty for a message that you did not receive. */
  flags: z.array(z.string()),
  /** The `local_id` with which you sent the message. Only in the queue that you named then. */
  local_id: z.string().optional(),
  /** The same as `local_id`. */
  local_message_id: z.string().optional(),
})

/** The event in a queue, with everything that one client or another is sent. */
export interface MessageEvent {
  type: 'message'
  /** `content` is Markdown. */
  message: z.infer<typeof withoutHistory>
  rendered_content: string
  avatar_url: string
  flags: string[]
  /** The account did not receive the message. Only queues with `all_public_streams` or a narrow get the event. */
  allPublicStreams: boolean
  /** The local echo that the sender's client made. */
  echo: { queue_id: string; local_id: string } | null
}

/** `client_gravatar`: whether clients can compute pictures. They cannot once the realm hides addresses. */
type RealmOptions = Pick<MessageOptions, 'string_id' | 'linkifiers' | 'client_gravatar'>

type EventOptions = RealmOptions & Pick<MessageEvent, 'flags' | 'allPublicStreams' | 'echo'>

export function messageEvent(
  view: MessageView,
  { flags, allPublicStreams, echo, ...realm }: EventOptions,
): MessageEvent {
  // Later submessages and reactions have their own events, and would count twice if this event is made again from the row.
  const widget = storedSubmessages(view.submessages)
    .slice(0, 1)
    .filter(({ msg_type }) => msg_type === 'widget')
  return {
    type: 'message',
    message: { ...sentMessage(view, { ...realm, apply_markdown: false }), reactions: [], submessages: widget },
    rendered_content: view.rendered_content,
    avatar_url: avatarUrl(view.sender),
    flags,
    allPublicStreams,
    echo,
  }
}

/** The event as one queue gets it. */
export function messageFor(
  { message, rendered_content, avatar_url, flags, echo }: MessageEvent,
  options: { apply_markdown: boolean; client_gravatar: boolean },
  queue_id: string,
): z.infer<typeof messageEventSchema> {
  return {
    type: 'message',
    message: {
      ...message,
      ...(options.apply_markdown && { content: rendered_content, content_type: 'text/html' }),
      ...(!options.client_gravatar && { avatar_url }),
    },
    flags,
    ...(echo?.queue_id === queue_id && { local_id: echo.local_id, local_message_id: echo.local_id }),
  }
}
