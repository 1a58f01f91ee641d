import { beforeFirstId, inRealm } from '../core/sql/ids'
import { fragment, literal } from '../core/sql/sql'
import type { RealmEmojiRow } from '../emoji/queries'
import { emojiKey } from '../uploads/pictures'
import { filedAt, type ExportChapter } from './chapter'

const pageLength = 100

/** Custom emoji with their pictures, including deactivated ones, because messages may use them. */
export const publicEmoji: ExportChapter = {
  name: 'emoji',
  async page({ sql, realm_id }, after) {
    const rows = await sql`
      select id, name, author_id, deactivated, file_name, still_file_name
      from realm_emoji
      where ${inRealm(fragment`id`, realm_id)} and id > ${after?.[0] ?? beforeFirstId(realm_id)}
      order by id
      limit ${literal(pageLength)}
    `.all<RealmEmojiRow>()
    const items = rows.map(({ id, name, author_id, deactivated, file_name, still_file_name }) => ({
      place: [id],
      record: { id, name, author_id, deactivated: Boolean(deactivated) },
      files: {
        picture: filedAt(emojiKey(realm_id, file_name)),
        still_picture: filedAt(still_file_name === null ? null : emojiKey(realm_id, `still/${still_file_name}`)),
      },
    }))
    return { items, isLast: rows.length < pageLength }
  },
}
