import type { Records } from '../../src/archive/records.ts'
import { contentTypeOf } from '../../src/uploads/content-types.ts'
import { shortenText } from '../shared/text.ts'
import { numberOf, textOf, wholeNumberOf } from '../shared/values.ts'
import type { Source } from './source.ts'

/** Of an uploaded file, as the format allows. */
const maxFileBytes = 100 * 1024 * 1024

/** Uploaded files by their paths below `/user_uploads/`. */
export type Uploads = ReadonlyMap<string, Records['files']>

/** The uploaded files, with ids from 1 on in the order of the table. */
export function uploadsOf({ tables, files, people, sink, times }: Source): Uploads {
  const names = new Set(files.names)
  const uploads = new Map<string, Records['files']>()
  for (const row of tables.rows('zerver_attachment')) {
    const path = textOf(row['path_id'])
    const owner = people.of(row['owner'])
    if (path === '' || path.length > 900 || uploads.has(path) || owner === null) {
      sink.skip('files without a path or an owner')
      continue
    }
    const source = `uploads/${path}`
    const isThere = names.has(source)
    const size = isThere ? files.size(source) : (wholeNumberOf(row['size']) ?? 0)
    if (size < 0 || size > maxFileBytes) {
      sink.skip('files over 100 MiB')
      continue
    }
    const name = shortenText(textOf(row['file_name']), 1000) || 'file'
    const id = uploads.size + 1
    const file = isThere ? `files/uploads/${id}` : null
    if (file === null) sink.skip('files without content')
    else sink.file(file, { name: source })
    uploads.set(path, {
      id,
      user_id: owner.id,
      name,
      content_type: contentTypeOf({ type: textOf(row['content_type']), file_name: name }),
      size,
      created_at: times.second(numberOf(row['create_time'])),
      file,
    })
  }
  return uploads
}
