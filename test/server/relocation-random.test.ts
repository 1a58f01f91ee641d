/** An organization moves to another database and back while people work, answers get lost and its object is killed (decision 53). */
import { env } from 'cloudflare:workers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { newRealm, reach, type Listener, type Person, type TestRealm } from '../kit'
import { killObject } from '../kit/faulty-database'
import { randomFrom } from '../kit/random'
import {
  checkIndex,
  closesFormerDatabase,
  passPlaceTime,
  askToRelocate,
  readRealmRows,
  searchIndex,
  switchesDatabase,
  ringUntilPhase,
  WatchedDatabase,
} from '../kit/relocations'
import { addSecondDatabase } from '../kit/second-database'

const { DB: first } = env
const seed = Number(env.PROPERTY_SEED || Date.now() % 1_000_000)
const random = randomFrom(seed)
const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!

let second: D1Database
let realm: TestRealm
let faults = 0
let closedAt = 0
const closedMs: number[] = []
const differences: unknown[] = []

/** A database that compares both when the realm switches, and fails as often as `faults` says. */
const watchDatabase = (database: D1Database) =>
  new WatchedDatabase(database, async (statements) => {
    if (closesFormerDatabase(statements)) closedAt = performance.now()
    if (switchesDatabase(statements)) {
      closedMs.push(performance.now() - closedAt)
      await compare()
    }
    if (random() >= faults) return 'done'
    return random() < 0.5 ? 'lost' : 'unanswered'
  }) as unknown as D1Database

beforeAll(async () => {
  second = await addSecondDatabase()
  Object.assign(env, { RATE_LIMITS: 'off', QUOTA_OBJECT_REQUESTS: 'off', QUOTA_ROWS_WRITTEN: 'off' })
  Object.assign(env, { QUOTA_ROWS_READ: 'off', QUOTA_OBJECT_ROWS_WRITTEN: 'off' })
  realm = await newRealm()
  // The kit would delete them in the first database only.
  realm.keepsNotices = true
  env.DB = watchDatabase(first)
  env.DB_2 = watchDatabase(second)
})

// The clock never goes back, because isolates remember places until a time.
afterAll(() => {
  vi.useRealTimers()
  env.DB = first
  env.DB_2 = second
})

/** Compares all rows of the realm in both databases, while nobody writes to either. */
async function compare(): Promise<void> {
  const [a, b] = await Promise.all([readRealmRows(first, realm.id), readRealmRows(second, realm.id)])
  for (const [table, rows] of a) {
    const otherRows = b.get(table)!
    const missingRows = rows.filter((row) => !otherRows.includes(row))
    const surplusRows = otherRows.filter((row) => !rows.includes(row))
    if (missingRows.length + surplusRows.length > 0)
      differences.push({ table, missing: missingRows.slice(0, 3), surplus: surplusRows.slice(0, 3) })
  }
  for (const word of ['tern', 'otter', 'seal']) {
    const [inFirst, inSecond] = await Promise.all([first, second].map((one) => searchIndex(one, realm.id, word)))
    if (JSON.stringify(inFirst) !== JSON.stringify(inSecond)) differences.push({ word, inFirst, inSecond })
  }
}

/** Somebody who does something, again and again, and remembers what the server has accepted. */
class Worker {
  readonly accepted = new Map<number, string>()
  readonly deleted = new Set<number>()
  /** Contents of files, by their addresses. */
  readonly files = new Map<string, string>()
  /** Messages that were marked as read, or as unread. */
  readonly readMarks = new Map<number, boolean>()
  /** Ids of messages of which the queue told, in order. */
  readonly eventIds: number[] = []
  private readonly groups: number[] = []
  private readonly fields: number[] = []
  private number = 0

  private constructor(
    readonly person: Person,
    private readonly queue: Listener,
  ) {}

  static async begin(person: Person): Promise<Worker> {
    return new Worker(person, await person.listen({ event_types: ['message'], fetch_event_types: [] }))
  }

