import { tell, joinSteps, type SystemTurn, type Step, type OutgoingEvent } from '../core/turn/change'
import { filesLetGo } from '../uploads/claims'
import { deleteMessages, streamDeletionEvent } from './delete-actions'

/** What has to be known of a message to delete it together with others. */
export interface DeletableMessage {
  id: number
  recipient_id: number
  is_private: number
  topic: string
}

/** Deletes messages of any streams and conversations, with everything that belongs to them. Their ids must ascend. */
export async function massDeletion(turn: SystemTurn, messages: readonly DeletableMessage[]): Promise<Step> {
  const ids = messages.map(({ id }) => id)
  const deleted: Step = {
    writes: deleteMessages(turn, ids),
    erases: ids,
    events: [...(await goneFromStreams(turn, messages)), ...(await goneFromConversations(turn, messages))],
  }
  return joinSteps(deleted, await filesLetGo(turn, ids))
}

async function goneFromStreams(turn: SystemTurn, messages: readonly DeletableMessage[]): Promise<OutgoingEvent[]> {
  const places = Map.groupBy(
    messages.filter(({ is_private }) => !is_private),
    ({ recipient_id, topic }) => JSON.stringify([recipient_id, topic]),
  )
  const events: OutgoingEvent[] = []
  for (const ofTopic of places.values()) {
    const { recipient_id: stream_id, topic } = ofTopic[0]!
    const ids = ofTopic.map(({ id }) => id)
    events.push(await streamDeletionEvent(turn, ids, { stream_id, topic }))
  }
  return events
}

async function goneFromConversations(
  { sql, listening }: SystemTurn,
  messages: readonly DeletableMessage[],
): Promise<OutgoingEvent[]> {
  const conversations = Map.groupBy(
    messages.filter(({ is_private }) => is_private),
    ({ recipient_id }) => recipient_id,
  )
  if (conversations.size === 0 || listening.users().length === 0) return []
  const members = await sql`
    select conversation_id, user_id from conversation_member
    where conversation_id in (select value from json_each(${JSON.stringify([...conversations.keys()])}))
  `.all<{ conversation_id: number; user_id: number }>()
  return [...conversations].map(([id, gone]) => ({
    ...tell(
      members.filter(({ conversation_id }) => conversation_id === id).map(({ user_id }) => user_id),
      { type: 'delete_message', message_ids: gone.map((message) => message.id), message_type: 'private' },
    ),
    takes: gone.length,
  }))
}
