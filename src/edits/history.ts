import { escapeText } from '../markdown/escape'
import { htmlDiff, maxComparedDifferences } from './html-diff'
import { storedEdits, type Edit, type HistoryEntry } from './schema'

/** The current state of a message, and all its edits. */
interface EditedMessage {
  sender_id: number
  sent_at: number
  topic: string
  content: string
  rendered_content: string
  edit_history: string | null
}

/** Number of edits that are compared in full. With more edits, each comparison is coarser, so that the work stays bounded. */
const fullDiffs = 5

/** Every state of a message, the original first (endpoints, Messages, History). */
export function messageHistory(message: EditedMessage): HistoryEntry[] {
  let { topic, content, rendered_content } = message
  const entries: HistoryEntry[] = []
  const edits = storedEdits(message.edit_history)
  const changes = edits.filter(({ prev_content }) => prev_content !== undefined).length
  const maxDifferencesPerEdit = Math.floor(
    maxComparedDifferences * Math.min(1, Math.sqrt(fullDiffs / Math.max(changes, 1))),
  )
  // Edits record the state before them, so go backwards from the present one.
  for (const edit of edits) {
    const { user_id, timestamp, prev_topic, prev_content, prev_rendered_content, prev_stream, stream } = edit
    const before = { topic: prev_topic ?? topic, content: prev_content ?? content }
    const before_rendered =
      prev_rendered_content ?? (prev_content === undefined ? rendered_content : htmlOfText(prev_content))
    entries.push({
      user_id,
      timestamp,
      topic,
      content,
      rendered_content,
      ...(prev_topic !== undefined && { prev_topic }),
      ...(prev_content !== undefined && {
        prev_content,
        prev_rendered_content: before_rendered,
        content_html_diff: htmlDiff(before_rendered, rendered_content, maxDifferencesPerEdit),
      }),
      ...(prev_stream !== undefined && { prev_stream, stream }),
    })
    topic = before.topic
    content = before.content
    rendered_content = before_rendered
  }
  entries.push({ user_id: message.sender_id, timestamp: message.sent_at, topic, content, rendered_content })
  return entries.toReversed()
}

/** HTML of a state whose text alone is stored. */
export const htmlOfText = (content: string): string => `<p>${escapeText(content).replaceAll('\n', '<br>\n')}</p>`

/**
 * Edits as they are stored, the newest first, in at most `maxBytes` bytes. If they need more, the oldest states lose their HTML,
 * because the text is enough. Null if the texts alone need more: what people wrote is never dropped.
 */
export function keptHistory(edits: readonly Edit[], maxBytes: number): string | null {
  const states = [...edits]
  let history = JSON.stringify(states)
  for (let oldest = states.length - 1, excess = bytesOf(history) - maxBytes; excess > 0 && oldest >= 0; oldest -= 1) {
    const { prev_rendered_content, prev_rendered_content_version: _, ...rest } = states[oldest]!
    if (prev_rendered_content === undefined) continue
    states[oldest] = rest
    excess -= bytesOf(JSON.stringify(prev_rendered_content))
    if (excess <= 0 || oldest === 0) history = JSON.stringify(states)
  }
  return bytesOf(history) > maxBytes ? null : history
}

const bytesOf = (text: string): number => new TextEncoder().encode(text).length
