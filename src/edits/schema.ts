import { z } from 'zod'

const edited = {
  /** Id of the user who edited or moved the message. */
  user_id: z.int().nullable(),
  /** When that was, in seconds since 1970 UTC. */
  timestamp: z.int(),
}

const moved = {
  /** Topic before; absent if the topic stayed. */
  prev_topic: z.string().optional(),
  /** Id of the stream before; absent if the message stayed in its stream. */
  prev_stream: z.int().optional(),
  /** Id of the stream after; absent if the message stayed in its stream. */
  stream: z.int().optional(),
}

/**
 * One edit of a message: who made it and when, and what each part that changed was before (objects, edit_history
 * entry).
 */
export const editSchema = z.object({
  ...edited,
  /** Content before, in Markdown; absent if the content stayed. */
  prev_content: z.string().optional(),
  /** Content before, as HTML; absent if the content stayed, and in the oldest of very many edits. */
  prev_rendered_content: z.string().optional(),
  /** Version of the server's Markdown; there beside `prev_rendered_content`. It is of no use to clients. */
  prev_rendered_content_version: z.int().optional(),
  /** Topic after; absent if the topic stayed. */
  topic: z.string().optional(),
  ...moved,
})

export type Edit = z.infer<typeof editSchema>

/** The edits of a message, the newest first. */
export const storedEdits = (edit_history: string | null): Edit[] =>
  edit_history === null ? [] : (JSON.parse(edit_history) as Edit[])

/** One state of a message: as it was sent, or as an edit left it (endpoints, Messages, History). */
export const historyEntrySchema = z.object({
  /** Id of the user who edited or moved the message; in the first entry the sender. */
  user_id: z.int().nullable(),
  /** When that was, in seconds since 1970 UTC; in the first entry when the message was sent. */
  timestamp: z.int(),
  /** Topic of this state. */
  topic: z.string(),
  /** Content of this state, in Markdown. */
  content: z.string(),
  /** Content of this state, as HTML. */
  rendered_content: z.string(),
  /** Content of the state before, in Markdown; absent if the content stayed. */
  prev_content: z.string().optional(),
  /** Content of the state before, as HTML; absent if the content stayed. */
  prev_rendered_content: z.string().optional(),
  /**
   * HTML of this state in which the difference to the state before is marked; absent if the content stayed. New text
   * stands in `<span class="highlight_text_inserted">`, and what is gone in `<span class="highlight_text_deleted">`.
   */
  content_html_diff: z.string().optional(),
  ...moved,
})

export type HistoryEntry = z.infer<typeof historyEntrySchema>
