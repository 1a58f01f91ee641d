import type { ConversionSink, SourceFiles } from '../conversion.ts'
import { link } from '../../src/webhooks/slack-text.ts'
import { fileLink } from '../shared/links.ts'
import { inOneLine, shortenText } from '../shared/text.ts'
import type { Times } from '../shared/times.ts'
import { maxFileBytes, Uploads, type Upload } from '../shared/uploads.ts'
import { isFields, numberOf, rowsOf, textOf, type Fields } from '../shared/values.ts'
import type { People } from './people.ts'

/** What follows the text of a message: links to its files. */
export interface FileLinks {
  markdown: string
  /** Of files that the archive contains. */
  ids: number[]
}

interface FileParts {
  source: SourceFiles
  sink: ConversionSink
  people: People
  times: Times
}

/** Files of messages. slackdump puts them into the archive; exports of Slack have only their addresses. */
export class Files {
  /** Paths in the archive by the id of the file. */
  private readonly paths = new Map<string, string>()
  private readonly uploads: Uploads
  private readonly parts: FileParts

  constructor(parts: FileParts) {
    this.parts = parts
    this.uploads = new Uploads(parts.sink)
    for (const name of parts.source.names) {
      const [, id, otherId] = /^__uploads\/([^/]+)\/[^/]+$|^[^/]+\/attachments\/([^/-]+)-[^/]+$/.exec(name) ?? []
      const file = id ?? otherId
      if (file !== undefined && !this.paths.has(file)) this.paths.set(file, name)
    }
  }

  linksOf(message: Fields, sender_id: number, sentAt: number): FileLinks {
    const lines: string[] = []
    const ids: number[] = []
    const files = [...rowsOf(message['files']), ...(isFields(message['file']) ? [message['file']] : [])]
    for (const file of files) {
      const upload = this.upload(file, sender_id, sentAt)
      const line = upload === null ? this.outsideLink(file) : fileLink(upload)
      if (upload !== null && !ids.includes(upload.id)) ids.push(upload.id)
      if (line !== '' && !lines.includes(line)) lines.push(line)
    }
    return { markdown: lines.join('\n'), ids }
  }

  /** The file in the archive; null if it is not there. Several messages may show it. */
  private upload(file: Fields, sender_id: number, sentAt: number): Upload | null {
    const { source, people, times } = this.parts
    const key = textOf(file['id'])
    const path = this.paths.get(key)
    const size = path === undefined ? 0 : source.size(path)
    if (path === undefined || size > maxFileBytes) return null
    const given = {
      name: nameOf(file) || path.slice(path.lastIndexOf('/') + 1),
      type: textOf(file['mimetype']),
      size,
      user_id: people.user(textOf(file['user']))?.id ?? sender_id,
      created_at: times.second(numberOf(file['created']), sentAt),
      content: { name: path },
    }
    return this.uploads.get(key) ?? this.uploads.add(key, given)
  }

  /** A link to where the file is; empty if it is nowhere. */
  private outsideLink(file: Fields): string {
    const mode = textOf(file['mode'])
    if (mode === 'tombstone') {
      this.parts.sink.skip('deleted files')
      return ''
    }
    // A file of another service was never in Slack.
    if (mode !== 'external') this.parts.sink.skip('files without content')
    const addresses = ['external_url', 'url_private', 'url_private_download', 'permalink'].map((key) =>
      textOf(file[key]),
    )
    const address = addresses.find((one) => /^https?:\/\//i.test(one))
    const name = nameOf(file).replaceAll(/[[\]]/g, '')
    return address === undefined ? name : link(withoutToken(address), name || null)
  }
}

const nameOf = (file: Fields): string => shortenText(inOneLine(textOf(file['name']) || textOf(file['title'])), 200)

/** The token in addresses of an export opens every file of the workspace, so it must not be in a message. */
const withoutToken = (address: string): string =>
  address.replace(/([?&])t=xox[^&#]*&?/, '$1').replace(/[?&](?=#|$)/, '')
