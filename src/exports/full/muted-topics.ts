import { beforeFirstId } from '../../core/sql/ids'
import { fragment, literal } from '../../core/sql/sql'
import type { Records } from '../../archive/records'
import type { ExportItem } from '../chapter'
import { isPersonal, isPresent } from './scope'
import { idIn, lastOf, type FullChapter } from './source'

interface MutedTopicRow {
  user_id: number
  stream_id: number
  topic: string
  date_muted: number
}

const pageLength = 500

/** Muted topics. The third number of a place says how many topics of the stream the user's records have so far. */
export const mutedTopics: FullChapter = {
  name: 'muted_topics',
  async page(source, after) {
    const { sql, realm_id, scope } = source
    const [user = beforeFirstId(realm_id), stream = 0, written = 0] = after ?? []
    const rows = await sql`
      select user_id, stream_id, topic, date_muted from muted_topic
      where (user_id, stream_id) >= (${user}, ${stream}) and user_id > ${beforeFirstId(realm_id)}
        and user_id <= ${lastOf(source, 'user')} and stream_id <= ${lastOf(source, 'recipient')}
        and ${isPersonal(scope, fragment`user_id`)} and ${isPresent(scope, fragment`stream_id`)}
      order by user_id, stream_id, topic_key
      limit ${literal(pageLength)} offset ${written}
    `.all<MutedTopicRow>()
    const items: ExportItem[] = []
    let place: readonly [number, number, number] = [user, stream, written]
    for (const { user_id, stream_id, topic, date_muted } of rows) {
      const isSame = place[0] === user_id && place[1] === stream_id
      place = [user_id, stream_id, isSame ? place[2] + 1 : 1]
      const record: Records['muted_topics'] = {
        user_id: idIn(source, user_id),
        stream_id: idIn(source, stream_id),
        topic,
        date_muted,
      }
      items.push({ place, record })
    }
    return { items, isLast: rows.length < pageLength }
  },
}