  async work(others: readonly Worker[]): Promise<void> {
    const { person } = this
    this.number += 1
    const name = `${person.full_name} ${this.number}`
    const own = [...this.accepted.keys()].filter((id) => !this.deleted.has(id))
    const dice = random()
    if (dice < 0.35 || own.length < 3) return this.send(name)
    const id = pick(own)
    if (dice < 0.39) return this.upload(name)
    if (dice < 0.43) return this.mark(pick(others))
    if (dice < 0.45) await this.hear().catch(() => undefined)
    else if (dice < 0.5) await this.ask('PATCH', `/messages/${id}`, { content: `${this.accepted.get(id)} edited` })
    else if (dice < 0.6) {
      this.deleted.add(id)
      await this.ask('DELETE', `/messages/${id}`)
    } else if (dice < 0.68) await this.ask('POST', `/messages/${id}/reactions`, { emoji_name: 'smile' })
    else if (dice < 0.74) await this.ask('POST', '/messages/flags', { messages: [id], op: 'add', flag: 'starred' })
    else if (dice < 0.8) await this.group(name)
    else if (dice < 0.86) await this.field(name)
    else if (dice < 0.9) await this.ask('POST', '/users/me/alert_words', { alert_words: [`word ${this.number % 7}`] })
    else if (dice < 0.93)
      await this.ask('POST', '/drafts', { drafts: [{ type: '', to: [], topic: '', content: name }] })
    else if (dice < 0.96) {
      const subscriptions = [{ name: `stream ${this.number % 5}` }]
      await this.ask(random() < 0.5 ? 'POST' : 'DELETE', '/users/me/subscriptions', { subscriptions })
    } else await this.user(name)
  }

  private async send(name: string): Promise<void> {
    const content = `${pick(['tern', 'otter', 'seal'])} ${name}`
    const answer = await this.ask('POST', '/messages', {
      type: 'stream',
      to: ['general'],
      topic: pick(['a', 'b']),
      content,
    })
    if (answer?.['result'] === 'success') this.accepted.set(answer['id'] as number, content)
  }

  private async upload(name: string): Promise<void> {
    const file = new File([name], 'log.txt', { type: 'text/plain' })
    const answer = await this.person.upload('POST', '/user_uploads', [file]).catch(() => null)
    if (answer?.['result'] !== 'success') return
    const uri = String(answer['uri'])
    this.files.set(uri, name)
    await this.ask('POST', '/messages', { type: 'stream', to: ['general'], topic: 'logs', content: `[log](${uri})` })
  }

  /** Marks a message of somebody else as read, or as unread. */
  private async mark({ accepted, deleted }: Worker): Promise<void> {
    const ids = [...accepted.keys()].filter((id) => !deleted.has(id))
    if (ids.length === 0) return
    const id = pick(ids)
    const isRead = random() < 0.7
    // Unless the answer says so, nobody knows what it is.
    this.readMarks.delete(id)
    const answer = await this.ask('POST', '/messages/flags', {
      messages: [id],
      op: isRead ? 'add' : 'remove',
      flag: 'read',
    })
    if (answer?.['result'] === 'success') this.readMarks.set(id, isRead)
  }

  /** Takes the events that wait in the queue. */
  async hear(): Promise<void> {
    for (const { message } of await this.queue.events('message')) this.eventIds.push(message.id as number)
  }

  private async group(name: string): Promise<void> {
    if (this.groups.length > 2) return void (await this.ask('DELETE', `/user_groups/${this.groups.pop()}`))
    await this.ask('POST', '/user_groups/create', { name, description: '', members: [this.person.id] })
    const { user_groups } = await this.person.get('/user_groups').catch(() => ({ user_groups: [] }))
    const group = (user_groups as { id: number; name: string }[]).find((one) => one.name === name)
    if (group !== undefined) this.groups.push(group.id)
  }

  private async field(name: string): Promise<void> {
    if (this.fields.length > 1) return void (await this.ask('DELETE', `/realm/profile_fields/${this.fields.pop()}`))
    const answer = await this.ask('POST', '/realm/profile_fields', { name: name.slice(0, 40), field_type: 1 })
    if (answer?.['result'] !== 'success') return
    const id = answer['id'] as number
    this.fields.push(id)
    await this.ask('PATCH', '/users/me/profile_data', { data: [{ id, value: 'Kelp' }] })
  }

  private async user(name: string): Promise<void> {
    const short = name.replaceAll(' ', '-').toLowerCase()
    await this.ask('POST', '/bots', { short_name: short, full_name: name, bot_type: 1 })
  }

  private async ask(method: string, path: string, params: Record<string, unknown> = {}) {
    return this.person.ask(method, path, params as never).catch(() => null)
  }
}

