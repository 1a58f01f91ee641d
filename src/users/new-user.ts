import { foldCase } from '../core/unicode'
import { fragment, type Fragment } from '../core/sql'
import { storedSettings, type UserSettings } from '../settings/table'
import type { Role } from './roles'

export interface NewUser {
  id: number
  realm_id: number
  /** The real address. */
  email: string
  /** The address that others see; the real one unless told otherwise. */
  shown_email?: string
  full_name: string
  role: Role
  bot_type: number | null
  bot_owner_id: number | null
  date_joined: number
  is_system_bot?: boolean
  /** Those that are not as usual. */
  settings?: Partial<UserSettings>
}

export const insertUser = (user: NewUser): Fragment => fragment`
  insert into user (
    id, realm_id, delivery_email, email, full_name, name_key, role, bot_type, bot_owner_id,
    is_system_bot, date_joined, settings
  )
  values (
    ${user.id}, ${user.realm_id}, ${user.email}, ${user.shown_email ?? user.email}, ${user.full_name}, ${foldCase(user.full_name)},
    ${user.role}, ${user.bot_type}, ${user.bot_owner_id},
    ${user.is_system_bot ?? false}, ${user.date_joined},
    ${storedSettings(user.settings ?? {})}
  )`

export const storePassword = (user_id: number, hash: string): Fragment =>
  fragment`insert into password (user_id, hash) values (${user_id}, ${hash})`
