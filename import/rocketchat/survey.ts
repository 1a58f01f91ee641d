import type { ConversionSink } from '../conversion.ts'
import { MessageOrder } from '../shared/order.ts'
import type { Times } from '../shared/times.ts'
import { fieldsOf, listOf, numberOf, rowsOf, textOf, type Fields } from '../shared/values.ts'
import { keyOf, millisecondsOf, type Dump } from './dump.ts'
import type { People } from './people.ts'

/** A message that has replies. */
export interface Root {
  readonly key: string
  readonly room: string
  readonly milliseconds: number
  /** The beginning of its text. */
  readonly text: string
}

/** An earlier text of a message. */
export interface Edit {
  readonly editor: string
  readonly milliseconds: number
  readonly text: string
}

/** A file that a message has. */
export interface LinkedFile {
  readonly key: string
  readonly name: string
  readonly type: string
  /** Key of the sender. */
  readonly sender: string
  readonly milliseconds: number
}

/** What must be known of all messages before one is converted. */
export interface Survey {
  readonly order: MessageOrder
  readonly roots: ReadonlyMap<string, Root>
  readonly edits: ReadonlyMap<string, readonly Edit[]>
  readonly files: ReadonlyMap<string, LinkedFile>
  /** Messages that others quote or link to. */
  readonly quoted: ReadonlySet<string>
  /** Replies that are shown outside of their thread, too. */
  readonly shown: readonly Root[]
  /** Times in the months of the talk in each room. */
  readonly months: ReadonlyMap<string, ReadonlySet<number>>
  /** Time and key of each message of the rooms in which something is unread. */
  readonly unreadRooms: ReadonlyMap<string, (readonly [milliseconds: number, key: string])[]>
}

/** Characters of a text of which its topic is made. */
const maxTopicSource = 2000
/** Characters of all earlier texts together, which are held in memory. */
const maxEditCharacters = 100_000_000
/** Earlier texts of one message. */
const maxEdits = 1000

/** Notices of the server in whose place something is shown. */
export const discussionCreated = 'discussion-created'

/** Why a message is left out; null if it is taken. */
export function leftOutKind(message: Fields): string | null {
  if (message['_hidden'] === true) return 'hidden messages'
  const kind = textOf(message['t'])
  if (kind === '' || kind === discussionCreated) return null
  if (kind === 'e2e') return 'encrypted messages'
  if (kind === 'rm') return 'deleted messages'
  return /^[\w-]{1,60}$/.test(kind) ? `notices (${kind})` : 'notices of an unknown kind'
}

const messageLink = /[?&]msg=([A-Za-z0-9]{5,40})/

/** The key of the message that an address leads to; null if it leads elsewhere. */
export const messageKeyIn = (address: string): string | null => messageLink.exec(address)?.[1] ?? null

/** The files of a message, without the small pictures that the server made of them. */
export function filesOf(message: Fields): { key: string; name: string; type: string }[] {
  const files = [fieldsOf(message['file']), ...rowsOf(message['files'])]
    .filter((file) => file['typeGroup'] !== 'thumb' && !textOf(file['name']).startsWith('thumb-'))
    .map((file) => ({ key: keyOf(file['_id']), name: textOf(file['name']), type: textOf(file['type']) }))
  return [...new Map(files.filter(({ key }) => key !== '').map((file) => [file.key, file])).values()]
}

/** Rooms in which somebody has not read everything. */
async function unreadRoomsIn(dump: Dump): Promise<Survey['unreadRooms']> {
  const rooms = new Map<string, [number, string][]>()
  for await (const subscription of dump.documents('rocketchat_subscription'))
    if (isUnread(subscription)) rooms.set(keyOf(subscription['rid']), [])
  return rooms
}

export const isUnread = ({ alert, unread, ls }: Fields): boolean =>
  (alert === true || (numberOf(unread) ?? 0) > 0) && millisecondsOf(ls) !== null

/** Reads all messages of these rooms once. */
export async function survey(
  dump: Dump,
  { people, rooms, times, sink }: { people: People; rooms: ReadonlySet<string>; times: Times; sink: ConversionSink },
): Promise<Survey> {
  const order = new MessageOrder()
  const roots = new Map<string, Root>()
  const edits = new Map<string, Edit[]>()
  const files = new Map<string, LinkedFile>()
  const quoted = new Set<string>()
  const shown: Root[] = []
  const months = new Map<string, Set<number>>()
  const unreadRooms = await unreadRoomsIn(dump)
  let editCharacters = 0

  function addEdit(message: Fields): void {
    const [parent, milliseconds] = [keyOf(message['parent']), millisecondsOf(message['editedAt'])]
    const text = textOf(message['msg'])
    if (parent === '' || milliseconds === null) return
    editCharacters += text.length
    const list = edits.get(parent) ?? []
    edits.set(parent, list)
    if (editCharacters > maxEditCharacters || list.length >= maxEdits) sink.skip('earlier texts of messages')
    else list.push({ editor: keyOf(fieldsOf(message['editedBy'])['_id']), milliseconds, text })
  }

  for await (const message of dump.documents('rocketchat_message')) {
    const key = keyOf(message['_id'])
    if (message['_hidden'] === true) addEdit(message)
    const room = keyOf(message['rid'])
    if (leftOutKind(message) !== null || key === '' || !rooms.has(room)) continue
    const sender = people.add(fieldsOf(message['u']), { isListed: false })
    const time = millisecondsOf(message['ts'])
    if (sender === null || time === null) continue
    const seconds = times.second(time / 1000)
    const milliseconds = Math.min(Math.max(time, 0), seconds * 1000 + 999)
    if (!order.add(key, milliseconds)) continue
    const text = textOf(message['msg'])
    const root = { key, room, milliseconds, text: text.slice(0, maxTopicSource) }
    if ((numberOf(message['tcount']) ?? 0) > 0) roots.set(key, root)
    if (message['tshow'] === true && keyOf(message['tmid']) !== '') shown.push({ ...root, text: '' })
    for (const file of filesOf(message))
      if (!files.has(file.key)) files.set(file.key, { ...file, sender: sender.key, milliseconds })
    for (const address of addressesIn(message, text)) {
      const target = messageKeyIn(address)
      if (target !== null) quoted.add(target)
    }
    const roomMonths = months.get(room) ?? new Set()
    months.set(room, roomMonths.add(startOfMonth(seconds)))
    unreadRooms.get(room)?.push([milliseconds, key])
  }
  return { order, roots, edits, files, quoted, shown, months, unreadRooms }
}

/** Addresses that may lead to other messages. */
const addressesIn = (message: Fields, text: string): string[] => [
  ...(text.slice(0, 100_000).match(/https?:\/\/[^\s<>()|]+/g) ?? []),
  ...listOf(message['attachments']).map((attachment) => textOf(fieldsOf(attachment)['message_link'])),
]

const startOfMonth = (seconds: number): number => {
  const date = new Date(seconds * 1000)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth()) / 1000
}
