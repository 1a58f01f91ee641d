import { z } from 'zod'
import { editSchema } from '../edits/schema'
import { reactionSchema } from '../reactions/schema'

const recipientSchema = z.object({
  /** Id of the user. */
  id: z.int(),
  /** Address of the user as others see it. */
  email: z.string(),
  /** Name of the user. */
  full_name: z.string(),
  /** Always `false`. */
  is_mirror_dummy: z.boolean(),
})

/**
 * Content and topic of a message as HTML. Each word that matches a search stands in `<span class=highlight>`
 * (narrow, match_content, match_subject).
 */
export const matchSchema = z.object({
  /** The content as HTML, whatever `apply_markdown` says, with the words that were found marked. */
  match_content: z.string(),
  /** The topic, escaped as HTML, with the words that were found marked. */
  match_subject: z.string(),
})

export type Match = z.infer<typeof matchSchema>

/** A message as you have it: the flags are your own (objects, Message). */
export const messageSchema = z.object({
  /** Id of the message. Ids have the order in which messages were sent. */
  id: z.int(),
  /** `stream`: to the subscribers of a stream. `private`: to the people of a conversation. */
  type: z.enum(['stream', 'private']),
  /** Id of the user or bot that sent the message. */
  sender_id: z.int(),
  /** Address of the sender as others see it. */
  sender_email: z.string(),
  /** Name of the sender. */
  sender_full_name: z.string(),
  /** Subdomain of the organization of the sender. */
  sender_realm_str: z.string(),
  /** Address of the sender's picture. With `client_gravatar` it is null where you can compute the one of Gravatar. */
  avatar_url: z.string().nullable(),
  /** Name of the program that sent the message. */
  client: z.string(),
  /** The text: HTML with `apply_markdown`, else the Markdown that was sent. */
  content: z.string(),
  /** Which of the two `content` is: `text/html`, or `text/x-markdown` for Markdown. */
  content_type: z.enum(['text/html', 'text/x-markdown']),
  /**
   * Name of the stream; of a private message its people, you among them. Two people are in the order of their addresses,
   * more in the order of their ids.
   */
  display_recipient: z.union([z.string(), z.array(recipientSchema)]),
  /** Id of the stream or the conversation: the same for all messages to the same stream or the same people. */
  recipient_id: z.int(),
  /** Id of the stream. Absent from private messages. */
  stream_id: z.int().optional(),
  /** The topic. Empty for private messages. */
  subject: z.string(),
  /** Links that the linkifiers of the organization and addresses make in the topic. */
  topic_links: z.array(
    z.object({
      /** Part of the topic that is the link. */
      text: z.string(),
      /** Where the link leads. */
      url: z.string(),
    }),
  ),
  /** When it was sent, in seconds since 1970 UTC. */
  timestamp: z.int(),
  /** When its content, topic or stream was edited last, in seconds since 1970 UTC. Absent if it never was. */
  last_edit_timestamp: z.int().optional(),
  /** Earlier states, the newest edit first. Absent if it was never edited, or if the organization hides edit histories. */
  edit_history: z.array(editSchema).optional(),
  /** Whether the text begins with `/me `: clients show it as something that the sender does. */
  is_me_message: z.boolean(),
  /**
   * Your flags: `read`, `starred`, `collapsed`, `mentioned`, `wildcard_mentioned`, `has_alert_word`, and `historical` for
   * a message that you did not receive.
   */
  flags: z.array(z.string()),
  /** Reactions, in the order in which they were added. */
  reactions: z.array(reactionSchema),
  /** The widget of the message and what was added to it, in the order of adding. Empty for ordinary messages. */
  submessages: z.array(
    z.object({
      /** Id of the submessage. */
      id: z.int(),
      /** Id of the message. */
      message_id: z.int(),
      /** Id of the user who added it. */
      sender_id: z.int(),
      /** What the client that added it calls it: `widget`, as a rule. */
      msg_type: z.string(),
      /** JSON. The first one is the widget itself, such as `{"widget_type": "poll"}`. */
      content: z.string(),
    }),
  ),
  ...matchSchema.partial().shape,
})

export type Message = z.infer<typeof messageSchema>

/** The fields that a message has from the start. */
export type SentMessage = Omit<
  Message,
  'last_edit_timestamp' | 'edit_history' | 'flags' | 'reactions' | 'submessages' | 'match_content' | 'match_subject'
>
