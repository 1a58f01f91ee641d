import { htmlDiff } from './html-diff'
import { storedEdits, type HistoryEntry } from './schema'

/** What a message is now, and all its edits. */
interface EditedMessage {
  sender_id: number
  sent_at: number
  topic: string
  content: string
  rendered_content: string
  edit_history: string | null
}

/** Every state that a message was in, the original first (endpoints, Messages, History). */
export function messageHistory(message: EditedMessage): HistoryEntry[] {
  let { topic, content, rendered_content } = message
  const entries: HistoryEntry[] = []
  // Edits tell what was before them, so the way leads back from the present.
  for (const edit of storedEdits(message.edit_history)) {
    const { user_id, timestamp, prev_topic, prev_content, prev_rendered_content, prev_stream, stream } = edit
    const before = { topic: prev_topic ?? topic, content: prev_content ?? content }
    const before_rendered = prev_rendered_content ?? rendered_content
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
        content_html_diff: htmlDiff(before_rendered, rendered_content),
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
