import type { Turn } from '../core/turn/change'
import { invalidMessages } from '../user-messages/visible'
import { visibleMessage, type MessageRow } from '../messages/page'

/** The message, if the actor may see it; missing and hidden look alike. */
export async function accessMessage({ sql, actor }: Turn, message_id: number): Promise<MessageRow> {
  const message = await visibleMessage(sql, actor, message_id)
  if (message === null) throw invalidMessages()
  return message
}
