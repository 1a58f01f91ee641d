import { fragment, type Sql } from '../../core/sql/sql'
import { settingsFrom, type UserSettings } from '../../settings/table'

/** The key with which an organization signs addresses for unsubscribing; null before the first one. */
export async function unsubscribeKey(sql: Sql, realm_id: number): Promise<string | null> {
  const row = await sql`select key from unsubscribe_key where realm_id = ${realm_id}`.first<{ key: string }>()
  return row?.key ?? null
}

/** SQL: a subscription whose messages come by mail. */
const isMailed = fragment`active and email_notifications = 1`

/** Somebody who gets mails, and their organization. */
export interface MailReader {
  readonly settings: UserSettings
  /** Name of the organization. */
  readonly organization: string
  /** Whether they get the messages of a stream by mail, whatever their general setting says. */
  readonly hasMailedStreams: boolean
}

/** The person with this id, if their account and their organization are active. */
export async function activeReader(sql: Sql, realm_id: number, user_id: number): Promise<MailReader | null> {
  const row = await sql`
    select user.settings, realm.name as organization,
      exists (select 1 from subscription where user_id = user.id and ${isMailed}) as has_mailed_streams
    from user join realm on realm.id = user.realm_id
    where user.id = ${user_id} and user.realm_id = ${realm_id}
      and user.is_active and user.bot_type is null and not realm.deactivated
  `.first<{ settings: string; organization: string; has_mailed_streams: number }>()
  return (
    row && {
      settings: settingsFrom(row.settings),
      organization: row.organization,
      hasMailedStreams: row.has_mailed_streams === 1,
    }
  )
}

/** Streams whose messages a person gets by mail, whatever their general setting says. */
export async function mailedStreams(sql: Sql, user_id: number): Promise<number[]> {
  const rows = await sql`
    select stream_id from subscription where user_id = ${user_id} and ${isMailed}
  `.all<{ stream_id: number }>()
  return rows.map(({ stream_id }) => stream_id)
}
