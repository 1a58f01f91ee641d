import { ArchiveError, type ConversionSink, type SourceFiles } from '../conversion.ts'
import { jsonOf } from '../shared/json.ts'
import { fieldsOf, isFields, listOf, rowsOf, type Fields } from '../shared/values.ts'

/** A larger file would be no text of JavaScript. `realm.json` of the largest organizations has some hundred MB. */
const maxTableBytes = 511 * 1024 * 1024

/** Tables that mean nothing here: activity, the history of settings, hints that were shown, caches. */
const meaningless = new Set([
  'zerver_useractivity',
  'zerver_useractivityinterval',
  'zerver_userpresence',
  'zerver_presencesequence',
  'zerver_userhotspot',
  'zerver_onboardingstep',
  'zerver_realmauthenticationmethod',
])

/** The tables of `realm.json` and `attachment.json`. */
export class Tables {
  private readonly unread: Map<string, number>

  private readonly tables: Fields

  private constructor(tables: Fields) {
    this.tables = tables
    this.unread = new Map(Object.entries(tables).map(([name, rows]) => [name, listOf(rows).length]))
  }

  static async read(files: SourceFiles): Promise<Tables> {
    const realm = await jsonOf(files, 'realm.json', maxTableBytes)
    if (!isFields(realm)) throw new ArchiveError('realm.json is damaged: it has no tables.')
    const hasAttachments = files.names.includes('attachment.json')
    const attachments = hasAttachments ? fieldsOf(await jsonOf(files, 'attachment.json', maxTableBytes)) : {}
    return new Tables({ ...realm, ...attachments })
  }

  /** The rows of a table, of which there may be none. */
  rows(name: string): Fields[] {
    this.unread.delete(name)
    return rowsOf(this.tables[name])
  }

  /** Counts the rows of tables that nothing has read. */
  countUnread(sink: ConversionSink): void {
    for (const [name, count] of this.unread)
      if (count > 0 && !meaningless.has(name)) sink.skip(`rows of ${name.slice(0, 100)}`, count)
  }
}

/** A file of messages, with what users did with them. */
export interface MessageFile {
  messages: Fields[]
  userMessages: Fields[]
}

const messageFile = /^messages-\d+\.json(\.partial)?$/

/** Names of the files of messages. A partial file, which an interrupted export leaves, counts only without a whole one. */
export const messageFileNames = ({ names }: SourceFiles): string[] =>
  names.filter(
    (name) => messageFile.test(name) && !(name.endsWith('.partial') && names.includes(name.replace('.partial', ''))),
  )

/** Reads the files of messages, one at a time. */
export async function* messageFiles(files: SourceFiles): AsyncGenerator<MessageFile> {
  for (const name of messageFileNames(files)) {
    const content = await jsonOf(files, name, maxTableBytes)
    if (!isFields(content)) throw new ArchiveError(`${name} is damaged: it has no tables.`)
    yield { messages: rowsOf(content['zerver_message']), userMessages: rowsOf(content['zerver_usermessage']) }
  }
}
