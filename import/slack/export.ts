import { ArchiveError, type ConversionSink, type SourceFiles } from '../conversion.ts'
import { jsonRowsOf } from '../shared/json.ts'
import { flagOf, textOf, type Fields } from '../shared/values.ts'

/** A channel or a conversation, as the lists of an export name it. */
export interface Channel {
  readonly fields: Fields
  readonly isConversation: boolean
  readonly isPrivate: boolean
  /** Files of its days, in order. Empty if nobody wrote there. */
  readonly days: readonly string[]
}

/** The lists and days of a Slack export. slackdump writes the same. */
export interface Export {
  readonly users: readonly Fields[]
  readonly channels: readonly Channel[]
}

const lists = [
  { name: 'channels.json', isConversation: false, isPrivate: false },
  { name: 'groups.json', isConversation: false, isPrivate: true },
  { name: 'mpims.json', isConversation: true, isPrivate: true },
  { name: 'dms.json', isConversation: true, isPrivate: true },
]

/** Lists of what has no place here. */
const ignoredLists = new Map([
  ['integration_logs.json', 'integration logs'],
  ['canvases.json', 'canvases'],
  ['lists.json', 'lists'],
  ['content_flags.json', 'content flags'],
])

/** Names of the file of users: exports of an Enterprise Grid have another one. */
const userFiles = ['users.json', 'org_users.json']

export const isExport = ({ names }: SourceFiles): boolean =>
  userFiles.some((name) => names.includes(name)) && lists.some(({ name }) => names.includes(name))

export async function readExport(files: SourceFiles, sink: ConversionSink): Promise<Export> {
  const existing = new Set(files.names)
  if (!isExport(files))
    throw new ArchiveError(
      'This is no Slack export: it lacks users.json, or channels.json and the other lists of channels.',
    )
  const users: Fields[] = []
  for (const name of userFiles) if (existing.has(name)) users.push(...(await jsonRowsOf(files, name)))

  const days = daysByFolder(files.names)
  const channels: Channel[] = []
  for (const { name, isConversation, isPrivate } of lists) {
    if (!existing.has(name)) continue
    for (const fields of await jsonRowsOf(files, name)) {
      // Folders have the name of the channel; those of direct messages have their id.
      const folder = [textOf(fields['name']), textOf(fields['id'])].find((one) => days.has(one)) ?? ''
      channels.push({
        fields,
        isConversation: isConversation || flagOf(fields['is_mpim']),
        isPrivate: isPrivate || flagOf(fields['is_private']),
        days: days.get(folder) ?? [],
      })
      days.delete(folder)
    }
  }
  reportFolders([...days.keys()], sink)
  for (const [name, kind] of ignoredLists)
    if (existing.has(name)) sink.skip(kind, (await jsonRowsOf(files, name)).length)
  return { users, channels }
}

/** The days of each folder. */
function daysByFolder(names: readonly string[]): Map<string, string[]> {
  const days = new Map<string, string[]>()
  for (const name of names) {
    const folder = /^([^/]+)\/\d{4}-\d\d-\d\d\.json$/.exec(name)?.[1]
    if (folder === undefined) continue
    const files = days.get(folder) ?? []
    files.push(name)
    days.set(folder, files)
  }
  return days
}

function reportFolders(folders: readonly string[], sink: ConversionSink): void {
  if (folders.length === 0) return
  sink.skip('folders of unlisted channels', folders.length)
  const shown = folders.slice(0, 10).join(', ')
  const rest = folders.length > 10 ? ` and ${folders.length - 10} more` : ''
  sink.warn(`No list of the export names the channels of these folders, so they are left out: ${shown}${rest}.`)
}

/** Messages with words in them. Others are notices of Slack, such as `channel_join`. */
const spoken = new Set(['', 'bot_message', 'file_share', 'file_comment', 'thread_broadcast', 'me_message'])

/** Why a message is left out; null if it is not. */
export function unspokenKind(message: Fields): string | null {
  const type = textOf(message['type']) || 'message'
  if (type !== 'message') return type.slice(0, 50)
  const subtype = textOf(message['subtype'])
  if (!spoken.has(subtype)) return subtype.slice(0, 50)
  return timeOf(message['ts']) === null ? 'messages without a time' : null
}

/** UNIX seconds of a time such as `1392734382.000002`, which also names a message in its channel. */
export function timeOf(ts: unknown): number | null {
  const seconds = typeof ts === 'string' && /^\d{1,11}(\.\d{1,9})?$/.test(ts) ? Number(ts) : null
  return seconds !== null && seconds > 0 ? seconds : null
}

/** The `ts` of the message that began the thread; empty for a message outside of threads, and for that message itself. */
export function rootOf(message: Fields): string {
  const root = textOf(message['thread_ts'])
  return root === textOf(message['ts']) || timeOf(root) === null ? '' : root
}
