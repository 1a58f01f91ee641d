import { beforeFirstId, inRealm } from '../core/sql/ids'
import { fragment, literal } from '../core/sql/sql'
import { keyOf } from '../uploads/serving'
import { filedAt, isPublic, type ExportChapter, type ExportItem } from './chapter'

interface Row {
  id: number
  user_id: number
  path_id: string
  name: string
  content_type: string
  size: number
  created_at: number
  /** Ids of the public messages with the file, as JSON. */
  message_ids: string
}

const pageLength = 50

/** Uploaded files in messages of public streams, without other messages that contain them. */
export const publicFiles: ExportChapter = {
  name: 'attachments',
  async page({ sql, realm_id, until }, after) {
    const rows = await sql`
      select id, user_id, path_id, name, content_type, size, created_at, (
        select json_group_array(message.id)
        from attachment_message
        cross join message on message.id = message_id
        cross join stream on stream.id = recipient_id
        where attachment_id = attachment.id and message_id <= ${until} and not message.is_private and ${isPublic}
      ) as message_ids
      from attachment
      where ${inRealm(fragment`id`, realm_id)} and id > ${after?.[0] ?? beforeFirstId(realm_id)}
      order by id
      limit ${literal(pageLength)}
    `.all<Row>()
    return { items: rows.map(itemOf), isLast: rows.length < pageLength }
  },
}

function itemOf({ path_id, message_ids, ...row }: Row): ExportItem {
  const place = [row.id]
  if (message_ids === '[]') return { place, record: null }
  const record = { ...row, path_id, message_ids: JSON.parse(message_ids) as unknown }
  return { place, record, files: { file: filedAt(keyOf(path_id)) } }
}
