import { foldCase } from '../core/base/unicode'
import { type Sql } from '../core/sql/sql'
import type { Links } from '../markdown/render'
import type { UserRow } from '../users/queries'

/** The user that a mention means: by id, or by name if there is no id. */
export interface MentionRef {
  name: string
  id: number | null
}

export type MentionRow = Pick<UserRow, 'id' | 'full_name' | 'bot_type' | 'is_system_bot' | 'is_active'>

/** Users with one of these names, in any case, or one of these ids. */
export async function usersMentioned(sql: Sql, realm_id: number, called: readonly MentionRef[]): Promise<MentionRow[]> {
  const name_keys = JSON.stringify(called.filter(({ id }) => id === null).map(({ name }) => foldCase(name)))
  const ids = JSON.stringify(called.map(({ id }) => id).filter((id) => id !== null))
  return sql`
    select id, full_name, bot_type, is_system_bot, is_active from user
    where realm_id = ${realm_id} and name_key in (select value from json_each(${name_keys}))
    union
    select id, full_name, bot_type, is_system_bot, is_active from user
    where realm_id = ${realm_id} and id in (select value from json_each(${ids}))
  `.all()
}

/** The key of a conversation: ids of all members, ascending. */
export const memberKey = (user_ids: readonly number[]): string => [...user_ids].toSorted((a, b) => a - b).join(',')

/** Id of the conversation with exactly these members; null if they have no messages. */
export async function conversationOf(sql: Sql, member_key: string): Promise<number | null> {
  const row = await sql`select id from conversation where member_key = ${member_key}`.cachedFirst<{ id: number }>()
  return row?.id ?? null
}

/** Ids of the members of a conversation, which never change. */
export async function membersOf(sql: Sql, conversation_id: number): Promise<number[]> {
  const rows = await sql`select user_id from conversation_member where conversation_id = ${conversation_id}`.all<{
    user_id: number
  }>()
  return rows.map(({ user_id }) => user_id)
}

/** Ids of conversations by key. Conversations without messages are missing. */
export async function conversationsOf(sql: Sql, member_keys: readonly string[]): Promise<Map<string, number>> {
  const rows = await sql`
    select conversation.id, member_key
    from json_each(${JSON.stringify(member_keys)}) cross join conversation on member_key = value
  `.all<{ id: number; member_key: string }>()
  return new Map(rows.map(({ id, member_key }) => [member_key, id]))
}

export interface NewMessage {
  id: number
  event_id: number
  sender_id: number
  recipient_id: number
  is_private: boolean
  topic: string
  content: string
  rendered_content: string
  sent_at: number
  client: string
  is_me_message: boolean
  links: Links
  wildcard_mentioned: boolean
  /** Whether everybody has read it from the start. */
  is_quiet?: boolean
  submessages: string | null
  queue_id: string | null
  local_id: string | null
  /** What only imported messages have from the start, as it is stored. */
  reactions?: string | null
  last_edit_at?: number | null
  edit_history?: string | null
  /** The fencing token that the message carries (`Change.carries`); undefined if its change carries nothing. */
  commit_token?: number
}
