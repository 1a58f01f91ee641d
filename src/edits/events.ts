import { z } from 'zod'

/**
 * A message was edited, or messages were moved. Everybody who holds the message that the request named is told, and
 * subscribers of a stream whose history they may read. If the messages move to another stream, its subscribers are told, too; but
 * nobody whom the move keeps from reading the messages, who gets `delete_message` instead (events, update_message).
 */
export const updateEventSchema = z.object({
  type: z.literal('update_message'),
  /** Id of the user who edited or moved; null with `rendering_only`. */
  user_id: z.int().nullable(),
  /** When that was, in seconds since 1970 UTC. */
  edit_timestamp: z.int(),
  /** Id of the message that the request named. */
  message_id: z.int(),
  /** Ids of all messages that changed, ascending: those that moved along, too. */
  message_ids: z.array(z.int()),
  /** Your flags of the message `message_id`, after the change. */
  flags: z.array(z.string()),
  /**
   * Whether only the HTML changed, and nobody edited anything: a preview of a link was added. Of the fields that may be
   * absent the event then has only `stream_id`, `stream_name`, `content` and `rendered_content`.
   */
  rendering_only: z.boolean(),
  /** Id of the stream before the change; absent for private messages. */
  stream_id: z.int().optional(),
  /** Name of the stream before the change; empty if you may not know of that stream, absent for private messages. */
  stream_name: z.string().optional(),
  /** Content before the change, in Markdown; absent if the content stays. */
  orig_content: z.string().optional(),
  /** Content before the change, as HTML; absent if the content stays. */
  orig_rendered_content: z.string().optional(),
  /** New content of the message `message_id`, in Markdown; absent if the content stays. */
  content: z.string().optional(),
  /** New content of the message `message_id`, as HTML; absent if the content stays. */
  rendered_content: z.string().optional(),
  /** Version of the server's Markdown; absent if the content stays. It is of no use to clients. */
  prev_rendered_content_version: z.int().optional(),
  /** Whether the new content begins with `/me `; absent if the content stays. */
  is_me_message: z.boolean().optional(),
  /** Which other messages of the topic were to move along, as the request said it; absent if nothing moved. */
  propagate_mode: z.string().optional(),
  /** Topic before the change; absent if nothing moved. */
  orig_subject: z.string().optional(),
  /** New topic of all messages; absent if the topic stays. */
  subject: z.string().optional(),
  /** Links in the new topic, of its text and by linkifiers; absent if the topic stays. */
  topic_links: z
    .array(
      z.object({
        /** Text that is the link. */
        text: z.string(),
        /** Address that the link leads to. */
        url: z.string(),
      }),
    )
    .optional(),
  /** Id of the stream that all messages are in now; absent if they stay in theirs. */
  new_stream_id: z.int().optional(),
})

export type UpdateEvent = z.infer<typeof updateEventSchema>

const place = {
  /** What kind of messages they were. */
  message_type: z.enum(['stream', 'private']),
  /** Id of the stream where they were; absent for private messages. */
  stream_id: z.int().optional(),
  /** Topic in which they were; absent for private messages. */
  topic: z.string().optional(),
}

/**
 * Messages were deleted, or were moved where you may not read them. Subscribers of the stream are told, of a private
 * message its people. A client with the capability `bulk_message_deletion` gets this form (events, delete_message).
 */
export const deleteEventSchema = z.object({
  type: z.literal('delete_message'),
  /** Ids of the messages, ascending. */
  message_ids: z.array(z.int()),
  ...place,
})

/**
 * A message was deleted: the form for clients without the capability `bulk_message_deletion`, an event for each
 * message.
 */
export const deleteOneEventSchema = z.object({
  type: z.literal('delete_message'),
  /** Id of the message. */
  message_id: z.int(),
  ...place,
})

type DeleteEvent = z.infer<typeof deleteEventSchema>
export type DeleteOneEvent = z.infer<typeof deleteOneEventSchema>

/** Splits an event into one for each message. The event has taken an id for each of them, and has the last of these. */
export const oneByOne = ({ message_ids, ...event }: DeleteEvent, id: number): (DeleteOneEvent & { id: number })[] =>
  message_ids.map((message_id, index) => ({ ...event, message_id, id: id - message_ids.length + 1 + index }))
