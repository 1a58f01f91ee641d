import { env, exports } from 'cloudflare:workers'
import { expect } from 'vitest'
import { z } from 'zod'
import { eventSchemas } from '../src/events/schema'
import { expectDeclared } from './declared-answers'

export const rootDomain = 'rivulet.test'
export const setupToken = 'open sesame'

export type Params = Record<string, unknown>

/** An answer: the HTTP status beside the fields of the body. */
/* oxlint-disable typescript/no-explicit-any -- tests look at whatever comes */
export type Answer = { status: number; headers: Headers; result: string; msg: string; code?: string } & Record<
  string,
  any
>

export interface Cost {
  trips: number
  rows_read: number
  rows_written: number
  batch: number
}

/** Sends a request as a client would: parameters in the body, or in the query for GET; what is no string as JSON. */
export async function request(
  host: string,
  method: string,
  path: string,
  { params = {}, headers = {} }: { params?: Params; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const encoded = new URLSearchParams()
  for (const [name, value] of Object.entries(params))
    if (value !== undefined) encoded.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  const query = method === 'GET' && encoded.size > 0 ? `?${encoded.toString()}` : ''
  const response = await exports.default.fetch(
    new Request(`http://${host}/api/v1${path}${query}`, {
      method,
      headers,
      ...(method !== 'GET' && { body: encoded }),
    }),
  )
  const body = await response.json<Record<string, unknown>>()
  expectDeclared(method, path, response.status, body)
  return { ...body, status: response.status, headers: response.headers } as Answer
}

/** What a request cost, as the development server tells. */
export function costOf({ headers }: Answer): Cost {
  const timing = headers.get('Server-Timing') ?? ''
  const amounts = timing.split(', ').map((part) => part.split(';desc='))
  return Object.fromEntries(amounts.map(([name, amount]) => [name, Number(amount)]))
}

/** Requests after which the notification bot speaks of new streams and subscriptions. */
const subscribing = new Set(['POST /users/me/subscriptions', 'POST /subscribe', 'PATCH /users/me/subscriptions'])

/** Somebody with an API key. */
export class Person {
  constructor(
    readonly realm: TestRealm,
    readonly id: number,
    readonly email: string,
    readonly full_name: string,
    readonly key: string,
  ) {}

  get authorization(): string {
    return `Basic ${btoa(`${this.email}:${this.key}`)}`
  }

  /** Goes on with a new key, got by the password, as somebody must who was deactivated and taken back. */
  async logIn(): Promise<void> {
    const params = { username: this.email, password }
    const { api_key } = await request(this.realm.host, 'POST', '/fetch_api_key', { params })
    Object.assign(this, { key: api_key as string })
  }

  /** Goes on with a new key, which somebody makes who may: a bot that was passed on, or taken back. */
  async takeKeyFrom(maker: Person): Promise<void> {
    const { api_key } = await maker.post(`/bots/${this.id}/api_key/regenerate`)
    Object.assign(this, { key: api_key as string })
  }

  /** Any answer, also a refusal. */
  async ask(method: string, path: string, params: Params = {}): Promise<Answer> {
    const answer = await request(this.realm.host, method, path, {
      params,
      headers: { Authorization: this.authorization },
    })
    if (subscribing.has(`${method} ${path}`) && answer.status === 200 && !this.realm.keepsNotices)
      await this.realm.takeNoticesAway()
    return answer
  }

  /** Any answer to a form with files. */
  async upload(method: string, path: string, files: readonly File[], params: Params = {}): Promise<Answer> {
    const form = new FormData()
    for (const [name, value] of Object.entries(params))
      form.set(name, typeof value === 'string' ? value : JSON.stringify(value))
    for (const file of files) form.append('file', file)
    const headers = { Authorization: this.authorization }
    const response = await reach(this.realm.host, `/api/v1${path}`, { method, body: form, headers })
    const body = await response.json<Record<string, unknown>>()
    expectDeclared(method, path, response.status, body)
    return { ...body, status: response.status, headers: response.headers } as Answer
  }

  /** A successful answer. */
  async must(method: string, path: string, params: Params = {}): Promise<Answer> {
    const answer = await this.ask(method, path, params)
    if (answer.status !== 200) expect.fail(`${method} ${path}: ${answer.status} ${answer.code ?? ''} ${answer.msg}`)
    return answer
  }

  get(path: string, params?: Params): Promise<Answer> {
    return this.must('GET', path, params)
  }

  post(path: string, params?: Params): Promise<Answer> {
    return this.must('POST', path, params)
  }

  patch(path: string, params?: Params): Promise<Answer> {
    return this.must('PATCH', path, params)
  }

  delete(path: string, params?: Params): Promise<Answer> {
    return this.must('DELETE', path, params)
  }

  /** Sends to a stream and topic, and answers the message's id. */
  async send(stream: string, topic: string, content: string): Promise<number> {
    const { id } = await this.post('/messages', { type: 'stream', to: stream, topic, content })
    return id as number
  }

  /** Sends privately, and answers the message's id. */
  async write(people: Person[], content: string): Promise<number> {
    const { id } = await this.post('/messages', { type: 'private', to: people.map((person) => person.id), content })
    return id as number
  }

  async subscribe(...streams: string[]): Promise<void> {
    await this.post('/users/me/subscriptions', { subscriptions: streams.map((name) => ({ name })) })
  }

  /** Messages of a narrow, all of them unless told otherwise. */
  async messages(narrow: unknown[] = [], params: Params = {}): Promise<Answer[]> {
    const answer = await this.get('/messages', { anchor: 'oldest', num_before: 0, num_after: 1000, narrow, ...params })
    return answer['messages'] as Answer[]
  }

  /** Begins to listen: an event queue, and the state that it began with. */
  async listen(params: Params = {}): Promise<Listener> {
    return new Listener(this, await this.post('/register', params))
  }

  /** Flags of one message. */
  async flags(message_id: number): Promise<string[]> {
    const { message } = await this.get(`/messages/${message_id}`)
    return (message as { flags: string[] }).flags
  }
}

/** What a client is told. */
export type ToldEvent = { id: number; type: string } & Record<string, any>

/** An event queue as its client sees it. */
export class Listener {
  readonly queue_id: string
  last_event_id: number

  constructor(
    readonly person: Person,
    /** What the registration answered. */
    readonly state: Answer,
  ) {
    this.queue_id = state['queue_id'] as string
    this.last_event_id = state['last_event_id'] as number
  }

  /** Any answer to asking for events, also a refusal. Waits unless told otherwise. */
  async poll(params: Params = {}): Promise<Answer> {
    const { queue_id, last_event_id } = this
    return this.person.ask('GET', '/events', { queue_id, last_event_id, ...params })
  }

  /** Events that are there by now, acknowledged by the next call; without their ids, which must grow. */
  async events(...types: string[]): Promise<Omit<ToldEvent, 'id'>[]> {
    return this.received(await this.poll({ dont_block: true }), types)
  }

  /** As `events`, waiting until there are some. */
  async next(...types: string[]): Promise<Omit<ToldEvent, 'id'>[]> {
    return this.received(await this.poll(), types)
  }

  private received(answer: Answer, types: string[]): Omit<ToldEvent, 'id'>[] {
    if (answer.status !== 200) expect.fail(`GET /events: ${answer.status} ${answer.code ?? ''} ${answer.msg}`)
    const events = answer['events'] as ToldEvent[]
    for (const event of events) {
      expect(event.id).toBeGreaterThan(this.last_event_id)
      this.last_event_id = event.id
      expectEvent(event)
    }
    return events.filter(({ type }) => types.length === 0 || types.includes(type)).map(withoutId)
  }
}

function withoutId(event: ToldEvent): Omit<ToldEvent, 'id'> {
  const { id: _, ...rest } = event
  return rest
}

/** An event has exactly the fields that its type declares. */
export function expectEvent(event: ToldEvent): void {
  const problems: string[] = []
  for (const schema of eventSchemas) {
    const parsed = z.strictObject({ id: z.int(), ...schema.shape }).safeParse(event)
    if (parsed.success) return
    if (schema.shape.type.value === event.type) problems.push(z.prettifyError(parsed.error))
  }
  expect.fail(`An event is not as declared: ${JSON.stringify(event)}\n${problems.join('\n')}`)
}

export const password = 'correct horse'

/** A realm of its own, with its owner. */
export class TestRealm {
  owner!: Person
  /** Whether streams begin with what the notification bot says of them, and people are told who subscribed them. */
  keepsNotices = false

  constructor(
    readonly string_id: string,
    readonly id: number,
  ) {}

  get host(): string {
    return `${this.string_id}.${rootDomain}`
  }

  /** A member, or somebody of another role. */
  async user(name: string, { role = 400 }: { role?: number } = {}): Promise<Person> {
    const email = `${name}@example.com`
    const full_name = name.replace(/^./, (first) => first.toUpperCase())
    await this.owner.post('/users', { email, password, full_name })
    const { api_key, user_id } = await request(this.host, 'POST', '/fetch_api_key', {
      params: { username: email, password },
    })
    const person = new Person(this, user_id as number, email, full_name, api_key as string)
    if (role !== 400) await this.alter(person, `role = ${role}`)
    return person
  }

  /** Sets columns of a user for which there is no endpoint yet. */
  async alter(person: Person, assignment: string): Promise<void> {
    await env.DB.prepare(`update user set ${assignment} where id = ?`).bind(person.id).run()
    await env.DB.prepare(
      'update subscription set is_user_active = (select is_active from user where id = user_id) where user_id = ?',
    )
      .bind(person.id)
      .run()
    await this.forget()
  }

  /** Sets settings of the realm for which there is no endpoint yet; null takes one back. */
  async set(settings: Record<string, unknown>): Promise<void> {
    await env.DB.prepare('update realm set settings = json_patch(settings, ?) where id = ?')
      .bind(JSON.stringify(settings), this.id)
      .run()
    await this.forget()
  }

  /** A bot of any type and role, with an address as people's. */
  async bot(name: string, owner: Person, { role = 400, type = 1 } = {}): Promise<Person> {
    const bot = await this.user(`${name}-bot`, { role })
    await this.alter(bot, `bot_type = ${type}, bot_owner_id = ${owner.id}`)
    return bot
  }

  /** Takes away what the notification bot said of new streams and subscriptions, which most tests want nothing of. */
  async takeNoticesAway(): Promise<void> {
    const ids = `
      select id from message
      where sender_id = (select id from user where realm_id = ?1 and is_system_bot)
        and (is_private or topic in ('stream events', 'new streams'))`
    await env.DB.batch(
      [`delete from message_search where rowid in (${ids})`, `delete from message where id in (${ids})`].map((text) =>
        env.DB.prepare(text).bind(this.id),
      ),
    )
  }

  /** Makes the realm object learn everything anew. */
  async forget(): Promise<void> {
    const { evictDurableObject } = await import('cloudflare:test')
    // An object that is not running has nothing to forget.
    await evictDurableObject(env.REALM.getByName(String(this.id))).catch(() => undefined)
  }

  /** A public stream with these subscribers, the first of whom creates it. */
  async stream(name: string, ...subscribers: Person[]): Promise<{ id: number; name: string }> {
    const creator = subscribers[0] ?? this.owner
    await creator.post('/users/me/subscriptions', {
      subscriptions: [{ name }],
      principals: (subscribers.length > 0 ? subscribers : [this.owner]).map((person) => person.id),
    })
    const { stream_id } = await creator.get('/get_stream_id', { stream: name })
    return { id: stream_id as number, name }
  }
}

let realms = 0

export async function newRealm(): Promise<TestRealm> {
  realms += 1
  const string_id = `realm-${realms}`
  const founded = await request(rootDomain, 'POST', '/realm', {
    params: {
      realm_name: `Realm ${realms}`,
      string_id,
      owner_full_name: 'Olga Owner',
      owner_email: 'olga@example.com',
      owner_password: password,
      setup_token: setupToken,
    },
  })
  expect(founded.msg).toBe('')
  const realm = new TestRealm(string_id, founded['realm_id'] as number)
  // New people are many here: notices of them are only for the tests that ask for them.
  await env.DB.prepare(
    "update realm set settings = json_remove(settings, '$.signup_notifications_stream_id') where id = ?",
  )
    .bind(realm.id)
    .run()
  realm.owner = new Person(
    realm,
    founded['user_id'] as number,
    'olga@example.com',
    'Olga Owner',
    founded['api_key'] as string,
  )
  return realm
}

/** Sends a request as it is, for what `request` would put right; answers the response as it is. */
export function reach(host: string, path: string, init: RequestInit = {}): Promise<Response> {
  return exports.default.fetch(new Request(`http://${host}${path}`, init))
}
