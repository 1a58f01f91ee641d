import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { newRealm, type Answer, type Person, type TestRealm } from '../kit'
import { kill, withFault } from '../kit/faulty-database'
import type { Scripted, Seen } from '../kit/outside'
import { ring, start } from '../kit/scheduling'
import { redirect, Service } from '../kit/services'

/** So far apart are the rounds in which feeds are polled. */
const roundSeconds = 1800

let realm: TestRealm
let ada: Person
let stream_id: number
let time: number

const setTime = (seconds: number): void => {
  time = seconds
  vi.useFakeTimers({ toFake: ['Date'], now: seconds * 1000 })
}

beforeEach(async () => {
  setTime(start / 1000)
  realm = await newRealm()
  ada = await realm.user('ada')
  stream_id = (await realm.stream('news', ada, realm.owner)).id
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

interface Item {
  readonly id: string | number
  readonly title?: string
}

const rss = (items: readonly Item[], more = ''): string =>
  `<rss version="2.0"><channel><title>Tides</title>${more}${items
    .map(
      ({ id, title = `Entry ${id}` }) => `<item><guid isPermaLink="false">${id}</guid><title>${title}</title></item>`,
    )
    .join('')}</channel></rss>`

const document = (items: readonly Item[], headers: Readonly<Record<string, string>> = {}): Scripted => ({
  headers: { 'Content-Type': 'application/rss+xml', ...headers },
  body: rss(items),
})

const entries = (last: number, first = 1): Item[] =>
  Array.from({ length: last - first + 1 }, (_, index) => ({ id: last - index }))

/** Entries from the oldest to the newest. */
const dated = (ids: readonly number[]): Scripted => ({
  body: `<feed><title>Old</title>${ids
    .map((id) => `<entry><id>${id}</id><title>Entry ${id}</title><updated>2040-01-0${id}T00:00:00Z</updated></entry>`)
    .join('')}</feed>`,
})

interface Added {
  readonly service: Service
  readonly bot_id: number
}

const ask = (by: Person, params: Readonly<Record<string, unknown>>): Promise<Answer> =>
  by.ask('POST', '/integrations', { service: 'rss', stream_id, ...params })

/** A feed that was added with these answers; the last one is repeated. */
async function feed(...answers: readonly Scripted[]): Promise<Added> {
  const service = new Service()
  await service.answer(...answers)
  const { msg, bot_id } = await ask(ada, { feed_url: service.url })
  expect(msg).toBe('')
  return { service, bot_id: bot_id as number }
}

/** Lets a round come, after so many others in which nothing is asked. */
async function round(rounds = 1): Promise<void> {
  setTime(time + rounds * roundSeconds)
  await ring(realm)
}

/** The request of the next poll, which proves that the poll before it has ended. */
async function poll({ service }: Added, rounds = 1): Promise<Seen> {
  const before = (await service.seen()).length
  await round(rounds)
  return (await service.seen(before + 1)).at(-1)!
}

const contents = async (): Promise<string[]> =>
  (await realm.owner.messages([{ operator: 'stream', operand: 'news' }])).map(({ content }) => content as string)

/** Waits for messages whose contents contain these texts, and no others. */
const posted = (...texts: readonly string[]): Promise<void> =>
  vi.waitFor(async () => expect(await contents()).toEqual(texts.map((text) => expect.stringContaining(text))))

interface Status {
  readonly failures: number
  readonly problem: string | null
  readonly polled_at: number | null
  readonly next_poll_at: number | null
}

const statusOf = async ({ bot_id }: Added): Promise<Status> =>
  (await ada.get(`/integrations/${bot_id}/deliveries`))['feed'] as Status

const failed = (added: Added, failures: number): Promise<Status> =>
  vi.waitFor(async () => {
    const status = await statusOf(added)
    expect(status.failures).toBe(failures)
    return status
  })

describe('a feed', () => {
  test('posts what is new, once, in the topic of its title', async () => {
    const added = await feed(document(entries(2)), document(entries(4)), document(entries(4)), document(entries(5)))
    expect(await contents()).toEqual([])

    await poll(added)
    await posted('Entry 3', 'Entry 4')
    await poll(added)
    await poll(added)

    await posted('Entry 3', 'Entry 4', 'Entry 5')
    const [message] = await realm.owner.messages([{ operator: 'stream', operand: 'news' }])
    expect(message).toMatchObject({ subject: 'Tides', sender_id: added.bot_id, sender_full_name: 'RSS' })
  })

  test('was read when it was added, and then in each round', async () => {
    const added = await feed(document(entries(1)))
    const added_at = time
    expect((await statusOf(added)).polled_at).toBe(added_at)

    await poll(added)

    const { polled_at } = await statusOf(added)
    expect(polled_at).toBeGreaterThan(added_at)
    expect(polled_at).toBeLessThanOrEqual(time)
  })

  test('is asked with what it said about its version, until it has another one', async () => {
    const version = { ETag: 'W/"a b"', 'Last-Modified': 'Tue, 10 Jan 2040 11:00:00 GMT' }
    const added = await feed(
      document(entries(1), version),
      { status: 304 },
      document(entries(2), { ETag: '"2"' }),
      document(entries(3)),
    )

    expect((await poll(added)).headers).toMatchObject({
      'if-none-match': version.ETag,
      'if-modified-since': version['Last-Modified'],
    })
    await poll(added)
    await posted('Entry 2')
    const { headers } = await poll(added)
    expect(headers['if-none-match']).toBe('"2"')
    expect(headers).not.toHaveProperty('if-modified-since')
    await posted('Entry 2', 'Entry 3')
  })

  test('posts at most ten entries of one poll, the newest, and counts the others', async () => {
    const added = await feed(document(entries(1)), document(entries(30)))
    await poll(added)

    await vi.waitFor(async () => expect(await contents()).toHaveLength(10))
    const messages = await contents()
    expect(messages[0]).toContain('Entry 21')
    expect(messages[9]).toMatch(/Entry 30[^]*And 19 more entries\./)
    await poll(added)
    await poll(added)
    expect(await contents()).toHaveLength(10)
  })

  test('posts an entry that changed, or comes back, no second time', async () => {
    const added = await feed(
      document(entries(3)),
      document(entries(4, 3)),
      document([{ id: 4, title: 'Changed' }, ...entries(3)]),
      document(entries(5)),
    )
    for (const _ of [1, 2, 3]) await poll(added)

    await posted('Entry 4', 'Entry 5')
  })

  test('that begins with its oldest entry is posted in order', async () => {
    const added = await feed(dated([1, 2]), dated([1, 2, 3, 4]))
    await poll(added)

    await posted('Entry 3', 'Entry 4')
  })

  test('goes to its owner, or has another topic, if that was chosen', async () => {
    const service = new Service()
    await service.answer(document(entries(1)), document(entries(2)), document(entries(3)))
    const { bot_id } = await ada.post('/integrations', { service: 'rss', feed_url: service.url })
    const added = { service, bot_id: bot_id as number }
    await poll(added)
    await vi.waitFor(async () =>
      expect(await ada.messages([{ operator: 'is', operand: 'private' }])).toMatchObject([
        { sender_id: bot_id, content: expect.stringContaining('Entry 2') },
      ]),
    )

    await ada.patch(`/integrations/${bot_id}`, { stream_id, topic: 'chosen' })
    await poll(added)
    await posted('Entry 3')
    expect(await realm.owner.messages([{ operator: 'stream', operand: 'news' }])).toMatchObject([{ subject: 'chosen' }])
  })

  test.each([
    ['its Cache-Control', { headers: { 'Cache-Control': 'public, max-age=7200' }, body: rss([]) }],
    ['its ttl', { body: rss([], '<ttl>120</ttl>') }],
    [
      'its period',
      { body: rss([], '<sy:updatePeriod>hourly</sy:updatePeriod><sy:updateFrequency>0.5</sy:updateFrequency>') },
    ],
  ])('is asked as seldom as %s wants', async (_, answer) => {
    const { service } = await feed(answer)
    for (let rounds = 1; rounds <= 3; rounds += 1) await round()
    expect(await service.seen()).toHaveLength(1)

    await round()
    await service.seen(2)
  })

  test('is asked at least once a day', async () => {
    const { service } = await feed({ body: rss([], '<ttl>999999</ttl>') })
    await round(47)
    expect(await service.seen()).toHaveLength(1)

    await round()
    await service.seen(2)
  })

  test('is asked no more when its bot is deactivated', async () => {
    const { service, bot_id } = await feed(document(entries(1)))
    await ada.delete(`/bots/${bot_id}`)
    await round(2)
    await round(2)

    expect(await service.seen()).toHaveLength(1)
  })

  test('is found again after the storage of the object was lost', async () => {
    const { service } = await feed(document(entries(1)), document(entries(2)))
    await realm.inObject((_, { storage }) => storage.sql.exec('delete from agenda'))
    await realm.evict()
    await round(60)
    await round()

    await service.seen(2)
    await posted('Entry 2')
  })
})

describe('a poll that fails', () => {
  test('is repeated later and later, and its owner learns of it once', async () => {
    const added = await feed(document(entries(1)), { status: 503 })
    const waits: number[] = []
    for (let failures = 1; failures <= 6; failures += 1) {
      await poll(added, (waits.at(-1) ?? roundSeconds) / roundSeconds)
      const { next_poll_at, problem } = await failed(added, failures)
      expect(problem).toBe('The server answers with status 503')
      waits.push(Math.ceil((next_poll_at! - time) / roundSeconds) * roundSeconds)
    }

    expect(waits.map((seconds) => seconds / 3600)).toEqual([1, 2, 4, 8, 16, 24])
    const notices = await ada.messages([{ operator: 'is', operand: 'private' }])
    expect(notices).toMatchObject([{ content: expect.stringContaining('could not read its feed') }])
  })

  test('is forgotten after one that is good', async () => {
    const added = await feed(document(entries(1)), { status: 500 }, document(entries(2)))
    await poll(added)
    await failed(added, 1)
    await poll(added, 2)

    await posted('Entry 2')
    expect(await statusOf(added)).toMatchObject({ failures: 0, problem: null })
  })

  test('waits as long as the server asks for', async () => {
    const added = await feed(document(entries(1)), { status: 429, headers: { 'Retry-After': String(6 * 3600) } })
    await poll(added)
    const { next_poll_at } = await failed(added, 1)

    expect(next_poll_at! - time).toBeGreaterThanOrEqual(6 * 3600)
    expect(next_poll_at! - time).toBeLessThanOrEqual(6 * 3600 + roundSeconds)
  })

  test('with 410 is the last one, and its owner learns of it', async () => {
    const added = await feed(document(entries(1)), { status: 410 }, document(entries(2)))
    await poll(added)
    expect(await failed(added, 1)).toMatchObject({ next_poll_at: null })
    await round(100)
    await round(100)

    expect(await added.service.seen()).toHaveLength(2)
    expect(await ada.messages([{ operator: 'is', operand: 'private' }])).toMatchObject([
      { content: expect.stringContaining('will not be read again') },
    ])

    await ada.patch(`/integrations/${added.bot_id}`, { feed_url: added.service.url })
    await added.service.answer(document(entries(3)))
    await poll(added)
    await posted('Entry 3')
  })

  test('because its bot may not post is shown, and its entries are posted once it may', async () => {
    const added = await feed(document(entries(1)), document(entries(3)))
    const { id } = await realm.stream('closed', realm.owner)
    await realm.owner.patch(`/streams/${stream_id}`, { stream_post_policy: 2 })
    await poll(added)
    expect((await failed(added, 1)).problem).not.toBe(null)

    await ada.patch(`/integrations/${added.bot_id}`, { stream_id: id })
    await poll(added)
    await vi.waitFor(async () =>
      expect(await realm.owner.messages([{ operator: 'stream', operand: 'closed' }])).toHaveLength(2),
    )
  })

  test.each([
    ['is none any more', { body: '<html><body>Sold</body></html>', headers: { 'Content-Type': 'text/html' } }],
    ['breaks off in its first bytes', { body: '<rs' }],
    ['is deep', { body: `<rss>${'<a>'.repeat(100_000)}` }],
    ['leads into a private network', redirect('http://router.lan/feed')],
    ['is for ever elsewhere', redirect('#again')],
  ])('because a feed %s posts nothing', async (_, answer) => {
    const added = await feed(document(entries(1)), answer)
    await poll(added)
    await failed(added, 1)

    expect(await contents()).toEqual([])
  })

  test.each([
    ['a hundred thousand entries', { body: rss(entries(18_000)) }],
    ['more bytes than are read', { body: rss(entries(20)), padding: 0, size: 0 }],
  ])('does no harm with %s', async (_, answer) => {
    const added = await feed(document([]), answer)
    await poll(added)

    await vi.waitFor(async () => expect(await contents()).toHaveLength(10))
    expect(await statusOf(added)).toMatchObject({ failures: 0 })
  })
})

test('an object that is lost between two entries posts each of them once', async () => {
  const added = await feed(document(entries(1)), document(entries(9)))
  await poll(added)
  await vi.waitFor(async () => expect((await contents()).length).toBeGreaterThan(0))
  await kill(realm)
  await poll(added)

  await posted(
    ...entries(9, 2)
      .toReversed()
      .map(({ id }) => `Entry ${id}`),
  )
})

test('news that could not be stored are found again in the next round', async () => {
  const added = await feed(document(entries(1)), { ...document(entries(2)), held: true }, document(entries(2)))
  let isBroken = false
  let refusals = 0
  await withFault(realm, async (send, { writes }) => {
    if (!isBroken || !writes) return send()
    refusals += 1
    throw new Error('D1_ERROR: internal error')
  })
  await poll(added)
  isBroken = true
  await added.service.release()
  await vi.waitFor(() => expect(refusals).toBeGreaterThan(0))
  await realm.evict()
  await poll(added)

  await posted('Entry 2')
})

describe('who adds a feed', () => {
  test.each([
    ['an address in a private network', 'http://192.168.0.1/feed', 'none of a public server'],
    ['a name in a private network', 'http://router.lan/feed', 'none of a public server'],
    ['another scheme', 'ftp://example.com/feed', 'none of a public server'],
    ['an address with a password', 'https://ada:secret@example.com/feed', 'none of a public server'],
    ['no address', 'not an address', 'none of a public server'],
  ])('is told what is wrong with %s', async (_, feed_url, problem) => {
    expect(await ask(ada, { feed_url })).toMatchObject({ status: 400, msg: expect.stringContaining(problem) })
  })

  test.each([
    ['answers with an error', { status: 404 }, 'status 404'],
    ['is none', { body: '{"no": "feed"}' }, 'neither RSS nor Atom'],
    ['redirects into a private network', redirect('http://localhost/feed'), 'redirects'],
  ])('is told that the feed %s', async (_, answer, problem) => {
    const service = new Service()
    await service.answer(answer)
    expect(await ask(ada, { feed_url: service.url })).toMatchObject({
      status: 400,
      msg: expect.stringContaining(problem),
    })
    expect((await ada.get('/realm/integrations'))['integrations']).toEqual([])
  })

  test('may name a page that links to its feed', async () => {
    const [service, page] = [new Service(), new Service()]
    await service.answer(document(entries(1)), document(entries(2)))
    const path = service.url.replaceAll('&', '&amp;')
    await page.answer({
      headers: { 'Content-Type': 'text/html' },
      body: `<html><head><link rel="alternate stylesheet" href="x.css"><link rel="alternate" type="application/rss+xml" href="${path}">`,
    })
    const { bot_id } = await ask(ada, { feed_url: page.url })

    expect((await ada.get('/realm/integrations'))['integrations']).toMatchObject([{ bot_id, feed_url: service.url }])
    await poll({ service, bot_id: bot_id as number })
    await posted('Entry 2')
  })

  test('needs an address, and for other services none', async () => {
    expect(await ask(ada, {})).toMatchObject({ status: 400, msg: expect.stringContaining('needs feed_url') })
    const service = new Service()
    await service.answer(document([]))
    expect(await ask(ada, { service: 'github', feed_url: service.url })).toMatchObject({ status: 400 })
  })

  test('finds it among the services, as a feed', async () => {
    const { integrations } = await ada.get('/integrations')
    expect(integrations).toContainEqual(
      expect.objectContaining({ name: 'rss', source: 'feed', category: 'feeds', events: [], steps: [] }),
    )
    expect(integrations).toContainEqual(expect.objectContaining({ name: 'github', source: 'webhook' }))
  })

  test('may look at so many addresses only', async () => {
    const service = new Service()
    await service.answer({ status: 404 })
    for (let number = 0; number < 60; number += 1) await ask(ada, { feed_url: service.url })

    expect(await ask(ada, { feed_url: service.url })).toMatchObject({ status: 429 })
    expect(await service.seen()).toHaveLength(60)
  })

  test('may not be a guest, whose address is not even looked at', async () => {
    const guest = await realm.user('guest')
    await realm.owner.patch(`/users/${guest.id}`, { role: 600 })
    const service = new Service()

    expect(await ask(guest, { feed_url: service.url })).toMatchObject({ status: 400 })
    expect(await service.seen()).toEqual([])
  })
})

const changeAddress = (by: Person, bot_id: unknown): Promise<Answer> =>
  by.ask('PATCH', `/integrations/${bot_id as number}`, { feed_url: 'https://example.com/feed' })

describe('another address', () => {
  test('is chosen by the owner, and what it has already is not posted', async () => {
    const added = await feed(document(entries(1)))
    const other = new Service()
    await other.answer(document(entries(20, 11)), document(entries(21, 11)))
    await ada.patch(`/integrations/${added.bot_id}`, { feed_url: other.url })
    await poll({ ...added, service: other })

    await posted('Entry 21')
    expect(await added.service.seen()).toHaveLength(1)
  })

  test('is refused for a service that posts its events, and to others', async () => {
    const { bot_id } = await ada.post('/integrations', { service: 'github' })
    const added = await feed(document(entries(1)))
    const bo = await realm.user('bo')

    expect(await changeAddress(ada, bot_id)).toMatchObject({
      status: 400,
      msg: 'Only bots that read feeds have a feed_url',
    })
    expect(await changeAddress(bo, added.bot_id)).toMatchObject({ status: 400, msg: 'Insufficient permission' })
  })
})

test('nothing is posted to the address of a feed', async () => {
  const service = new Service()
  await service.answer(document([]))
  const { api_key } = await ada.post('/integrations', { service: 'rss', feed_url: service.url })

  expect(await ada.ask('POST', `/external/rss?api_key=${api_key as string}`)).toMatchObject({
    status: 400,
    msg: expect.stringContaining('read at their own addresses'),
  })
})

/** What the organization has used of a quota today. */
async function used(name: string): Promise<number> {
  const { resources } = await realm.owner.get('/realm/usage')
  return (resources as { name: string; today: { value: number } }[]).find((one) => one.name === name)!.today.value
}

test('a round of feeds with nothing new costs no row of the database, and few of the object, however many feeds there are', async () => {
  const feeds = [await feed(document(entries(1))), await feed(document(entries(1))), await feed(document(entries(1)))]
  const rounds = 10
  await round()
  await Promise.all(feeds.map(({ service }) => service.seen(2)))
  const before = { database: await used('rows_written'), object: await used('object_rows_written') }
  for (let number = 1; number <= rounds; number += 1) {
    await round()
    await Promise.all(feeds.map(({ service }) => service.seen(number + 2)))
  }

  expect((await used('rows_written')) - before.database).toBe(0)
  // Four, and one more if the answers come after the object has set its next alarm. A row for each feed would be three more.
  expect(((await used('object_rows_written')) - before.object) / rounds).toBeLessThan(6)
})

test('a new entry costs the rows of a message, and one for its feed', async () => {
  const added = await feed(document(entries(1)), document(entries(1)), document(entries(2)))
  await poll(added)
  const before = await used('rows_written')
  await poll(added)
  await posted('Entry 2')
  const between = await used('rows_written')
  await realm.owner.send('news', 'Tides', 'A word')

  expect(between - before).toBe((await used('rows_written')) - between + 1)
})