/** Moves the realm while people work. */
async function move(workers: readonly Worker[], target: string, { kills }: { kills: number }): Promise<void> {
  const over = new AbortController()
  const working = workers.map(async (worker) => {
    while (!over.signal.aborted) await worker.work(workers)
  })
  const killing = (async () => {
    while (!over.signal.aborted) {
      await new Promise((resolve) => setTimeout(resolve, 20 + random() * 200))
      if (random() < kills) await killObject(realm)
    }
  })()
  try {
    for (let attempt = 1; ; attempt += 1) {
      const status = await askToRelocate(realm, { database: target }).catch(() => null)
      if (status?.['phase'] === 'copying' || status?.['phase'] === 'switching') break
      if (attempt === 20) expect.fail(JSON.stringify(status))
    }
    for (let alarm = 1; alarm <= 25; alarm += 1) await realm.ringAlarm().catch(() => undefined)
    // A queue of which nobody has asked for so long would end.
    for (const worker of workers) await worker.hear().catch(() => undefined)
    passPlaceTime()
    for (let alarm = 1; ; alarm += 1) {
      const status = await askToRelocate(realm).catch(() => null)
      if (status?.['phase'] === 'leaving') break
      if (alarm === 150) expect.fail(JSON.stringify(status))
      await realm.ringAlarm().catch(() => undefined)
    }
    for (let more = 1; more <= 5; more += 1) await realm.ringAlarm().catch(() => undefined)
  } finally {
    over.abort()
    faults = 0
  }
  await Promise.all([...working, killing])
}

/** Whether each accepted message is there once, and no content is there twice. */
async function checkMessages(workers: readonly Worker[]): Promise<void> {
  const { messages } = await realm.owner.get('/messages', {
    anchor: 'newest',
    num_before: 5000,
    num_after: 0,
    apply_markdown: false,
    narrow: [{ operator: 'stream', operand: 'general' }],
  })
  const byId = new Map((messages as { id: number; content: string }[]).map(({ id, content }) => [id, content]))
  for (const { accepted, deleted } of workers)
    for (const [id, content] of accepted) {
      const storedContent = byId.get(id)
      if (!deleted.has(id)) expect([id, storedContent?.replace(' edited', '')]).toEqual([id, content])
    }
}

/** Whether each accepted message came to each queue once, and in order. */
async function checkQueues(workers: readonly Worker[]): Promise<void> {
  const ids = workers.flatMap(({ accepted, deleted }) => [...accepted.keys()].filter((id) => !deleted.has(id)))
  for (const worker of workers) {
    await worker.hear()
    const { eventIds } = worker
    expect(eventIds).toEqual([...new Set(eventIds)].toSorted((a, b) => a - b))
    expect(ids.filter((id) => !eventIds.includes(id))).toEqual([])
  }
}

/** Whether the files and the read marks of each person are as the server has accepted them. */
async function checkFilesAndMarks(workers: readonly Worker[]): Promise<void> {
  const deleted = new Set(workers.flatMap((worker) => [...worker.deleted]))
  for (const { person, files, readMarks } of workers) {
    const { attachments } = await person.get('/attachments')
    const paths = (attachments as { path_id: string }[]).map(({ path_id }) => `/user_uploads/${path_id}`)
    expect(paths).toEqual(expect.arrayContaining([...files.keys()]))
    for (const [uri, content] of files) {
      const response = await reach(realm.host, uri, { headers: { Authorization: person.authorization } })
      expect([response.status, await response.text()]).toEqual([200, content])
    }
    for (const [id, isRead] of readMarks)
      if (!deleted.has(id)) expect([id, (await person.flags(id)).includes('read')]).toEqual([id, isRead])
  }
}

test.each([
  ['there, without failures', 'DB_2', 0, 0],
  ['back, while the object is killed', 'DB', 0.5, 0],
  ['there again, while answers and batches get lost', 'DB_2', 0.2, 0.01],
])('an organization moves %s', { timeout: 120_000 }, async (_, target, kills, rate) => {
  const names = ['ada', 'ben', 'cyd'].map(
    (name) => `${name}-${target.toLowerCase().replace('_', '')}-${Math.round(rate * 100)}`,
  )
  const people = [realm.owner]
  for (const name of names) people.push(await realm.user(name, { role: 200 }))
  const workers = await Promise.all(people.map((person) => Worker.begin(person)))
  for (let round = 1; round <= 10; round += 1) for (const worker of workers) await worker.work(workers)
  faults = rate
  closedMs.length = 0
  differences.length = 0

  await move(workers, target, { kills })

  expect(differences).toEqual([])
  expect(Math.max(...closedMs), `seed ${seed}`).toBeLessThan(5000)
  await checkMessages(workers)
  await checkQueues(workers)
  await checkFilesAndMarks(workers)
  expect(workers.some(({ files }) => files.size > 0) && workers.some(({ readMarks }) => readMarks.size > 0)).toBe(true)
  await checkIndex(second)
  await checkIndex(first)
  // So that it can go back.
  vi.setSystemTime(Date.now() + 100_000_000)
  await ringUntilPhase(realm, null, 400)
})
