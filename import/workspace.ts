import { join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import {
  archiveFormat,
  chapterNames,
  manifestRecord,
  recordLimits,
  type ChapterName,
  type Manifest,
  type RealmRecord,
  type Records,
} from '../src/archive/records.ts'
import { Batches } from './batches.ts'
import {
  ArchiveError,
  firstForeignId,
  type ConversionSink,
  type ConvertedMessage,
  type SourceFiles,
} from './conversion.ts'
import { checkedJson, checkedRealm } from './record-check.ts'
import { Statistics } from './statistics.ts'
import { insertOnce, Uploads } from './uploads.ts'

/** The role of owners, and that of administrators. */
const [owner, administrator] = [100, 200] as const

const tables = `
pragma journal_mode = off;
pragma synchronous = off;
pragma cache_size = -16000;
create table record (chapter integer, number integer, id integer, json text, bytes integer,
  primary key (chapter, number)) without rowid;
create table added (number integer primary key, id integer, sent_at real, json text, bytes integer);
create table flag (user_id integer, number integer, bits integer);
create table topic (stream_id integer, name text, primary key (stream_id, name)) without rowid;
`

/** The kinds of ids in the manifest by the chapter whose records have them. */
const idKinds: Partial<Record<ChapterName, keyof Manifest['last_ids']>> = {
  users: 'user',
  streams: 'recipient',
  conversations: 'recipient',
  messages: 'message',
  files: 'attachment',
  emoji: 'realm_emoji',
  user_groups: 'user_group',
  profile_fields: 'profile_field',
  linkifiers: 'linkifier',
  playgrounds: 'playground',
  default_stream_groups: 'default_stream_group',
}

/** How many different users and messages, or words of messages, the lists of marks have. */
const distinctMarks = (field: string, condition: string): string => `(select count(*) from (
  select distinct record.json ->> 'user_id', mark.value ->> 0 from record cross join json_each(record.json, '$.${field}') as mark
  where chapter = ? and ${condition}))`

/** Where an archive comes from, and what the import does with it. */
export interface WorkspaceOptions {
  /** Program and version. */
  readonly madeBy: string
  /** The kind of the archive, for one that is not our own. */
  readonly origin: string
  /** UNIX seconds. */
  readonly now: number
  /** Whether owners stay owners. */
  readonly keepsRoles: boolean
  /** The address of the person who runs the import, who is an owner already. */
  readonly ownAddress: string | null
  /** Is called for each record. */
  readonly onRecord?: () => void
}

/** Everything that a converter finds, in a database in a temporary folder, so that memory stays small. */
export class Workspace implements ConversionSink {
  readonly statistics = new Statistics()
  readonly skipped = new Map<string, number>()
  readonly warnings: string[] = []
  readonly uploads: Uploads
  realmRecord: RealmRecord | null = null
  private readonly database: DatabaseSync
  private readonly statements: Record<'record' | 'message' | 'flag' | 'topic', StatementSync>
  private readonly options: WorkspaceOptions
  private sourceManifest: Manifest | null = null
  private hasIds: boolean | null = null
  private demotedOwners = 0
  private readonly lastIds = new Map<keyof Manifest['last_ids'], number>()

  constructor(scratch: string, options: WorkspaceOptions) {
    this.options = options
    this.database = new DatabaseSync(join(scratch, 'records'))
    this.database.exec(tables)
    this.uploads = new Uploads(this.database)
    this.database.exec('begin')
    const prepare = (text: string) => this.database.prepare(text)
    this.statements = {
      record: prepare('insert into record values (?, ?, ?, ?, ?)'),
      message: prepare('insert into added values (?, ?, ?, ?, ?)'),
      flag: prepare('insert into flag values (?, ?, ?)'),
      topic: prepare('insert or ignore into topic values (?, ?)'),
    }
  }

  manifest(record: Manifest): void {
    this.sourceManifest = record
  }

  realm(record: RealmRecord): void {
    if (this.realmRecord !== null) throw new ArchiveError('There are two records of the organization.')
    checkedRealm(record)
    this.realmRecord = record
    for (const kind of ['icon', 'logo', 'night_logo'] as const) this.uploads.expect({ kind, id: 0, path: record[kind] })
  }

  add<Name extends Exclude<ChapterName, 'messages'>>(chapter: Name, record: Records[Name]): void {
    if (chapter === 'users') return this.store('users', this.withoutOwnership(record as Records['users']))
    this.store(chapter, record)
  }

  message({ flags = [], id, milliseconds = 0, ...message }: ConvertedMessage): void {
    const number = this.statistics.next('messages')
    this.hasIds ??= id !== undefined
    if (this.hasIds !== (id !== undefined)) throw new ArchiveError(`Message ${number}: all or none have an id.`)
    const whole = checkedJson('messages', number, { id: id ?? number, ...message })
    // The final id is put before the rest when the message is sent.
    const json = `{${whole.slice(whole.indexOf(',') + 1)}`
    this.statements.message.run(
      number,
      id ?? null,
      message.sent_at + milliseconds / 1000,
      json,
      Buffer.byteLength(json),
    )
    if (id !== undefined) this.seeId('messages', id)
    for (const { user_id, bits } of flags) this.statements.flag.run(user_id, number, bits)
    this.statistics.seeMessage(message)
    this.options.onRecord?.()
    if (message.stream_id !== null)
      this.statements.topic.run(message.stream_id, message.topic.normalize('NFC').toLowerCase())
  }

  file(path: string, from: Parameters<ConversionSink['file']>[1]): void {
    this.uploads.give(path, from)
  }

  skip(kind: string, amount = 1): void {
    if (amount > 0) this.skipped.set(kind, (this.skipped.get(kind) ?? 0) + amount)
  }

  warn(text: string): void {
    if (!this.warnings.includes(text)) this.warnings.push(text)
  }

  /** Orders messages, gives them ids, and cuts everything into batches. Nothing can be added afterwards. */
  finish(source: SourceFiles): Batches {
    this.database.exec('commit; begin')
    this.orderMessages()
    this.addMarks()
    this.uploads.finish(source, this.statistics)
    this.database.exec('commit')
    if (this.demotedOwners > 0)
      this.warn(
        `Other owners become administrators: ${this.demotedOwners}. With --keep-roles they stay owners, who may do everything.`,
      )
    return new Batches(this.database)
  }

  /** What the server gets to know before the first record. */
  get plan(): Manifest {
    const { madeBy, origin } = this.options
    const record = {
      format: archiveFormat,
      made_by: madeBy,
      origin: this.sourceManifest?.origin ?? origin,
      completed: this.sourceManifest?.completed ?? this.options.now,
      private_data: this.sourceManifest?.private_data ?? 'all',
      counts: Object.fromEntries(chapterNames.map((name) => [name, this.statistics.count(name)])),
      last_ids: Object.fromEntries(
        Object.keys(manifestRecord.shape.last_ids.shape).map((name) => {
          const kind = name as keyof Manifest['last_ids']
          return [kind, Math.max(this.sourceManifest?.last_ids[kind] ?? 0, this.lastIds.get(kind) ?? 0)]
        }),
      ),
    }
    return manifestRecord.parse(record)
  }

  get topics(): number {
    return (this.database.prepare('select count(*) as amount from topic').get() as { amount: number }).amount
  }

  /** Rare flags of messages, and words of marks as read, each once for a user. */
  get marks(): number {
    const { amount } = this.database
      .prepare(`select ${distinctMarks('read', 'mark.value ->> 1 <> 0')} + ${distinctMarks('flags', 'true')} as amount`)
      .get(...['marks', 'marks'].map((name) => chapterNames.indexOf(name as ChapterName))) as { amount: number }
    return amount
  }

  /** The name of the person with this address; null: the archive has none. */
  nameOf(address: string): string | null {
    const row = this.database
      .prepare(`select json ->> 'full_name' as name from record
        where chapter = ? and lower(json ->> 'delivery_email') = lower(?) and json -> 'bot' = 'null'`)
      .get(chapterNames.indexOf('users'), address) as { name: string } | undefined
    return row?.name ?? null
  }

  /** Some messages of public streams, always the same ones. */
  samples(limit: number): { id: number; content: string }[] {
    return this.database
      .prepare(
        `select message.id, added.json ->> 'content' as content from message join added using (number)
         where added.json ->> 'stream_id' in (
           select id from record where chapter = ? and not json ->> 'invite_only' and not json ->> 'is_archived'
         )
         order by message.id * 2654435761 % 4294967296 limit ?`,
      )
      .all(chapterNames.indexOf('streams'), limit) as { id: number; content: string }[]
  }

  close(): void {
    this.database.close()
  }

  private store<Name extends ChapterName>(chapter: Name, record: Records[Name]): void {
    const number = this.statistics.next(chapter)
    const json = checkedJson(chapter, number, record)
    const { id = null } = record as { id?: number }
    this.statements.record.run(chapterNames.indexOf(chapter), number, id, json, Buffer.byteLength(json))
    if (id !== null) this.seeId(chapter, id)
    if (chapter === 'users') this.statistics.seeUser(record as Records['users'])
    if (chapter === 'marks') this.statistics.seeMark(record as Records['marks'])
    this.uploads.expectFrom(chapter, record)
    this.options.onRecord?.()
  }

  private seeId(chapter: ChapterName, id: number): void {
    const kind = idKinds[chapter]
    if (kind !== undefined && id > (this.lastIds.get(kind) ?? 0)) this.lastIds.set(kind, id)
  }

  /** The account, which becomes an administrator's if it is that of another owner. */
  private withoutOwnership(user: Records['users']): Records['users'] {
    const { keepsRoles, ownAddress } = this.options
    const isOwn = ownAddress !== null && user.delivery_email?.toLowerCase() === ownAddress.toLowerCase()
    if (user.role !== owner || keepsRoles || isOwn) return user
    this.demotedOwners += 1
    return { ...user, role: administrator }
  }

  private orderMessages(): void {
    insertOnce('ids of records', () => this.database.exec('create unique index record_id on record (chapter, id)'))
    this.database.exec('create table message (id integer primary key, number integer)')
    const place = `row_number() over (order by sent_at, number) + ${firstForeignId - 1}`
    const id = this.hasIds === true ? 'id' : place
    insertOnce('ids of messages', () => this.database.exec(`insert into message select ${id}, number from added`))
    const { last } = this.database.prepare('select max(id) as last from message').get() as { last: number | null }
    if (last !== null) this.seeId('messages', last)
  }

  /** Makes records of the flags that came with messages. */
  private addMarks(): void {
    this.database.exec('create index message_number on message (number)')
    const rows = this.database
      .prepare('select user_id, message.id, bits from flag join message using (number) order by user_id, message.id')
      .iterate() as unknown as Iterable<{ user_id: number; id: number; bits: number }>
    let mark: Records['marks'] | null = null
    for (const { user_id, id, bits } of rows) {
      if (mark !== null && (mark.user_id !== user_id || mark.flags.length === recordLimits.listLength)) {
        this.store('marks', mark)
        mark = null
      }
      mark ??= { user_id, read: [], flags: [] }
      mark.flags.push([id, bits])
    }
    if (mark !== null) this.store('marks', mark)
  }
}
