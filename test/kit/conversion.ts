import { expect } from 'vitest'
import {
  ArchiveError,
  type ConversionOptions,
  type ConversionSink,
  type ConvertedMessage,
  type Converter,
  type SourceFiles,
} from '../../import/conversion.ts'
import {
  chapters,
  manifestRecord,
  messageRecord,
  realmRecord,
  recordLimits,
  type ChapterName,
  type Manifest,
  type RealmRecord,
  type Records,
} from '../../src/archive/records.ts'

/** The content of a file: text, bytes, or a value that is written as JSON. */
export type FileContent = string | Uint8Array | object

const bytesOf = (content: FileContent): Uint8Array =>
  content instanceof Uint8Array
    ? content
    : new TextEncoder().encode(typeof content === 'string' ? content : JSON.stringify(content))

/** A content as text. */
export const textOf = (content: string | Uint8Array | undefined): string =>
  typeof content === 'string' ? content : new TextDecoder().decode(content)

/** An archive in memory. */
export function sourceFiles(contents: Readonly<Record<string, FileContent>>): SourceFiles {
  const files = new Map(Object.entries(contents).map(([name, content]) => [name, bytesOf(content)]))
  const existing = (name: string): Uint8Array => {
    const bytes = files.get(name)
    if (bytes === undefined) throw new ArchiveError(`${name} is missing.`)
    return bytes
  }
  return {
    names: [...files.keys()].toSorted(),
    size: (name) => files.get(name)?.length ?? 0,
    async *open(name) {
      const bytes = existing(name)
      // Pieces end anywhere, also within a line or a character.
      for (let start = 0; start < bytes.length; start += 1009) yield bytes.subarray(start, start + 1009)
    },
    text: async (name) => new TextDecoder().decode(existing(name)),
  }
}

/** Everything that a converter gave. */
export interface Conversion {
  realm: RealmRecord | null
  /** Records by chapter. Messages have ids from 1 on, in the order of time. */
  records: Records extends infer All ? { [Name in keyof All]: All[Name][] } : never
  /** Names in the source, or bytes, by the path in the archive. */
  files: ReadonlyMap<string, string | Uint8Array>
  skipped: Readonly<Record<string, number>>
  warnings: readonly string[]
}

const timeOf = ({ sent_at, milliseconds = 0 }: ConvertedMessage): number => sent_at + milliseconds / 1000

/** Checks each record, as the command line does, and collects all of them. */
class CollectingSink implements ConversionSink {
  private organization: RealmRecord | null = null
  private readonly collected = new Map<ChapterName, unknown[]>()
  private readonly messages: ConvertedMessage[] = []
  private readonly contents = new Map<string, string | Uint8Array | (() => AsyncIterable<Uint8Array>)>()
  private readonly skipped = new Map<string, number>()
  private readonly warnings: string[] = []

  manifest(record: Manifest): void {
    manifestRecord.parse(record)
  }

  realm(record: RealmRecord): void {
    expect(this.organization, 'a second realm').toBeNull()
    this.organization = realmRecord.parse(record)
  }

  add<Name extends Exclude<ChapterName, 'messages'>>(chapter: Name, record: Records[Name]): void {
    const records = this.collected.get(chapter) ?? []
    records.push(chapters[chapter].parse(record))
    this.collected.set(chapter, records)
  }

  message(message: ConvertedMessage): void {
    const { flags: _, milliseconds: __, ...record } = message
    messageRecord.parse({ id: 1, ...record })
    expect((record.stream_id === null) !== (record.conversation_id === null), 'one destination').toBe(true)
    expect(record.content.isWellFormed() && !record.content.includes('\0'), 'a text that can be stored').toBe(true)
    expect(new TextEncoder().encode(record.content).length).toBeLessThanOrEqual(recordLimits.contentBytes)
    this.messages.push(message)
  }

  file(path: string, from: Parameters<ConversionSink['file']>[1]): void {
    expect(this.contents.has(path), `${path} twice`).toBe(false)
    if ('storedKey' in from) this.contents.set(path, new TextEncoder().encode(`stored at ${from.storedKey}`))
    else this.contents.set(path, 'name' in from ? from.name : 'bytes' in from ? from.bytes : from.pieces)
  }

  skip(kind: string, amount = 1): void {
    this.skipped.set(kind, (this.skipped.get(kind) ?? 0) + amount)
  }

  warn(text: string): void {
    this.warnings.push(text)
  }

  async conversion(): Promise<Conversion> {
    const files = new Map<string, string | Uint8Array>()
    for (const [path, content] of this.contents)
      files.set(path, typeof content === 'function' ? await joinPieces(content()) : content)
    return {
      realm: this.organization,
      records: {
        ...Object.fromEntries(
          Object.keys(chapters).map((name) => [name, this.collected.get(name as ChapterName) ?? []]),
        ),
        ...this.numberMessages(),
      } as Conversion['records'],
      files,
      skipped: Object.fromEntries(this.skipped),
      warnings: this.warnings,
    }
  }

