import { fragment, type Sql } from '../core/sql/sql'
import { hasBit, isMuted, isOfMutedTopic, isReceived } from '../user-messages/rows'
import { bit } from '../user-messages/bits'
import type { UnreadDetails } from '../flags/events'
import { isAsItWas, topicThen } from '../user-messages/lost-access'
import { messagesListed, type Reader } from '../flags/queries'

/** What the details of an unread message are made of. */
export interface DetailsRow {
  id: number
  recipient_id: number
  topic: string
  /** Members of the conversation; null for streams. */
  member_key: string | null
  mentions_me: number
  mentions_all: number
  is_muted: number
}

/** Details by which a client counts messages as unread, by id; `idsJson` is a JSON list of their ids (events, update_message_flags). */
export async function unreadDetails(sql: Sql, reader: Reader, idsJson: string): Promise<Record<string, UnreadDetails>> {
  const { id: user_id } = reader
  const rows = await sql`
    select message.id, message.recipient_id, ${topicThen(reader)} as topic,
      iif(message.is_private, (select member_key from conversation where id = message.recipient_id), null) as member_key,
      ${hasBit(bit.mentioned)} as mentions_me, message.wildcard_mentioned and ${isReceived} and ${isAsItWas(reader)} as mentions_all,
      not message.is_private
        and (${isMuted(user_id, fragment`message.recipient_id`)} or ${isOfMutedTopic(user_id)}) as is_muted
    from ${messagesListed(user_id, idsJson)}
  `.all<DetailsRow>()
  return Object.fromEntries(rows.map((row) => [String(row.id), detailsOf(user_id, row)]))
}

export function detailsOf(user_id: number, row: Omit<DetailsRow, 'id'>): UnreadDetails {
  const { recipient_id, topic, member_key, mentions_me, mentions_all, is_muted } = row
  const mentioned = mentions_me || (mentions_all && !is_muted) ? { mentioned: true as const } : {}
  if (member_key === null)
    return { type: 'stream', ...mentioned, stream_id: recipient_id, topic, unmuted_stream_msg: !is_muted }
  const others = member_key.split(',').map(Number)
  return { type: 'private', ...mentioned, user_ids: others.filter((id) => id !== user_id) }
}
