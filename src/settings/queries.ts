import type { Sql } from '../core/sql'
import { settingsFrom, type UserSettings } from './table'

/** All personal settings of a user. */
export async function userSettings(sql: Sql, user_id: number): Promise<UserSettings> {
  const row = await sql`select settings from user where id = ${user_id}`.first<{ settings: string }>()
  return settingsFrom(row?.settings ?? '{}')
}

/** What new users of an organization start with. */
export async function realmUserSettingsDefaults(sql: Sql, realm_id: number): Promise<UserSettings> {
  const row = await sql`
    select user_settings_defaults from realm
    where id = ${realm_id}
  `.first<{ user_settings_defaults: string }>()
  return settingsFrom(row?.user_settings_defaults ?? '{}')
}
