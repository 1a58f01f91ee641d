import { expect } from 'vitest'
import {
  chapterNames,
  type ChapterName,
  type Manifest,
  type RealmRecord,
  type Records,
} from '../../src/archive/records'
import { beforeFirstId } from '../../src/core/sql/ids'
import { newRealm, reach, type Answer, type Person, type TestRealm } from './index'
import { answerOf } from './request'

/** A time in the past, in UNIX seconds. */
export const longAgo = 1_500_000_000

const lastIds: Manifest['last_ids'] = {
  user: 1000,
  recipient: 1000,
  message: 100_000,
  attachment: 1000,
  realm_emoji: 1000,
  user_group: 1000,
  profile_field: 1000,
  linkifier: 1000,
  playground: 1000,
  default_stream_group: 1000,
}

export const manifest = (counts: Manifest['counts'] = {}, last_ids: Partial<Manifest['last_ids']> = {}): Manifest => ({
  format: 2,
  made_by: 'a test',
  origin: 'https://old.example.com',
  completed: longAgo,
  private_data: 'all',
  counts,
  last_ids: { ...lastIds, ...last_ids },
})

export const realmRecord = (some: Partial<RealmRecord> = {}): RealmRecord => ({
  name: 'The old place',
  description: 'Where we were',
  date_created: longAgo,
  settings: {},
  user_settings_defaults: {},
  icon: null,
  logo: null,
  night_logo: null,
  ...some,
})

export const user = (id: number, some: Partial<Records['users']> = {}): Records['users'] => ({
  id,
  delivery_email: `user${id}@old.example.com`,
  full_name: `User ${id}`,
  role: 400,
  is_active: true,
  date_joined: longAgo,
  timezone: '',
  settings: {},
  avatar: null,
  bot: null,
  profile: {},
  alert_words: [],
  status: null,
  ...some,
})

export const stream = (id: number, some: Partial<Records['streams']> = {}): Records['streams'] => ({
  id,
  name: `stream ${id}`,
  description: '',
  date_created: longAgo,
  creator_id: null,
  invite_only: false,
  is_web_public: false,
  history_public_to_subscribers: true,
  stream_post_policy: 1,
  message_retention_days: null,
  is_default: false,
  is_archived: false,
  ...some,
})

export const subscription = (
  user_id: number,
  stream_id: number,
  some: Partial<Records['subscriptions']> = {},
): Records['subscriptions'] => ({
  user_id,
  stream_id,
  active: true,
  color: '#76ce90',
  is_muted: false,
  pin_to_top: false,
  desktop_notifications: null,
  audible_notifications: null,
  push_notifications: null,
  email_notifications: null,
  wildcard_mentions_notify: null,
  role: 50,
  spans: [],
  ...some,
})

export const message = (id: number, some: Partial<Records['messages']> = {}): Records['messages'] => ({
  id,
  sender_id: 11,
  stream_id: 21,
  conversation_id: null,
  topic: 'weather',
  content: `Message ${id}`,
  sent_at: longAgo + id,
  client: 'website',
  is_me_message: false,
  wildcard_mentioned: false,
  is_quiet: false,
  submessages: [],
  reactions: [],
  last_edit_at: null,
  edit_history: [],
  files: [],
  ...some,
})

export const file = (id: number, some: Partial<Records['files']> = {}): Records['files'] => ({
  id,
  user_id: 11,
  name: 'notes.txt',
  content_type: 'text/plain',
  size: 5,
  created_at: longAgo,
  file: `files/${id}`,
  ...some,
})

/** The records of an archive by chapter. */
export type Chapters = { [Name in ChapterName]?: Records[Name][] }

/** Two people, of whom the first is the owner who imports, and a stream of both. */
export const smallChapters = (owner: Person): Chapters => ({
  users: [
    user(10, { delivery_email: owner.email, full_name: owner.full_name, role: 100 }),
    user(11, { full_name: 'Ada' }),
  ],
  streams: [stream(21, { name: 'harbour' })],
  subscriptions: [subscription(10, 21), subscription(11, 21)],
})

/** An import of a test. */
export class TestImport {
  private constructor(
    readonly realm: TestRealm,
    readonly id: number,
  ) {}

  static async begin(
    realm: TestRealm,
    {
      plan = manifest(),
      record = null,
      keep_roles = false,
    }: { plan?: Manifest; record?: RealmRecord | null; keep_roles?: boolean } = {},
  ): Promise<TestImport> {
    const { import_id } = await realm.owner.post('/import', { manifest: plan, realm: record, keep_roles })
    return new TestImport(realm, import_id as number)
  }

  /** A new organization into which the small archive and further records were imported. */
  static async of(
    chapters: (owner: Person) => Chapters,
    options: Parameters<typeof TestImport.begin>[1] = {},
  ): Promise<TestImport> {
    const realm = await newRealm()
    const begun = await TestImport.begin(realm, options)
    await begun.sendAll(chapters(realm.owner))
    return begun
  }

  get owner(): Person {
    return this.realm.owner
  }

  /** The id here of an id of the archive. */
  here(id: number): number {
    return beforeFirstId(this.realm.id) + id
  }

  /** Sends records as the body of a request; the answer may be a refusal. */
  async ask(
    chapter: string,
    records: unknown,
    { number = 1, by = this.owner, path = `/import/${this.id}` } = {},
  ): Promise<Answer> {
    const target = `${path}/records?chapter=${chapter}&number=${number}`
    const response = await reach(this.realm.host, `/api/v1${target}`, {
      method: 'POST',
      headers: { Authorization: by.authorization, 'Content-Type': 'application/json' },
      body: typeof records === 'string' ? records : JSON.stringify(records),
    })
    return answerOf('POST', `${path}/records`, response)
  }

  async send(chapter: ChapterName, records: unknown, options: { number?: number } = {}): Promise<Answer> {
    const answer = await this.ask(chapter, records, options)
    if (answer.status !== 200) expect.fail(`${chapter}: ${answer.status} ${answer.code} ${answer.msg}`)
    return answer
  }

  /** Sends chapters in their order, each as one batch. */
  async sendAll(chapters: Chapters): Promise<void> {
    for (const name of chapterNames) if (chapters[name] !== undefined) await this.send(name, chapters[name])
  }

  /** Sends a file; the answer may be a refusal. */
  async put(kind: string, id: number, bytes: string | Uint8Array<ArrayBuffer>, by = this.owner): Promise<Answer> {
    const path = `/import/${this.id}/files/${kind}/${id}`
    const body = new Blob([bytes])
    const response = await reach(this.realm.host, `/api/v1${path}`, {
      method: 'PUT',
      headers: {
        Authorization: by.authorization,
        'Content-Type': 'application/octet-stream',
        'Content-Length': String(body.size),
      },
      body: await body.arrayBuffer(),
    })
    return answerOf('PUT', path, response)
  }

  progress(): Promise<Answer> {
    return this.owner.get(`/import/${this.id}`)
  }

  finish(): Promise<Answer> {
    return this.owner.post(`/import/${this.id}/finish`)
  }

  /** What the owner's client gets when it registers. */
  state(): Promise<Answer> {
    return this.owner.post('/register', { client_gravatar: false, include_subscribers: true })
  }
}
