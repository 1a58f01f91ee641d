import { beforeFirstId } from '../core/sql/ids'
import { literal } from '../core/sql/sql'
import type { ExportChapter } from '../exports/chapter'
import { idIn } from '../exports/full/source'
import { keyOf } from '../uploads/serving'
import type { OwnSource } from './source'

interface FileRow {
  id: number
  user_id: number
  path_id: string
  name: string
  content_type: string
  size: number
  created_at: number
}

const pageLength = 50

/** Files that the person or their bots have uploaded. `link` is how messages name them. */
export const ownFiles: ExportChapter<OwnSource> = {
  name: 'files',
  async page(source, after) {
    const { sql, realm_id, scope } = source
    const rows = await sql`
      select id, user_id, path_id, name, content_type, size, created_at from attachment
      where user_id in (select value from json_each(${JSON.stringify(scope.consenting)}))
        and id > ${after?.[0] ?? beforeFirstId(realm_id)}
      order by id
      limit ${literal(pageLength)}
    `.all<FileRow>()
    const items = rows.map(({ id, user_id, path_id, ...row }) => ({
      place: [id],
      record: { id: idIn(source, id), user_id: idIn(source, user_id), ...row, link: `/user_uploads/${path_id}` },
      files: {
        file: { key: keyOf(path_id), path: `files/uploads/${idIn(source, id)}/${path_id.split('/').at(-1)!}` },
      },
    }))
    return { items, isLast: rows.length < pageLength }
  },
}
