import type { Sql } from '../core/sql/sql'
import { settingsFrom, type UserSettings } from './table'

/** All personal settings of a user. */
export async function userSettings(sql: Sql, user_id: number): Promise<UserSettings> {
  const row = await sql`select settings from user where id = ${user_id}`.first<{ settings: string }>()
  return settingsFrom(row?.settings ?? '{}')
}

/** All personal settings of several users. */
export async function settingsOfUsers(sql: Sql, user_ids: readonly number[]): Promise<Map<number, UserSettings>> {
  const rows = await sql`
    select user.id, settings from json_each(${JSON.stringify(user_ids)}) cross join user on user.id = value
  `.all<{ id: number; settings: string }>()
  return new Map(rows.map(({ id, settings }) => [id, settingsFrom(settings)]))
}

/** All personal settings of a user, and the time zone. */
export async function personalSettings(
  sql: Sql,
  user_id: number,
): Promise<{ settings: UserSettings; timezone: string }> {
  const row = await sql`
    select settings, timezone from user
    where id = ${user_id}
  `.first<{ settings: string; timezone: string }>()
  return { settings: settingsFrom(row!.settings), timezone: row!.timezone }
}

/** The settings that new users of an organization start with. */
export async function realmUserSettingsDefaults(sql: Sql, realm_id: number): Promise<UserSettings> {
  const row = await sql`
    select user_settings_defaults from realm
    where id = ${realm_id}
  `.first<{ user_settings_defaults: string }>()
  return settingsFrom(row?.user_settings_defaults ?? '{}')
}
