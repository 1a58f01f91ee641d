import { beforeFirstId } from '../../core/sql/ids'
import { fragment, literal } from '../../core/sql/sql'
import type { Records } from '../../archive/records'
import { emojiKey } from '../../uploads/pictures'
import { chapterOf, fileIn, idIn, idOrNull, idsAfter, idsIn } from './source'

type ProfileFieldRow = Records['profile_fields'] & { place: number }

/** Profile fields in the order in which people see them. */
export const profileFields = chapterOf<ProfileFieldRow>(
  'profile_fields',
  200,
  (source, [place = -1, id = 0], limit) =>
    source.sql`
    select id, type, name, hint, field_data, place from profile_field
    where realm_id = ${source.realm_id} and (place, id) > (${place}, ${id})
      and ${idsAfter(source, fragment`id`, 'profile_field', undefined)}
    order by place, id
    limit ${literal(limit)}
  `.all<ProfileFieldRow>(),
  ({ place, ...row }, source) => ({ place: [place, row.id], record: { ...row, id: idIn(source, row.id) } }),
)

interface EmojiRow {
  id: number
  name: string
  author_id: number | null
  deactivated: number
  file_name: string
  still_file_name: string | null
}

/** Custom emoji with their pictures, also deactivated ones, because messages may use them. */
export const emoji = chapterOf<EmojiRow>(
  'emoji',
  100,
  (source, [after], limit) =>
    source.sql`
    select id, name, author_id, deactivated, file_name, still_file_name from realm_emoji
    where ${idsAfter(source, fragment`id`, 'realm_emoji', after)}
    order by id
    limit ${literal(limit)}
  `.all<EmojiRow>(),
  ({ id, name, author_id, deactivated, file_name, still_file_name }, source) => {
    const { realm_id } = source
    const stillKey = still_file_name === null ? null : emojiKey(realm_id, `still/${still_file_name}`)
    return {
      place: [id],
      record: { id: idIn(source, id), name, author_id: idOrNull(source, author_id), deactivated: Boolean(deactivated) },
      files: {
        picture: fileIn('emoji', idIn(source, id), emojiKey(realm_id, file_name)),
        still_picture: fileIn('emoji', `${idIn(source, id)}-still`, stillKey),
      },
      needs: 'picture',
    }
  },
)

interface GroupRow {
  id: number
  name: string
  description: string
  is_system_group: number
  /** JSON. */
  members: string
}

export const userGroups = chapterOf<GroupRow>(
  'user_groups',
  50,
  (source, [after], limit) =>
    source.sql`
    select id, name, description, is_system_group, (
      select json_group_array(user_id) from user_group_member where group_id = user_group.id
    ) as members
    from user_group
    where ${idsAfter(source, fragment`id`, 'user_group', after)}
    order by id
    limit ${literal(limit)}
  `.all<GroupRow>(),
  ({ id, name, description, is_system_group, members }, source) => ({
    place: [id],
    record: {
      id: idIn(source, id),
      name,
      description,
      is_system_group: Boolean(is_system_group),
      members: idsIn(source, 'user', JSON.parse(members) as number[]),
    } satisfies Records['user_groups'],
  }),
)

export const linkifiers = chapterOf<Records['linkifiers']>(
  'linkifiers',
  200,
  (source, [after], limit) =>
    source.sql`
    select id, pattern, url_format from realm_linkifier
    where ${idsAfter(source, fragment`id`, 'linkifier', after)}
    order by id
    limit ${literal(limit)}
  `.all<Records['linkifiers']>(),
  (row, source) => ({ place: [row.id], record: { ...row, id: idIn(source, row.id) } }),
)

export const playgrounds = chapterOf<Records['playgrounds']>(
  'playgrounds',
  200,
  (source, [after], limit) =>
    source.sql`
    select id, name, pygments_language, url_prefix from playground
    where ${idsAfter(source, fragment`id`, 'playground', after)}
    order by id
    limit ${literal(limit)}
  `.all<Records['playgrounds']>(),
  (row, source) => ({ place: [row.id], record: { ...row, id: idIn(source, row.id) } }),
)

interface DomainRow {
  id: number
  domain: string
  allow_subdomains: number
}

export const domains = chapterOf<DomainRow>(
  'domains',
  200,
  ({ sql, realm_id }, [after = beforeFirstId(realm_id)], limit) =>
    sql`
    select id, domain, allow_subdomains from realm_domain
    where id > ${after} and id < ${beforeFirstId(realm_id + 1)}
    order by id
    limit ${literal(limit)}
  `.all<DomainRow>(),
  ({ id, domain, allow_subdomains }) => ({
    place: [id],
    record: { domain, allow_subdomains: Boolean(allow_subdomains) } satisfies Records['domains'],
  }),
)
