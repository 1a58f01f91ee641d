import { tell, together, type SystemTurn, type Step, type OutgoingEvent } from '../core/turn/change'
import { daySeconds } from '../core/base/units'
import { inRealm } from '../core/sql/ids'
import { fragment, type Sql } from '../core/sql/sql'
import { deleteMessages, streamDeletionEvent } from '../edits/delete-actions'
import { settingsOf } from '../accounts/settings'
import { filesLetGo } from '../uploads/claims'

/** Maximal number of messages that one change reads per stream or conversation, and that it deletes in total. */
const mostMessages = { ofPlace: 50, together: 1000 }

interface OldMessage {
  id: number
  recipient_id: number
  is_private: number
  topic: string
}

/** Deletes messages after the retention time of their stream or the organization; null if there are none. */
export async function expireMessages(turn: SystemTurn): Promise<Step | null> {
  const { sql, realm_id, now } = turn
  const old = await oldMessages(sql, realm_id, now)
  if (old.length === 0) return null
  const ids = old.map(({ id }) => id)
  const deleted: Step = {
    writes: deleteMessages(turn, ids),
    erases: ids,
    events: [...(await goneFromStreams(turn, old)), ...(await goneFromConversations(turn, old))],
  }
  return together(deleted, await filesLetGo(turn, ids))
}

/** Messages to delete, by id. Reads each stream or conversation from its oldest message, so that it reads few rows that stay. */
async function oldMessages(sql: Sql, realm_id: number, now: number): Promise<OldMessage[]> {
  const realm = await sql`select settings from realm where id = ${realm_id} and not deactivated`.first<{
    settings: string
  }>()
  if (realm === null) return []
  const { message_retention_days } = settingsOf({ realm_settings: realm.settings })
  return sql`
    select message.id, message.recipient_id, message.is_private, message.topic
    from (
      select id, coalesce(message_retention_days, ${message_retention_days}) as days from stream
      where realm_id = ${realm_id} and not deactivated
      union all
      select id, ${message_retention_days} from conversation
      where ${inRealm(fragment`id`, realm_id)} and ${message_retention_days} > 0
    ) as place
    cross join message on message.id in (
      select id from message as oldest
      where oldest.recipient_id = place.id
      order by id
      limit ${mostMessages.ofPlace}
    )
    where place.days > 0 and message.sent_at < ${now} - place.days * ${daySeconds}
    order by message.id
    limit ${mostMessages.together}
  `.all()
}

async function goneFromStreams(turn: SystemTurn, old: OldMessage[]): Promise<OutgoingEvent[]> {
  const places = Map.groupBy(
    old.filter(({ is_private }) => !is_private),
    ({ recipient_id, topic }) => JSON.stringify([recipient_id, topic]),
  )
  const events: OutgoingEvent[] = []
  for (const messages of places.values()) {
    const { recipient_id: stream_id, topic } = messages[0]!
    const ids = messages.map(({ id }) => id)
    events.push(await streamDeletionEvent(turn, ids, { stream_id, topic }))
  }
  return events
}

async function goneFromConversations({ sql, listening }: SystemTurn, old: OldMessage[]): Promise<OutgoingEvent[]> {
  const conversations = Map.groupBy(
    old.filter(({ is_private }) => is_private),
    ({ recipient_id }) => recipient_id,
  )
  if (conversations.size === 0 || listening.users().length === 0) return []
  const members = await sql`
    select conversation_id, user_id from conversation_member
    where conversation_id in (select value from json_each(${JSON.stringify([...conversations.keys()])}))
  `.all<{ conversation_id: number; user_id: number }>()
  return [...conversations].map(([id, messages]) => ({
    ...tell(
      members.filter(({ conversation_id }) => conversation_id === id).map(({ user_id }) => user_id),
      { type: 'delete_message', message_ids: messages.map((message) => message.id), message_type: 'private' },
    ),
    takes: messages.length,
  }))
}
