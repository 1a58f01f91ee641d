import type { Records } from '../../archive/records'
import { newKey } from '../../auth/keys'
import { refused } from '../../core/base/errors'
import { jsonLists } from '../../core/sql/json-lists'
import { fragment } from '../../core/sql/sql'
import { contentTypeOf } from '../../uploads/content-types'
import { pathIdOf, shownName } from '../../uploads/names'
import { uploadSpaceUsed } from '../../uploads/queries'
import { quotaIn } from '../../uploads/quota'
import type { Batch, BatchStep } from '../batch'

/** Uploaded files. They get their paths here, because messages link to these; their bytes come by themselves. */
export async function writeFiles(batch: Batch<Records['files']>): Promise<BatchStep> {
  const { turn, records } = batch
  const [, , used] = await Promise.all([
    batch.assertFree('file', ({ id }) => id),
    batch.assertReferences(({ user_id }) => [{ kind: 'user', id: user_id, field: 'user_id' }]),
    uploadSpaceUsed(turn.sql, turn.realm_id),
  ])
  const files = records.map((record) => {
    const name = shownName(record.name)
    return {
      id: batch.idOf('file', record.id),
      user_id: batch.idOf('user', record.user_id),
      path_id: pathIdOf(turn.realm_id, newKey(), name),
      name,
      content_type: contentTypeOf({ type: record.content_type, file_name: name }),
      // A file that the source has lost takes no space.
      size: record.file === null ? 0 : record.size,
      link_key: newKey(),
      created_at: Math.min(record.created_at, turn.now),
    }
  })
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  const quota = quotaIn(turn.env)
  if (quota !== null && used + bytes > quota.bytes)
    throw refused('The files of the archive exceed your organization’s upload quota.', { code: 'REALM_UPLOAD_QUOTA' })
  const owners = [...Map.groupBy(files, ({ user_id }) => user_id)].map(([user_id, own]) => [
    user_id,
    own.reduce((sum, { size }) => sum + size, 0),
    own.length,
  ])
  return {
    writes: [
      ...jsonLists(files).map(
        ({ json }) => fragment`
        insert into attachment (id, user_id, path_id, name, content_type, size, link_key, created_at)
        select
          value ->> 'id', value ->> 'user_id', value ->> 'path_id', value ->> 'name', value ->> 'content_type',
          value ->> 'size', value ->> 'link_key', value ->> 'created_at'
        from json_each(${json})`,
      ),
      fragment`
        insert into upload_space (user_id, bytes, files)
        select value ->> 0, value ->> 1, value ->> 2 from json_each(${JSON.stringify(owners)})
        where true
        on conflict (user_id) do update set bytes = bytes + excluded.bytes, files = files + excluded.files`,
      fragment`update realm set upload_space_used = upload_space_used + ${bytes} where id = ${turn.realm_id}`,
    ],
    rows: 3 * files.length + owners.length + 1,
  }
}
