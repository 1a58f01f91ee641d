/** What owners learn of the size of the database, and what happens when it is full. */
import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { databaseFullIn } from '../../src/core/base/quota-refusals'
import { newRealm, type Answer, type Params, type Person, type TestRealm } from '../kit'
import { makeBackup } from '../kit/backups'
import { killObject, withFault } from '../kit/faulty-database'
import { MailService } from '../kit/mail-service'

const day = 24 * 3600

const today = (): number => Math.floor(Date.now() / 1000 / day)

const dateOf = (number: number): string => new Date(number * day * 1000).toISOString().slice(0, 10)

const database = async (person: Person): Promise<Answer> => (await person.get('/realm/usage'))['database'] as Answer

/** Sets the quota of the database so that so many per cent of it are filled. The object stays as it is. */
async function fill(realm: TestRealm, percent: number): Promise<void> {
  const bytes = (await database(realm.owner))['bytes'] as number
  await realm.inObject((object) => {
    const { env: bindings } = object as unknown as { env: object }
    Object.assign(object, { env: { ...bindings, QUOTA_DATABASE_MB: String(bytes / 1e6 / (percent / 100)) } })
  })
}

const message = (content: string): Params => ({ type: 'stream', to: 'harbour', topic: 'tides', content })

const contents = async (person: Person): Promise<string[]> =>
  (await person.messages([['stream', 'harbour']], { apply_markdown: false })).map(({ content }) => content as string)

/** Private messages of the notification bot about the database. */
const notices = async (person: Person): Promise<string[]> =>
  (await person.messages([['is', 'private']], { apply_markdown: false }))
    .map(({ content }) => content as string)
    .filter((text) => text.includes('The database is'))

const refusal = { status: 400, result: 'error', code: 'DATABASE_FULL' }

afterEach(() => {
  vi.useRealTimers()
  MailService.end()
})

describe('the size of the database', () => {
  test('is shown with its share, its growth, and the day on which nothing new is taken', async () => {
    const realm = await newRealm()
    const { bytes } = await database(realm.owner)
    expect(bytes).toBeGreaterThan(100_000)
    expect(await database(realm.owner)).toMatchObject({
      quota_bytes: 500_000_000,
      limit_bytes: 490_000_000,
      mark: 0,
      is_full: false,
      daily_growth_bytes: null,
      full_on: null,
      organizations: expect.any(Number),
    })
    await realm.inObject((_, { storage }) =>
      storage.kv.put(
        'usage_days',
        Array.from({ length: 20 }, (_, ago) => ({
          day: today() - 1 - ago,
          totals: {},
          database_bytes: Math.round((bytes as number) - (ago + 1) * 1_000_000),
        })),
      ),
    )
    const grown = await database(realm.owner)
    expect(grown['daily_growth_bytes']).toBeCloseTo(1_000_000, -4)
    const days = Math.ceil((490_000_000 - (grown['bytes'] as number)) / (grown['daily_growth_bytes'] as number))
    expect(grown['full_on']).toBe(dateOf(today() + days))
  })

  test('has no share where the plan has no quota', async () => {
    const realm = await newRealm()
    await realm.inObject((object) => {
      Object.assign(object, { env: { ...env, QUOTA_DATABASE_MB: 'off' } })
    })
    expect(await database(realm.owner)).toMatchObject({
      quota_bytes: null,
      percent: null,
      limit_bytes: null,
      mark: 0,
      is_full: false,
      full_on: null,
    })
    await realm.stream('harbour')
    await realm.owner.send('harbour', 'tides', 'all goes on')
  })

  test('what takes the space is told by streams, and direct messages are one place', async () => {
    const realm = await newRealm()
    const ada = await realm.user('ada')
    const harbour = await realm.stream('harbour', ada)
    const quay = await realm.stream('quay', ada)
    for (const number of [1, 2, 3]) await ada.send('harbour', 'tides', `${'long '.repeat(100)}${number}`)
    await ada.send('quay', 'boats', 'short')
    await ada.write([realm.owner], 'between us')

    const use = await realm.owner.get('/realm/database')
    const places = use['places'] as { stream_id: number | null; messages: number; bytes: number }[]
    expect(use).toMatchObject({ is_estimated: false, file_bytes: 0 })
    expect(places[0]).toMatchObject({ stream_id: harbour.id })
    expect(places[0]!.bytes).toBeGreaterThan(3 * 1000)
    expect(places.map(({ stream_id }) => stream_id)).toEqual(expect.arrayContaining([quay.id, null]))
    expect(places.reduce((sum, { messages }) => sum + messages, 0)).toBe(use['messages'])
    expect(await ada.ask('GET', '/realm/database')).toMatchObject({ code: 'UNAUTHORIZED_PRINCIPAL' })
  })
})

