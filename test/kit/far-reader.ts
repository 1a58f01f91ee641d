import { expect, vi } from 'vitest'
import type { LaggingDatabase } from './lagging-database'
import { Listener } from './listener'
import type { Person } from './person'
import { answerOf, reach, textsOf, type Answer, type Params } from './request'
import type { StoredRealm } from './stored-realm'

/** What the platform says of requests from these regions. */
export const places = {
  oc: { continent: 'OC', country: 'AU', longitude: '151.2' },
  sam: { continent: 'SA', country: 'BR', longitude: '-46.6' },
  afr: { continent: 'AF', country: 'KE', longitude: '36.8' },
  apac: { continent: 'AS', country: 'JP', longitude: '139.7' },
  weur: { continent: 'EU', country: 'FR', longitude: '2.4' },
} as const

/** A lease may take some seconds on a busy machine. */
const settleTimeout = { timeout: 15_000 }

/** A client of a person, somewhere in the world, that keeps bookmarks as our library does. */
export class FarReader {
  bookmark: string | null = null
  /** Old bots send no header about bookmarks. */
  keepsBookmarks = true

  constructor(
    readonly person: Person,
    readonly place: keyof typeof places,
    readonly key = person.key,
  ) {}

  get realm(): StoredRealm {
    return this.person.realm
  }

  get authorization(): string {
    return `Basic ${btoa(`${this.person.email}:${this.key}`)}`
  }

  async ask(method: string, path: string, params: Params = {}): Promise<Answer> {
    const { realm } = this
    const form = new URLSearchParams(textsOf(params))
    const headers: Record<string, string> = { Authorization: this.authorization }
    if (this.keepsBookmarks) headers['Rivulet-Bookmark'] = this.bookmark ?? 'none'
    const query = method === 'GET' ? `?${form.toString()}` : ''
    const response = await reach(realm.host, `/api/v1${path}${query}`, {
      method,
      headers,
      ...(method !== 'GET' && { body: form }),
      cf: places[this.place],
    })
    this.see(response.headers.get('Rivulet-Bookmark'))
    const answer = await answerOf(method, path, response)
    this.see(answer['bookmark'] as string | undefined)
    return answer
  }

  /** Notes a bookmark that came in an answer or with events. */
  see(bookmark: string | null | undefined): void {
    if (bookmark != null && (this.bookmark === null || bookmark > this.bookmark)) this.bookmark = bookmark
  }

  async get(path: string, params?: Params): Promise<Answer> {
    const answer = await this.ask('GET', path, params)
    if (answer.status !== 200) expect.fail(`GET ${path}: ${answer.status} ${answer.msg}`)
    return answer
  }

  /** Ids of the newest messages of a narrow. */
  async messageIds(narrow: unknown[] = []): Promise<number[]> {
    const answer = await this.get('/messages', { anchor: 'newest', num_before: 100, num_after: 0, narrow })
    return (answer['messages'] as { id: number }[]).map(({ id }) => id)
  }

  /** Registers an event queue. */
  async listen(): Promise<Listener> {
    return new Listener(this, await this.ask('POST', '/register', { fetch_event_types: [] }))
  }

  /** Registers, so that it has a bookmark, and reads until it may read from replicas. */
  async settle({ reads }: LaggingDatabase): Promise<this> {
    await this.ask('POST', '/register', { event_types: ['message'], fetch_event_types: [] })
    await vi.waitFor(async () => {
      const { replica } = reads
      await this.get('/users/me')
      expect(reads.replica).toBeGreaterThan(replica)
    }, settleTimeout)
    return this
  }
}
