import { z } from 'zod'
import { avatarUrl } from '../users/avatars'
import type { MessageRow } from './page'
import { message, messageSchema, senderOf, type MessageOptions } from './schema'

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

/** The event as it is kept: with all that one queue or another is sent. */
export interface MessageEvent {
  type: 'message'
  /** With its source as `content`. */
  message: z.infer<typeof withoutHistory>
  rendered_content: string
  avatar_url: string
  flags: string[]
  /** Told to somebody who is no recipient, on queues that listen to all public streams or to a narrow. */
  allPublicStreams: boolean
  /** The local echo that the sender's client made. */
  echo: { queue_id: string; local_id: string } | null
}

/** `client_gravatar`: whether clients can compute pictures, which they cannot once the realm hides addresses. */
type Realm = Pick<MessageOptions, 'string_id' | 'linkifiers' | 'client_gravatar'>

export function messageEvent(
  row: MessageRow,
  {
    echo = null,
    allPublicStreams = false,
    ...realm
  }: Realm & { echo?: MessageEvent['echo']; allPublicStreams?: boolean },
): MessageEvent {
  const options = { ...realm, apply_markdown: false, allow_edit_history: false }
  const { flags, last_edit_timestamp: _, ...shown } = message(row, options)
  return {
    type: 'message',
    // What was added since has events of its own, and would count twice where the message is told again.
    message: { ...shown, reactions: [], submessages: shown.submessages.slice(0, 1).filter(isWidget) },
    rendered_content: row.rendered_content,
    avatar_url: avatarUrl(senderOf(row)),
    flags: allPublicStreams ? [] : flags,
    allPublicStreams,
    echo,
  }
}

/** What a message is sent with; votes and the like are added later. */
const isWidget = ({ msg_type }: { msg_type: string }): boolean => msg_type === 'widget'

/** The event as one queue is sent it. */
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