describe('owners', () => {
  test('are notified at each mark once, also if the object is killed, and nobody else is', async () => {
    const realm = await newRealm()
    const ada = await realm.user('ada', { role: 200 })
    await realm.stream('harbour')
    await fill(realm, 71)
    await realm.owner.send('harbour', 'tides', 'one')
    await vi.waitFor(async () => expect(await notices(realm.owner)).toHaveLength(1))
    expect((await notices(realm.owner))[0]).toMatch(
      /^\*\*The database is 70 % full\.\*\*.* \[What you can do\]\(\/#organization\/storage\)$/,
    )
    await killObject(realm)
    await realm.inObject((_, { storage }) => storage.kv.delete('database_mark'))
    await fill(realm, 71)
    await realm.owner.send('harbour', 'tides', 'two')
    await vi.waitFor(async () =>
      expect(await realm.inObject((_, { storage }) => storage.kv.get('database_mark'))).toBe(70),
    )
    expect(await notices(realm.owner)).toHaveLength(1)

    await fill(realm, 96)
    await realm.owner.send('harbour', 'tides', 'three')
    await vi.waitFor(async () => expect(await notices(realm.owner)).toHaveLength(2))
    expect((await notices(realm.owner))[1]).toContain('95 % full')
    expect(await database(realm.owner)).toMatchObject({ mark: 95, is_full: false })
    expect(await notices(ada)).toEqual([])
  })

  test('are told again if the size has fallen below the mark and rises', async () => {
    const realm = await newRealm()
    await realm.stream('harbour')
    for (const [percent, amount] of [
      [86, 1],
      [60, 1],
      [86, 2],
    ] as const) {
      await fill(realm, percent)
      await realm.owner.send('harbour', 'tides', `${percent} %`)
      await vi.waitFor(async () =>
        expect(await realm.inObject((_, { storage }) => storage.kv.get('database_mark'))).toBe(percent > 85 ? 85 : 0),
      )
      expect(await notices(realm.owner)).toHaveLength(amount)
    }
  })

  test('get a mail, too, which leads to the page about storage', async () => {
    const realm = await newRealm()
    await realm.stream('harbour')
    const service = new MailService()
    await realm.evict()
    await fill(realm, 90)
    await realm.owner.send('harbour', 'tides', 'much')
    const [mail] = await service.mails(1)
    expect(mail).toMatchObject({ subject: expect.stringContaining('85%') })
    expect(mail!.text).toContain(`${realm.host}/#organization/storage`)
  })
})

describe('a database that is nearly full', () => {
  test('takes no messages, edits, drafts and files, and leaves nothing half done', async () => {
    const realm = await newRealm()
    const { owner } = realm
    await realm.stream('harbour')
    const id = await owner.send('harbour', 'tides', 'before')
    const files = async () => (await env.UPLOADS!.list({ prefix: `user_uploads/${realm.id}/` })).objects.length
    await fill(realm, 98.1)

    expect(await owner.ask('POST', '/messages', message('too much'))).toMatchObject(refusal)
    expect(await owner.ask('PATCH', `/messages/${id}`, { content: 'longer' })).toMatchObject(refusal)
    expect(
      await owner.ask('POST', '/drafts', {
        drafts: [{ type: '', to: [], topic: '', content: 'a thought', timestamp: 1 }],
      }),
    ).toMatchObject(refusal)
    expect(await owner.upload('POST', '/user_uploads', [new File(['x'], 'x.txt')])).toMatchObject(refusal)
    expect(await files()).toBe(0)
    expect(await contents(owner)).toEqual(['before'])
    expect(await database(owner)).toMatchObject({ is_full: true, full_on: dateOf(today()) })
  })

  test('lets people read, mark, react, log in, set, back up and delete, and takes messages once there is room', async () => {
    const realm = await newRealm()
    const { owner } = realm
    const ada = await realm.user('ada')
    const { id: stream_id } = await realm.stream('harbour', ada)
    const [first, second] = [await owner.send('harbour', 'tides', 'one'), await owner.send('harbour', 'tides', 'two')]
    await fill(realm, 99)

    expect(await contents(ada)).toEqual(['one', 'two'])
    await ada.post('/messages/flags', { op: 'add', flag: 'read', messages: [first, second] })
    await ada.post(`/messages/${second}/reactions`, { emoji_name: 'octopus' })
    await ada.logIn()
    const listener = await ada.listen()
    await realm.set({ message_retention_days: 30 })
    await owner.must('PATCH', `/streams/${stream_id}`, { message_retention_days: 7 })
    expect(await makeBackup(realm)).toMatchObject({ pending: false, failure: null })
    await owner.must('DELETE', `/messages/${first}`)
    expect(await listener.events('delete_message')).toHaveLength(1)
    expect(await contents(ada)).not.toContain('one')

    await fill(realm, 50)
    await owner.send('harbour', 'tides', 'three')
    expect((await contents(ada)).at(-1)).toBe('three')
  })

  test('lets scheduled messages wait, and loses none', async () => {
    const realm = await newRealm()
    const { owner } = realm
    await realm.stream('harbour')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2040, 0, 10, 12) })
    await owner.post('/messages', {
      ...message('later'),
      delivery_type: 'send_later',
      deliver_at: '2040-01-10T12:10:00Z',
    })
    await fill(realm, 99)
    for (const minute of [11, 22, 33, 44, 55]) {
      vi.setSystemTime(Date.UTC(2040, 0, 10, 12, minute))
      await realm.ringAlarm()
    }
    expect(await contents(owner)).toEqual([])
    await fill(realm, 50)
    vi.setSystemTime(Date.UTC(2040, 0, 10, 13, 10))
    await vi.waitFor(async () => {
      await realm.ringAlarm()
      expect(await contents(owner)).toEqual(['later'])
    })
  })
})