  /** Messages in the order of time, and the marks that came with them. */
  private numberMessages(): Pick<Conversion['records'], 'messages' | 'marks'> {
    const messages: Records['messages'][] = []
    const flagsByUser = new Map<number, [number, number][]>()
    const inOrder = this.messages.toSorted((left, right) => timeOf(left) - timeOf(right))
    for (const [index, { flags = [], id = index + 1, milliseconds: _, ...message }] of inOrder.entries()) {
      messages.push({ id, ...message })
      for (const { user_id, bits } of flags) flagsByUser.set(user_id, [...(flagsByUser.get(user_id) ?? []), [id, bits]])
    }
    const given = (this.collected.get('marks') ?? []) as Records['marks'][]
    return {
      messages,
      marks: [...given, ...[...flagsByUser].map(([user_id, flags]) => ({ user_id, read: [], flags }))],
    }
  }
}

async function joinPieces(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: number[] = []
  for await (const piece of pieces) parts.push(...piece)
  return Uint8Array.from(parts)
}

/** A time after everything that archives of tests hold. */
const importTime = Date.UTC(2026, 10, 1) / 1000

/** Converts an archive, and checks that every record refers only to what is there. */
export async function convert(
  converter: Converter,
  contents: Readonly<Record<string, FileContent>>,
  options: Partial<ConversionOptions> = {},
): Promise<Conversion> {
  const sink = new CollectingSink()
  const files = sourceFiles(contents)
  await converter.convert(files, sink, { addresses: new Map(), team: null, now: importTime, ...options })
  const conversion = await sink.conversion()
  checkReferences(conversion, files)
  return conversion
}

const knownIds = (list: readonly { id: number }[], what: string): Set<number> => {
  const ids = new Set(list.map(({ id }) => id))
  expect(ids.size, `ids of ${what}`).toBe(list.length)
  return ids
}

const hasId = (ids: ReadonlySet<number>, id: number | null, what: string): void => {
  if (id !== null) expect(ids.has(id), `${what} ${id}`).toBe(true)
}

function checkReferences({ realm, records, files }: Conversion, source: SourceFiles): void {
  const users = knownIds(records.users, 'users')
  const streams = knownIds(records.streams, 'streams')
  const conversations = knownIds(records.conversations, 'conversations')
  knownIds([...records.streams, ...records.conversations], 'streams and conversations')
  const emoji = knownIds(records.emoji, 'emoji')
  const uploads = knownIds(records.files, 'files')
  const messages = knownIds(records.messages, 'messages')
  const members = new Map(records.conversations.map((one) => [one.id, new Set(one.members)]))

  for (const { bot } of records.users) hasId(users, bot?.owner_id ?? null, 'the owner of a bot')
  for (const { author_id } of records.emoji) hasId(users, author_id, 'the author of an emoji')
  for (const { creator_id } of records.streams) hasId(users, creator_id, 'the creator of a stream')
  for (const { user_id, stream_id } of records.subscriptions) {
    hasId(users, user_id, 'a subscriber')
    hasId(streams, stream_id, 'the stream of a subscription')
  }
  for (const list of members.values()) for (const id of list) hasId(users, id, 'a member')
  expect(
    new Set([...members.values()].map((list) => [...list].toSorted((left, right) => left - right).join())).size,
    'conversations of the same members',
  ).toBe(members.size)
  for (const { user_id } of records.files) hasId(users, user_id, 'an uploader')
  for (const { user_id, flags } of records.marks) {
    hasId(users, user_id, 'whoever marks')
    for (const [id] of flags) hasId(messages, id, 'a marked message')
  }
  for (const message of records.messages) {
    hasId(users, message.sender_id, 'a sender')
    hasId(streams, message.stream_id, 'the stream of a message')
    hasId(conversations, message.conversation_id, 'the conversation of a message')
    if (message.conversation_id !== null)
      expect(members.get(message.conversation_id)!.has(message.sender_id), 'a sender who is a member').toBe(true)
    for (const id of message.files) {
      hasId(uploads, id, 'the file of a message')
      expect(message.content).toContain(`/user_uploads/${id}`)
    }
    for (const { user_id, reaction_type, emoji_code } of message.reactions) {
      hasId(users, user_id, 'whoever reacts')
      if (reaction_type === 'realm_emoji') hasId(emoji, Number(emoji_code), 'a custom emoji')
    }
  }

  const paths = [
    ...records.users.map(({ avatar }) => avatar),
    ...records.emoji.flatMap(({ picture, still_picture }) => [picture, still_picture]),
    ...records.files.map(({ file }) => file),
    ...(realm === null ? [] : [realm.icon, realm.logo, realm.night_logo]),
  ].filter((path) => path !== null)
  expect([...files.keys()].toSorted(), 'contents of files').toEqual([...new Set(paths)].toSorted())
  for (const content of files.values()) if (typeof content === 'string') expect(source.names).toContain(content)
}

/** Streams and conversations with their messages, for reading: each line is `sender: text`, below the name of its topic. */
export function talk({ records }: Conversion): Record<string, Record<string, string[]>> {
  const names = new Map(records.users.map(({ id, full_name }) => [id, full_name]))
  const places = new Map<number, string>([
    ...records.streams.map(({ id, name }) => [id, name] as const),
    ...records.conversations.map(({ id, members }) => [id, members.map((one) => names.get(one)).join(', ')] as const),
  ])
  const result: Record<string, Record<string, string[]>> = {}
  for (const { sender_id, stream_id, conversation_id, topic, content } of records.messages) {
    const place = (result[places.get((stream_id ?? conversation_id)!)!] ??= {})
    ;(place[topic] ??= []).push(`${names.get(sender_id)}: ${content}`)
  }
  return result
}
