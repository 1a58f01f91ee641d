import { z } from 'zod'

/**
 * One edit of a message, as it is stored and as clients see it (objects, edit_history entry): who and when, and
 * of each aspect that changed what it was before. Topic and stream carry their new value too, since level 118.
 */
export const editSchema = z.object({
  user_id: z.int().nullable(),
  timestamp: z.int(),
  prev_content: z.string().optional(),
  prev_rendered_content: z.string().optional(),
  prev_rendered_content_version: z.int().optional(),
  prev_topic: z.string().optional(),
  topic: z.string().optional(),
  prev_stream: z.int().optional(),
  stream: z.int().optional(),
})

export type Edit = z.infer<typeof editSchema>

/** The edits of a message, newest first. */
export const storedEdits = (edit_history: string | null): Edit[] =>
  edit_history === null ? [] : (JSON.parse(edit_history) as Edit[])

/** One state of a message in its history (endpoints, Messages, History). */
export const historyEntrySchema = z.object({
  user_id: z.int().nullable(),
  timestamp: z.int(),
  topic: z.string(),
  content: z.string(),
  rendered_content: z.string(),
  prev_content: z.string().optional(),
  prev_rendered_content: z.string().optional(),
  content_html_diff: z.string().optional(),
  prev_topic: z.string().optional(),
  prev_stream: z.int().optional(),
  stream: z.int().optional(),
})

export type HistoryEntry = z.infer<typeof historyEntrySchema>
