import { expect } from 'vitest'
import { Listener } from './listener'
import { answerOf, reach, request, textsOf, type Answer, type Params } from './request'
import type { StoredRealm } from './stored-realm'

/** The password of all users. */
export const password = 'correct horse'

/** Requests after which the notification bot announces streams and subscriptions. */
const subscribing = new Set(['POST /users/me/subscriptions', 'POST /subscribe', 'PATCH /users/me/subscriptions'])

/** A user or bot that uses an API key. */
export class Person {
  constructor(
    readonly realm: StoredRealm & { readonly owner: Person },
    readonly id: number,
    readonly email: string,
    readonly full_name: string,
    readonly key: string,
  ) {}

  get authorization(): string {
    return `Basic ${btoa(`${this.email}:${this.key}`)}`
  }

  /** Gets a new key by password, because deactivation revoked the old one. */
  async logIn(): Promise<void> {
    const params = { username: this.email, password }
    const { api_key } = await request(this.realm.host, 'POST', '/fetch_api_key', { params })
    Object.assign(this, { key: api_key as string })
  }

  /** Gets the new key that its owner generates for this bot. */
  async takeKeyFrom(maker: Person): Promise<void> {
    const { api_key } = await maker.post(`/bots/${this.id}/api_key/regenerate`)
    Object.assign(this, { key: api_key as string })
  }

  /** Changes the owner of this bot: `maker` offers it, and `receiver` accepts. */
  async passOn(maker: Person, receiver: Person): Promise<void> {
    await maker.patch(`/bots/${this.id}`, { bot_owner_id: receiver.id })
    await receiver.post(`/bots/${this.id}/offer/accept`)
  }

  /** Sends a request; the response may be a refusal. */
  async ask(method: string, path: string, params: Params = {}): Promise<Answer> {
    const answer = await request(this.realm.host, method, path, {
      params,
      headers: { Authorization: this.authorization },
    })
    await this.takeNoticesAway(`${method} ${path}`, answer)
    return answer
  }

  /** Deletes the notification bot's messages after a request, unless the realm keeps them. */
  async takeNoticesAway(route: string, { result }: Pick<Answer, 'result'>): Promise<void> {
    if (subscribing.has(route) && result === 'success' && !this.realm.keepsNotices) await this.realm.takeNoticesAway()
  }

  /** Sends a form with files; the response may be a refusal. */
  async upload(method: string, path: string, files: readonly File[], params: Params = {}): Promise<Answer> {
    const form = new FormData()
    for (const [name, text] of textsOf(params)) form.set(name, text)
    for (const file of files) form.append('file', file)
    const headers = { Authorization: this.authorization }
    return answerOf(method, path, await reach(this.realm.host, `/api/v1${path}`, { method, body: form, headers }))
  }

  /** Sends a request that must succeed. */
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

  /** Sends a message to a topic and returns its id. */
  async send(stream: string, topic: string, content: string): Promise<number> {
    const { id } = await this.post('/messages', { type: 'stream', to: stream, topic, content })
    return id as number
  }

  /** Sends a direct message and returns its id. */
  async write(people: Person[], content: string): Promise<number> {
    const { id } = await this.post('/messages', { type: 'private', to: people.map((person) => person.id), content })
    return id as number
  }

  async subscribe(...streams: string[]): Promise<void> {
    await this.post('/users/me/subscriptions', { subscriptions: streams.map((name) => ({ name })) })
  }

  /** Messages of a narrow: all of them, unless `params` limit them. */
  async messages(narrow: unknown[] = [], params: Params = {}): Promise<Answer[]> {
    const answer = await this.get('/messages', { anchor: 'oldest', num_before: 0, num_after: 1000, narrow, ...params })
    return answer['messages'] as Answer[]
  }

  /** Registers an event queue. */
  async listen(params: Params = {}): Promise<Listener> {
    return new Listener(this, await this.post('/register', params))
  }

  /** Flags of one message. */
  async flags(message_id: number): Promise<string[]> {
    const { message } = await this.get(`/messages/${message_id}`)
    return (message as { flags: string[] }).flags
  }
}
