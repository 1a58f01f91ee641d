import { beforeFirstId } from '../../core/sql/ids'
import { fragment, literal } from '../../core/sql/sql'
import type { Records } from '../../archive/records'
import { keyOf } from '../../uploads/serving'
import { isIncluded, isPersonal } from './scope'
import { chapterOf, idIn, idsAfter, type FullSource } from './source'

interface FileRow {
  id: number
  user_id: number
  path_id: string
  name: string
  content_type: string
  size: number
  created_at: number
  is_included: number
}

const filesAfter = (source: FullSource, [after]: readonly number[], limit: number): Promise<FileRow[]> =>
  source.sql`
    select
      id, user_id, path_id, name, content_type, size, created_at, ${isPersonal(source.scope, fragment`user_id`)} or exists (
        select 1 from attachment_message cross join message on message.id = message_id
        where attachment_id = attachment.id and message_id <= ${source.until} and ${isIncluded(source.scope)}
      ) as is_included
    from attachment
    where ${idsAfter(source, fragment`id`, 'attachment', after)}
    order by id
    limit ${literal(limit)}
  `.all<FileRow>()

/** Key in the bucket of an uploaded file, by its id within the organization; null if the archive does not have it. */
export async function uploadedFileKey(source: FullSource, id: number): Promise<string | null> {
  const before = beforeFirstId(source.realm_id) + id - 1
  const [row] = await filesAfter(source, [before], 1)
  return row?.id === before + 1 && row.is_included ? keyOf(row.path_id) : null
}

/** Uploaded files that a message of the archive has, and those of people whose personal data is there. */
export const files = chapterOf<FileRow>(
  'files',
  50,
  filesAfter,
  ({ id, user_id, path_id, is_included, ...row }, source) => {
    if (!is_included) return { place: [id], record: null }
    const name = path_id.split('/').at(-1)!
    return {
      place: [id],
      record: { id: idIn(source, id), user_id: idIn(source, user_id), ...row } satisfies Omit<Records['files'], 'file'>,
      files: { file: { key: keyOf(path_id), path: `files/uploads/${idIn(source, id)}/${name}` } },
    }
  },
)
