import { beforeFirstId } from '../../core/sql/ids'
import { fragment, literal } from '../../core/sql/sql'
import type { Records } from '../../archive/records'
import { fieldTypes } from '../../profile-fields/field-types'
import { realmUserSettingsDefaults } from '../../settings/queries'
import { settingsFrom, type UserSettings } from '../../settings/table'
import { pictureKey } from '../../uploads/pictures'
import { isErased } from '../../users/erased'
import { isPlaceholder } from '../../users/placeholder-address'
import type { ExportItem } from '../chapter'
import { isPersonal } from './scope'
import { chapterOf, fileIn, idIn, idOrNull, idsAfter, idsIn, lastOf, type FullChapter, type FullSource } from './source'
import { emojiCode } from './texts'

interface UserRow {
  id: number
  delivery_email: string
  full_name: string
  role: Records['users']['role']
  bot_type: 1 | 2 | 3 | 4 | null
  bot_owner_id: number | null
  is_system_bot: number
  is_active: number
  date_joined: number
  timezone: string
  avatar_path: string | null
  settings: string
  is_personal: number
  /** JSON lists: [id of the field, its type, value], and words. */
  profile: string
  words: string
  away: number | null
  status_text: string
  emoji_name: string
  emoji_code: string
  reaction_type: string
}

const usersPage = 200

/** Code of `email_address_visibility` by which nobody sees real addresses. */
const hiddenFromAll = 4

/** People and bots. Settings and alert words only of those whose personal data is there. */
export const users: FullChapter = {
  name: 'users',
  async page(source, after) {
    const { sql, realm_id, scope } = source
    const [rows, defaults] = await Promise.all([
      sql`
        select
          id, delivery_email, full_name, role, bot_type, bot_owner_id, is_system_bot, is_active, date_joined, timezone,
          avatar_path, settings, ${isPersonal(scope, fragment`user.id`)} as is_personal, (
            select json_group_array(json_array(field_id, type, value))
            from profile_value cross join profile_field on profile_field.id = field_id
            where user_id = user.id and field_id <= ${lastOf(source, 'profile_field')}
          ) as profile, (
            select json_group_array(word) from alert_word where user_id = user.id
          ) as words, away, status_text, emoji_name, emoji_code, reaction_type
        from user left join user_status on user_status.user_id = user.id
        where ${idsAfter(source, fragment`user.id`, 'user', after?.[0])}
        order by user.id
        limit ${literal(usersPage)}
      `.all<UserRow>(),
      realmUserSettingsDefaults(sql, realm_id),
    ])
    return { items: rows.map((row) => userItem(row, source, defaults)), isLast: rows.length < usersPage }
  },
}

function userItem(row: UserRow, source: FullSource, defaults: UserSettings): ExportItem {
  const id = idIn(source, row.id)
  const isHidden =
    !row.is_personal && row.bot_type === null && source.settings.email_address_visibility === hiddenFromAll
  const record: Omit<Records['users'], 'avatar'> = {
    id,
    delivery_email: (isHidden && !isErased(row)) || isPlaceholder(row.delivery_email) ? null : row.delivery_email,
    full_name: row.full_name,
    role: row.role,
    is_active: Boolean(row.is_active),
    date_joined: row.date_joined,
    timezone: row.timezone,
    settings: row.is_personal && row.bot_type === null ? differing(settingsFrom(row.settings), defaults) : {},
    bot:
      row.bot_type === null
        ? null
        : {
            type: row.bot_type,
            owner_id: idOrNull(source, row.bot_owner_id),
            is_system_bot: Boolean(row.is_system_bot),
          },
    profile: profileOf(row, source),
    alert_words: row.is_personal ? (JSON.parse(row.words) as string[]) : [],
    status: statusOf(row, source),
  }
  const avatar = row.avatar_path === null ? null : pictureKey(row.avatar_path)
  return { place: [row.id], record, files: { avatar: fileIn('avatars', id, avatar) } }
}

/** What people must decide on each server anew. */
const consent = 'allow_private_data_export'

/** Settings that differ from the defaults, without the consent to exports. */
function differing(settings: UserSettings, defaults: UserSettings): Record<string, unknown> {
  const entries = Object.entries(settings)
  return Object.fromEntries(
    entries.filter(([name, value]) => name !== consent && defaults[name as keyof UserSettings] !== value),
  )
}

function profileOf({ profile }: UserRow, source: FullSource): Record<string, string> {
  const values = JSON.parse(profile) as [field_id: number, type: number, value: string][]
  return Object.fromEntries(
    values.map(([field_id, type, value]) => [
      String(idIn(source, field_id)),
      // People in a value are ids.
      type === fieldTypes.users ? JSON.stringify(idsIn(source, 'user', JSON.parse(value) as number[])) : value,
    ]),
  )
}

function statusOf(row: UserRow, source: FullSource): Records['users']['status'] {
  const { away, status_text, emoji_name, reaction_type } = row
  if (away === null || (!away && status_text === '' && emoji_name === '')) return null
  return { away: Boolean(away), text: status_text, emoji_name, emoji_code: emojiCode(source, row), reaction_type }
}

interface MutedRow {
  user_id: number
  muted_user_id: number
  date_muted: number
}

export const mutedUsers = chapterOf<MutedRow>(
  'muted_users',
  500,
  (source, [user = beforeFirstId(source.realm_id), muted = 0], limit) =>
    source.sql`
    select user_id, muted_user_id, date_muted from muted_user
    where (user_id, muted_user_id) > (${user}, ${muted}) and user_id <= ${lastOf(source, 'user')}
      and muted_user_id <= ${lastOf(source, 'user')} and ${isPersonal(source.scope, fragment`user_id`)}
    order by user_id, muted_user_id
    limit ${literal(limit)}
  `.all<MutedRow>(),
  ({ user_id, muted_user_id, date_muted }, source) => ({
    place: [user_id, muted_user_id],
    record: {
      user_id: idIn(source, user_id),
      muted_user_id: idIn(source, muted_user_id),
      date_muted,
    } satisfies Records['muted_users'],
  }),
)
