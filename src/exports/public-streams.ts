import { beforeFirstId, inRealm } from '../core/sql/ids'
import { fragment, literal } from '../core/sql/sql'
import { listedColumns, type ListedStream } from '../streams/queries'
import { stream } from '../streams/schema'
import { isPublic, type ExportChapter } from './chapter'

/** Few per page, because everybody may be subscribed to a stream. */
const pageLength = 20

/** Public streams with the ids of their subscribers, without the subscribers' own settings. */
export const publicStreams: ExportChapter = {
  name: 'streams',
  async page({ sql, realm_id }, after) {
    const rows = await sql`
      select ${listedColumns}, (
        select json_group_array(user_id) from subscription
        where stream_id = stream.id and active and is_user_active = 1
      ) as subscribers
      from stream
      where ${inRealm(fragment`stream.id`, realm_id)} and stream.id > ${after?.[0] ?? beforeFirstId(realm_id)}
        and ${isPublic}
      order by stream.id
      limit ${literal(pageLength)}
    `.all<ListedStream & { subscribers: string }>()
    const items = rows.map((row) => ({
      place: [row.id],
      record: {
        ...stream(row),
        is_default: Boolean(row.is_default),
        subscribers: JSON.parse(row.subscribers) as unknown,
      },
    }))
    return { items, isLast: rows.length < pageLength }
  },
}
