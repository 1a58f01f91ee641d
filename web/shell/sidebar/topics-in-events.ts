import type { WireEvent } from '../../../client'

/** What events say about the topics of a stream. */
interface TopicNews {
  /** The topics of new messages, the latest first. */
  readonly newest: readonly string[]
  /** Whether messages were moved or deleted. Then the topics must be loaded again. */
  readonly isChanged: boolean
}

export function topicsIn(events: readonly WireEvent[], stream_id: number): TopicNews {
  const newest: string[] = []
  let isChanged = false
  for (const event of events)
    if (event.type === 'message') {
      if (event.message.stream_id === stream_id) newest.unshift(event.message.subject)
    } else if (event.type === 'update_message') {
      const isMoved = event.subject !== undefined || event.new_stream_id !== undefined
      isChanged ||= isMoved && (event.stream_id === stream_id || event.new_stream_id === stream_id)
    } else if (event.type === 'delete_message') isChanged ||= event.stream_id === stream_id
  return { newest, isChanged }
}
