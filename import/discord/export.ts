import { ArchiveError, type SourceFiles } from '../conversion.ts'
import { beginningOf, jsonOf } from '../shared/json.ts'
import { secondsOfDate } from '../shared/times.ts'
import { fieldsOf, isFields, rowsOf, textOf, type Fields } from '../shared/values.ts'

/** Files that one channel may have: an export can be cut into parts. A larger file would be no text of JavaScript. */
const maxFileBytes = 511 * 1024 * 1024

/** What follows the name of a file of messages in the name of the folder with its pictures and uploads. */
const isOfMessages = (name: string): boolean => /\.json$/i.test(name) && !/(^|\/)[^/]*_Files\//.test(name)

const isExport = async (files: SourceFiles, name: string): Promise<boolean> =>
  /^\uFEFF?\s*\{\s*"guild"\s*:/.test(await beginningOf(files, name, 200))

/** Whether these are files of DiscordChatExporter. A few of them tell. */
export async function isDiscordExport(files: SourceFiles): Promise<boolean> {
  for (const name of files.names.filter(isOfMessages).slice(0, 5)) if (await isExport(files, name)) return true
  return false
}

/** Names of the files of messages. Other JSON, such as a list that somebody put beside them, is left out. */
export async function exportNames(files: SourceFiles): Promise<string[]> {
  const names: string[] = []
  for (const name of files.names.filter(isOfMessages)) if (await isExport(files, name)) names.push(name)
  return names
}

/** A channel, a thread or a private conversation, or a part of one. */
export interface Part {
  /** Of the file. */
  readonly name: string
  readonly guild: Fields
  readonly channel: Fields
  readonly messages: readonly Fields[]
}

/** Reads one file. Throws an `ArchiveError` that names it if it cannot be read. */
export async function readPart(files: SourceFiles, name: string): Promise<Part> {
  const content = await jsonOf(files, name, maxFileBytes)
  if (!isFields(content)) throw new ArchiveError(`${name} is damaged: it holds no channel.`)
  return {
    name,
    guild: fieldsOf(content['guild']),
    channel: fieldsOf(content['channel']),
    messages: rowsOf(content['messages']),
  }
}

/** An id of Discord; empty if it is none. */
export const snowflakeOf = (value: unknown): string => {
  const id = textOf(value)
  return /^\d{1,20}$/.test(id) && id !== '0' ? id : ''
}

/** Milliseconds at which Discord began to count. */
const epoch = 1_420_070_400_000

/** The UNIX time at which an id was made. */
export const secondsOfSnowflake = (id: string): number => (Number(BigInt(id) >> 22n) + epoch) / 1000

/** Types of messages that somebody wrote, by names and by numbers, which stand for types that the exporter does not know. */
const spokenTypes = new Set(['Default', 'Reply', 'ChatInputCommand', 'ContextMenuCommand', '0', '19', '20', '23'])

/** The kind of a message that nobody wrote, such as that somebody joined; null for others. */
export function noticeKind({ type }: Fields): string | null {
  const kind = textOf(type)
  if (spokenTypes.has(kind)) return null
  return /^\w{1,40}$/.test(kind) ? kind : 'messages of an unknown type'
}

/** Finds the files that an export names by paths: pictures and uploads. */
export class Assets {
  private readonly names: ReadonlySet<string>

  private readonly files: SourceFiles

  constructor(files: SourceFiles) {
    this.files = files
    this.names = new Set(files.names)
  }

  /** The name of the file that a part of the export means; null for an address, and for what is not there. */
  find(part: string, value: unknown): string | null {
    const path = textOf(value)
    if (path === '' || path.length > 1000 || /^[a-z]+:\/\//i.test(path)) return null
    const plain = path.replaceAll('\\', '/').replace(/^\.\//, '')
    const folder = part.slice(0, part.lastIndexOf('/') + 1)
    // Absolute paths are those of another machine: the last folder and the name are enough.
    const short = plain.split('/').slice(-2).join('/')
    const candidates = [folder + plain, plain, folder + short, short]
    return candidates.find((name) => this.names.has(name)) ?? null
  }

  size(name: string): number {
    return this.files.size(name)
  }
}

/** The UNIX time of a message. */
export const secondsOf = (message: Fields, key: string): number =>
  secondsOfDate(message['timestamp']) ?? secondsOfSnowflake(key)
