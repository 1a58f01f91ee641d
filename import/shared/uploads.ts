import { contentTypeOf } from '../../src/uploads/content-types.ts'
import { firstForeignId, type ConversionSink } from '../conversion.ts'
import { inOneLine, shortenText } from './text.ts'

/** Bytes of the largest file that an archive may have. */
export const maxFileBytes = 100 * 1024 * 1024

interface NewUpload {
  readonly name: string
  readonly type: string
  readonly size: number
  readonly user_id: number
  readonly created_at: number
  readonly content: Parameters<ConversionSink['file']>[1]
}

/** A file that messages link to. */
export interface Upload {
  readonly id: number
  readonly name: string
}

/** Uploaded files, each of which gets its record once. */
export class Uploads {
  private readonly byKey = new Map<string, Upload>()

  private readonly sink: ConversionSink

  constructor(sink: ConversionSink) {
    this.sink = sink
  }

  get(key: string): Upload | null {
    return this.byKey.get(key) ?? null
  }

  add(key: string, { name, type, size, user_id, created_at, content }: NewUpload): Upload {
    const upload = { id: firstForeignId + this.byKey.size, name: shortenText(inOneLine(name), 200) || 'file' }
    this.byKey.set(key, upload)
    const path = `files/uploads/${upload.id}`
    this.sink.file(path, content)
    this.sink.add('files', {
      ...upload,
      user_id,
      content_type: contentTypeOf({ type, file_name: upload.name }),
      size,
      created_at,
      file: path,
    })
    return upload
  }
}

/** Ids of those files that a text links to: a text that was cut may have lost some. */
export const linkedFiles = (content: string, ids: readonly number[]): number[] =>
  [...new Set(ids)].filter((id) => content.includes(`/user_uploads/${id})`))
