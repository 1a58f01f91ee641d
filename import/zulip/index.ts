import type { ConversionOptions, ConversionSink, Converter, SourceFiles } from '../conversion.ts'
import { Addresses } from '../shared/addresses.ts'
import { beginningOf } from '../shared/json.ts'
import { Numbering } from '../shared/numbering.ts'
import { Times } from '../shared/times.ts'
import { customEmojiOf } from './emoji.ts'
import { addUserGroups } from './groups.ts'
import { addMessages } from './messages.ts'
import {
  addDefaultStreamGroups,
  addDomains,
  addLinkifiers,
  addPlaygrounds,
  addRealm,
  profileFieldsOf,
} from './organization.ts'
import { hostsOf, People } from './people.ts'
import { Pictures } from './pictures.ts'
import { MessageIndex, Places } from './places.ts'
import { ReadState } from './read-state.ts'
import type { Source } from './source.ts'
import { SpanTable } from './spans.ts'
import { addMutedTopics, addMutedUsers, addStreams, Streams } from './streams.ts'
import { addConversations, addSubscriptions } from './subscriptions.ts'
import { messageFileNames, messageFiles, Tables } from './tables.ts'
import { addBots, addPeople } from './users.ts'
import { hostsOfUploads, type References } from './texts.ts'
import { uploadsOf, type Uploads } from './uploads.ts'

/** Reads the exports of Zulip 5.0, and those of later versions as far as they have the same tables. */
export const zulip: Converter = { kind: 'zulip', title: 'Zulip', recognizes, convert }

async function recognizes(files: SourceFiles): Promise<boolean> {
  if (!files.names.includes('realm.json')) return false
  return (await beginningOf(files, 'realm.json')).includes('"zerver_')
}

async function convert(files: SourceFiles, sink: ConversionSink, options: ConversionOptions): Promise<void> {
  const tables = await Tables.read(files)
  const ids = {
    users: new Numbering(),
    streams: new Numbering(),
    emoji: new Numbering(),
    profileFields: new Numbering(),
  }
  const people = new People(tables, ids.users)
  const streams = new Streams({ tables, ids })
  const pictures = await Pictures.read(files, sink)
  const times = new Times(options.now)
  const shared = { files, sink, times, tables, ids, people, pictures, addresses: new Addresses(options.addresses) }
  const customEmoji = customEmojiOf(shared)
  const profileFields = profileFieldsOf(shared)
  const fieldTypes = new Map(profileFields.map(({ id, type }) => [id, type]))
  const source: Source = { ...shared, customEmoji, fieldTypes }

  addRealm(source)
  for (const field of profileFields) sink.add('profile_fields', field)
  addPeople(source)
  addMutedUsers(source)
  for (const emoji of customEmoji.values()) sink.add('emoji', emoji)
  const renamedGroups = addUserGroups(source)
  addLinkifiers(source)
  addPlaygrounds(source)
  addDomains(source)
  addStreams(source, streams)
  addBots(source)
  addDefaultStreamGroups(source)
  const uploads = uploadsOf(source)
  await addHistory(source, { streams, uploads, renamedGroups })
  tables.countUnread(sink)
}

interface Parts {
  readonly streams: Streams
  readonly uploads: Uploads
  readonly renamedGroups: ReadonlyMap<string, string>
}

/** Adds messages, and what depends on their ids. The files of messages are read three times, so that no text is held in memory. */
async function addHistory(source: Source, { streams, uploads, renamedGroups }: Parts): Promise<void> {
  const { files, sink, people } = source
  const hosts = hostsOf(people)
  const file = (path: string) => uploads.get(path) ?? null
  const places = new Places(source, streams, Math.max(100, ...streams.all.map(({ id }) => id)) + 1)
  const index = await MessageIndex.read(source, places, (row) => {
    if (typeof row['content'] === 'string') for (const host of hostsOfUploads(row['content'], file)) hosts.add(host)
  })
  if (!index.keepsIds) sink.warn('Ids of messages in the export do not grow with time. Messages get new ids.')
  if (messageFileNames(files).some((name) => name.endsWith('.partial')))
    sink.warn('The export was interrupted: some files of messages do not tell what is read, and who received what.')

  const spans = new SpanTable(source, streams, index, (recipient) => places.streamOf(recipient))
  const readState = new ReadState(source, index, spans)
  for await (const { userMessages } of messageFiles(files)) for (const row of userMessages) readState.add(row)

  addSubscriptions(source, { streams, places, spans, readState })
  addMutedTopics(source, streams)
  addConversations(source, { places, readState })
  for (const upload of uploads.values()) sink.add('files', upload)
  for (const mark of readState.marks()) sink.add('marks', mark)
  const references: References = {
    user: (id) => people.of(id),
    stream: (id) => streams.of(id)?.id ?? null,
    streamByName: (name) => streams.ofName(name),
    message: (id) => index.idOf(id),
    file,
    renamedUsers: people.renamed,
    renamedStreams: streams.renamed,
    renamedGroups,
    hosts,
  }
  await addMessages(source, { streams, index, readState, references })
}