describe('when the platform refuses', () => {
  test.each([
    ['D1_ERROR: Exceeded maximum DB size', true],
    ['D1_ERROR: database or disk is full: SQLITE_FULL', true],
    ['D1_ERROR: UNIQUE constraint failed: message.id: SQLITE_CONSTRAINT', false],
    ['D1_ERROR: Network connection lost.', false],
  ])('%s', (text, isFull) => {
    expect(databaseFullIn(new Error(text)) !== null).toBe(isFull)
  })

  test('each change is either there or refused, the others of its batch are done, and the object goes on', async () => {
    const realm = await newRealm()
    const { owner } = realm
    await realm.stream('harbour')
    const old = await owner.send('harbour', 'tides', 'old')
    let isFull = true
    await withFault(realm, (send, { writes, statements }) => {
      const adds = writes && statements.some((sql) => /insert into message\b/.test(sql))
      return isFull && adds ? Promise.reject(new Error('D1_ERROR: Exceeded maximum DB size')) : send()
    })
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, (_, number) => owner.ask('POST', '/messages', message(`new ${number}`))),
      owner.ask('DELETE', `/messages/${old}`),
    ])
    expect(answers.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => expect.objectContaining(refusal)))
    expect(answers[5]).toMatchObject({ result: 'success' })
    expect(await contents(owner)).toEqual([])

    isFull = false
    await owner.send('harbour', 'tides', 'again')
    expect(await contents(owner)).toEqual(['again'])
  })

  test('also reads, people are told so, and it is no fault of the server', async () => {
    const realm = await newRealm()
    await realm.stream('harbour')
    let isFull = true
    await withFault(realm, (send) =>
      isFull ? Promise.reject(new Error('D1_ERROR: Exceeded maximum DB size')) : send(),
    )
    expect(await realm.owner.ask('POST', '/messages', message('too much'))).toMatchObject(refusal)
    isFull = false
    await realm.owner.send('harbour', 'tides', 'again')
    expect(await contents(realm.owner)).toEqual(['again'])
  })
})
