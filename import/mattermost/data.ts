import type { ConversionSink, SourceFiles } from '../conversion.ts'
import { fileLink } from '../shared/links.ts'
import { inOneLine, shortenText } from '../shared/text.ts'
import { maxFileBytes, Uploads, type Upload } from '../shared/uploads.ts'
import { rowsOf, textOf, type Fields } from '../shared/values.ts'

/** The files of an export: attachments of posts, and pictures of people and emoji. */
export class Data {
  private readonly source: SourceFiles
  private readonly sink: ConversionSink
  private readonly existing: ReadonlySet<string>
  private readonly uploads: Uploads

  constructor(source: SourceFiles, sink: ConversionSink) {
    this.source = source
    this.sink = sink
    this.uploads = new Uploads(sink)
    this.existing = new Set(source.names)
  }

  /** The name in the archive of a path in the export; null if it is not there. */
  private findPath(path: string): string | null {
    const plain = path.replace(/^(?:\.?\/)+/, '')
    return [`data/${plain}`, plain].find((name) => this.existing.has(name)) ?? null
  }

  /** The path of a picture in the new archive; null if the export does not have it. */
  picture(path: unknown, folder: 'avatars' | 'emoji', id: number): string | null {
    if (textOf(path) === '') return null
    const name = this.findPath(textOf(path))
    if (name === null) {
      this.sink.skip(`pictures of ${folder === 'avatars' ? 'people' : 'emoji'}`)
      return null
    }
    const content = `files/${folder}/${id}`
    this.sink.file(content, { name })
    return content
  }

  /** Links to the attachments of a post, and their ids. */
  attachments(post: Fields, user_id: number, created_at: number): { markdown: string; ids: number[] } {
    const ids: number[] = []
    const lines = rowsOf(post['attachments']).map((attachment) => {
      const path = textOf(attachment['path'])
      const upload = this.upload(path, user_id, created_at)
      if (upload === null) {
        this.sink.skip('files without content')
        return nameOf(path)
      }
      ids.push(upload.id)
      return fileLink(upload)
    })
    return { markdown: [...new Set(lines)].join('\n'), ids: [...new Set(ids)] }
  }

  private upload(path: string, user_id: number, created_at: number): Upload | null {
    const found = this.findPath(path)
    const size = found === null ? 0 : this.source.size(found)
    if (found === null || size > maxFileBytes) return null
    const file = { name: nameOf(path), type: '', size, user_id, created_at, content: { name: found } }
    return this.uploads.get(found) ?? this.uploads.add(found, file)
  }
}

const nameOf = (path: string): string => shortenText(inOneLine(path.slice(path.lastIndexOf('/') + 1)), 200) || 'file'
