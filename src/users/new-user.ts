import { foldCase } from '../core/base/unicode'
import { fragment, type Fragment } from '../core/sql/sql'
import { storedSettings, type UserSettings } from '../settings/table'
import type { UserRow } from './queries'

type NewUserRow = Omit<UserRow, 'is_active' | 'timezone' | 'avatar_version' | 'avatar_path' | 'sponsor_id'> &
  Partial<Pick<UserRow, 'avatar_path' | 'sponsor_id'>> & {
    /** The person who made a bot; null or missing for people. */
    creator_id?: number | null
  }

/** Inserts the row of a new user. Missing settings have their defaults. */
export const insertUser = (user: NewUserRow, settings: Partial<UserSettings> = {}): Fragment => fragment`
  insert into user (
    id, realm_id, delivery_email, email, full_name, name_key, role, bot_type, bot_owner_id,
    sponsor_id, creator_id, is_system_bot, date_joined, avatar_path, settings
  )
  values (
    ${user.id}, ${user.realm_id}, ${user.delivery_email}, ${user.email}, ${user.full_name}, ${foldCase(user.full_name)},
    ${user.role}, ${user.bot_type}, ${user.bot_owner_id},
    ${user.sponsor_id ?? null}, ${user.creator_id ?? null}, ${user.is_system_bot}, ${user.date_joined}, ${user.avatar_path ?? null},
    ${storedSettings(settings)}
  )`

export const storePassword = (user_id: number, hash: string): Fragment =>
  fragment`insert into password (user_id, hash) values (${user_id}, ${hash})`
