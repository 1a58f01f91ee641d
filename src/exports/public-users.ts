import { beforeFirstId, inRealm } from '../core/sql/ids'
import { fragment, literal } from '../core/sql/sql'
import { pictureKey } from '../uploads/pictures'
import { filedAt, type ExportChapter, type ExportItem } from './chapter'

interface Row {
  id: number
  email: string
  full_name: string
  role: number
  bot_type: number | null
  bot_owner_id: number | null
  is_system_bot: number
  is_active: number
  date_joined: number
  timezone: string
  avatar_path: string | null
  /** Values and their HTML by field id, as JSON. */
  profile_data: string
}

const pageLength = 200

/** People and bots as everybody sees them: with the display address, and without personal settings. */
export const publicUsers: ExportChapter = {
  name: 'users',
  async page({ sql, realm_id }, after) {
    const rows = await sql`
      select
        id, email, full_name, role, bot_type, bot_owner_id, is_system_bot, is_active, date_joined, timezone, avatar_path, (
          select json_group_object(field_id, json_object('value', value, 'rendered_value', rendered_value))
          from profile_value
          where user_id = user.id
        ) as profile_data
      from user
      where ${inRealm(fragment`id`, realm_id)} and id > ${after?.[0] ?? beforeFirstId(realm_id)}
      order by id
      limit ${literal(pageLength)}
    `.all<Row>()
    return { items: rows.map(itemOf), isLast: rows.length < pageLength }
  },
}

const itemOf = ({ id, avatar_path, is_active, is_system_bot, profile_data, ...row }: Row): ExportItem => ({
  place: [id],
  record: {
    user_id: id,
    ...row,
    is_active: Boolean(is_active),
    is_system_bot: Boolean(is_system_bot),
    profile_data: JSON.parse(profile_data) as unknown,
  },
  files: { avatar: filedAt(avatar_path === null ? null : pictureKey(avatar_path)) },
})
