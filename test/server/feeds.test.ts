import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ofPool, ofShare } from '../../src/core/turn/share-limits'
import { pretendUse } from '../kit/day-shares'
import { entries, feedOf, FeedScene, roundSeconds, rss } from '../kit/feeds'
import { killObject, withFault } from '../kit/faulty-database'
import { joinRealm, createLinkKey } from '../kit/joining'
import type { Scripted } from '../kit/outside'
import { redirect, Service } from '../kit/services'

let scene: FeedScene

beforeEach(async () => {
  scene = await FeedScene.begin()
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Entries from the oldest to the newest. */
const datedFeedOf = (ids: readonly number[]): Scripted => ({
  body: `<feed><title>Old</title>${ids
    .map((id) => `<entry><id>${id}</id><title>Entry ${id}</title><updated>2040-01-0${id}T00:00:00Z</updated></entry>`)
    .join('')}</feed>`,
})

describe('a feed', () => {
  test('posts what is new, once, in the topic of its title', async () => {
    const added = await scene.feed(feedOf(entries(2)), feedOf(entries(4)), feedOf(entries(4)), feedOf(entries(5)))
    expect(await scene.contents()).toEqual([])

    await scene.poll(added)
    await scene.expectContents('Entry 3', 'Entry 4')
    await scene.poll(added)
    await scene.poll(added)

    await scene.expectContents('Entry 3', 'Entry 4', 'Entry 5')
    const [message] = await scene.realm.owner.messages([{ operator: 'stream', operand: 'news' }])
    expect(message).toMatchObject({ subject: 'Tides', sender_id: added.bot_id, sender_full_name: 'RSS' })
  })

  test('was read when it was added, and then in each round', async () => {
    const added = await scene.feed(feedOf(entries(1)))
    const added_at = scene.time
    expect((await scene.statusOf(added)).polled_at).toBe(added_at)

    await scene.poll(added)

    const { polled_at } = await scene.statusOf(added)
    expect(polled_at).toBeGreaterThan(added_at)
    expect(polled_at).toBeLessThanOrEqual(scene.time)
  })

  test('is asked with what it said about its version, until it has another one', async () => {
    const version = { ETag: 'W/"a b"', 'Last-Modified': 'Tue, 10 Jan 2040 11:00:00 GMT' }
    const added = await scene.feed(
      feedOf(entries(1), version),
      { status: 304 },
      feedOf(entries(2), { ETag: '"2"' }),
      feedOf(entries(3)),
    )

    expect((await scene.poll(added)).headers).toMatchObject({
      'if-none-match': version.ETag,
      'if-modified-since': version['Last-Modified'],
    })
    await scene.poll(added)
    await scene.expectContents('Entry 2')
    const { headers } = await scene.poll(added)
    expect(headers['if-none-match']).toBe('"2"')
    expect(headers).not.toHaveProperty('if-modified-since')
    await scene.expectContents('Entry 2', 'Entry 3')
  })

  test('posts at most ten entries of one poll, the newest, and counts the others', async () => {
    const added = await scene.feed(feedOf(entries(1)), feedOf(entries(30)))
    await scene.poll(added)

    await vi.waitFor(async () => expect(await scene.contents()).toHaveLength(10))
    const messages = await scene.contents()
    expect(messages[0]).toContain('Entry 21')
    expect(messages[9]).toMatch(/Entry 30[^]*And 19 more entries\./)
    await scene.poll(added)
    await scene.poll(added)
    expect(await scene.contents()).toHaveLength(10)
  })

  test('posts an entry that changed, or comes back, no second time', async () => {
    const added = await scene.feed(
      feedOf(entries(3)),
      feedOf(entries(4, 3)),
      feedOf([{ id: 4, title: 'Changed' }, ...entries(3)]),
      feedOf(entries(5)),
    )
    for (const _ of [1, 2, 3]) await scene.poll(added)

    await scene.expectContents('Entry 4', 'Entry 5')
  })

  test('that begins with its oldest entry is posted in order', async () => {
    const added = await scene.feed(datedFeedOf([1, 2]), datedFeedOf([1, 2, 3, 4]))
    await scene.poll(added)

    await scene.expectContents('Entry 3', 'Entry 4')
  })

  test('goes to its owner, or has another topic, if that was chosen', async () => {
    const service = new Service()
    await service.answer(feedOf(entries(1)), feedOf(entries(2)), feedOf(entries(3)))
    const { bot_id } = await scene.ada.post('/integrations', { service: 'rss', feed_url: service.url })
    const added = { service, bot_id: bot_id as number }
    await scene.poll(added)
    await vi.waitFor(async () =>
      expect(await scene.ada.messages([{ operator: 'is', operand: 'private' }])).toMatchObject([
        { sender_id: bot_id, content: expect.stringContaining('Entry 2') },
      ]),
    )

    await scene.ada.patch(`/integrations/${bot_id}`, { stream_id: scene.stream_id, topic: 'chosen' })
    await scene.poll(added)
    await scene.expectContents('Entry 3')
    expect(await scene.realm.owner.messages([{ operator: 'stream', operand: 'news' }])).toMatchObject([
      { subject: 'chosen' },
    ])
  })

  test.each([
    ['its Cache-Control', { headers: { 'Cache-Control': 'public, max-age=7200' }, body: rss([]) }],
    ['its ttl', { body: rss([], '<ttl>120</ttl>') }],
    [
      'its period',
      { body: rss([], '<sy:updatePeriod>hourly</sy:updatePeriod><sy:updateFrequency>0.5</sy:updateFrequency>') },
    ],
  ])('is asked as seldom as %s wants', async (_, answer) => {
    const { service } = await scene.feed(answer)
    for (let rounds = 1; rounds <= 3; rounds += 1) await scene.passRounds()
    expect(await service.seen()).toHaveLength(1)

    await scene.passRounds()
    await service.seen(2)
  })

  test('is asked at least once a day', async () => {
    const { service } = await scene.feed({ body: rss([], '<ttl>999999</ttl>') })
    await scene.passRounds(47)
    expect(await service.seen()).toHaveLength(1)

    await scene.passRounds()
    await service.seen(2)
  })

  test('is asked no more when its bot is deactivated', async () => {
    const { service, bot_id } = await scene.feed(feedOf(entries(1)))
    await scene.ada.delete(`/bots/${bot_id}`)
    await scene.passRounds(2)
    await scene.passRounds(2)

    expect(await service.seen()).toHaveLength(1)
  })

  test('is found again after the storage of the object was lost', async () => {
    const { service } = await scene.feed(feedOf(entries(1)), feedOf(entries(2)))
    await scene.realm.inObject((_, { storage }) => storage.sql.exec('delete from agenda'))
    await scene.realm.evict()
    await scene.passRounds(60)
    await scene.passRounds()

    await service.seen(2)
    await scene.expectContents('Entry 2')
  })
})

describe('a poll that fails', () => {
  test('is repeated later and later, and its owner learns of it once', async () => {
    const added = await scene.feed(feedOf(entries(1)), { status: 503 })
    const waits: number[] = []
    for (let failures = 1; failures <= 6; failures += 1) {
      await scene.poll(added, (waits.at(-1) ?? roundSeconds) / roundSeconds)
      const { next_poll_at, problem } = await scene.waitForFailures(added, failures)
      expect(problem).toBe('The server answers with status 503')
      waits.push(Math.ceil((next_poll_at! - scene.time) / roundSeconds) * roundSeconds)
    }

    expect(waits.map((seconds) => seconds / 3600)).toEqual([1, 2, 4, 8, 16, 24])
    const notices = await scene.ada.messages([{ operator: 'is', operand: 'private' }])
    expect(notices).toMatchObject([{ content: expect.stringContaining('could not read its feed') }])
  })

  test('is forgotten after one that is good', async () => {
    const added = await scene.feed(feedOf(entries(1)), { status: 500 }, feedOf(entries(2)))
    await scene.poll(added)
    await scene.waitForFailures(added, 1)
    await scene.poll(added, 2)

    await scene.expectContents('Entry 2')
    expect(await scene.statusOf(added)).toMatchObject({ failures: 0, problem: null })
  })

  test('waits as long as the server asks for', async () => {
    const added = await scene.feed(feedOf(entries(1)), { status: 429, headers: { 'Retry-After': String(6 * 3600) } })
    await scene.poll(added)
    const { next_poll_at } = await scene.waitForFailures(added, 1)

    expect(next_poll_at! - scene.time).toBeGreaterThanOrEqual(6 * 3600)
    expect(next_poll_at! - scene.time).toBeLessThanOrEqual(6 * 3600 + roundSeconds)
  })

  test('with 410 ends the feed, and its owner is notified', async () => {
    const added = await scene.feed(feedOf(entries(1)), { status: 410 }, feedOf(entries(2)))
    await scene.poll(added)
    expect(await scene.waitForFailures(added, 1)).toMatchObject({ next_poll_at: null })
    await scene.passRounds(100)
    await scene.passRounds(100)

    expect(await added.service.seen()).toHaveLength(2)
    expect(await scene.ada.messages([{ operator: 'is', operand: 'private' }])).toMatchObject([
      { content: expect.stringContaining('will not be read again') },
    ])

    await scene.ada.patch(`/integrations/${added.bot_id}`, { feed_url: added.service.url })
    await added.service.answer(feedOf(entries(3)))
    await scene.poll(added)
    await scene.expectContents('Entry 3')
  })

  test('because its bot may not post is shown, and its entries are posted once it may', async () => {
    const added = await scene.feed(feedOf(entries(1)), feedOf(entries(3)))
    const { id } = await scene.realm.stream('closed', scene.realm.owner)
    await scene.realm.owner.patch(`/streams/${scene.stream_id}`, { stream_post_policy: 2 })
    await scene.poll(added)
    expect((await scene.waitForFailures(added, 1)).problem).not.toBe(null)

    await scene.ada.patch(`/integrations/${added.bot_id}`, { stream_id: id })
    await scene.poll(added)
    await vi.waitFor(async () =>
      expect(await scene.realm.owner.messages([{ operator: 'stream', operand: 'closed' }])).toHaveLength(2),
    )
  })

  test.each([
    ['is none any more', { body: '<html><body>Sold</body></html>', headers: { 'Content-Type': 'text/html' } }],
    ['breaks off in its first bytes', { body: '<rs' }],
    ['is deep', { body: `<rss>${'<a>'.repeat(100_000)}` }],
    ['leads into a private network', redirect('http://router.lan/feed')],
    ['is for ever elsewhere', redirect('#again')],
  ])('because a feed %s posts nothing', async (_, answer) => {
    const added = await scene.feed(feedOf(entries(1)), answer)
    await scene.poll(added)
    await scene.waitForFailures(added, 1)

    expect(await scene.contents()).toEqual([])
  })

  test.each([
    ['a hundred thousand entries', { body: rss(entries(18_000)) }],
    ['more bytes than are read', { body: rss(entries(20)), padding: 0, size: 0 }],
  ])('does no harm with %s', async (_, answer) => {
    const added = await scene.feed(feedOf([]), answer)
    await scene.poll(added)

    await vi.waitFor(async () => expect(await scene.contents()).toHaveLength(10))
    expect(await scene.statusOf(added)).toMatchObject({ failures: 0 })
  })
})

test('a feed is not polled on a day that the integrations of its owner, or all newcomers together, have used up', async () => {
  const { realm, ada } = scene
  const nora = await joinRealm(realm, 'nora', await createLinkKey(realm.owner))
  const [ofAda, ofOwner, ofNora] = [
    await scene.feed(feedOf(entries(1))),
    await scene.feedBy(realm.owner, [feedOf(entries(1))]),
    await scene.feedBy(nora, [feedOf(entries(1))], { stream_id: undefined }),
  ]
  const asked = async () => [(await ofAda.service.seen()).length, (await ofNora.service.seen()).length]
  const before = await asked()
  await pretendUse(ada, { rows_written: ofShare(env, 'rows_written') / 2 }, { share: ada.id + 0.5 })
  await pretendUse(ada, { rows_written: ofPool(env, 'rows_written') }, { share: -realm.id })
  await scene.poll(ofOwner)

  expect(await asked()).toEqual(before)
  await scene.passRounds(48)
  await ofAda.service.seen(before[0]! + 1)
  await ofNora.service.seen(before[1]! + 1)
})

test('an object that is lost between two entries posts each of them once', async () => {
  const added = await scene.feed(feedOf(entries(1)), feedOf(entries(9)))
  await scene.poll(added)
  await vi.waitFor(async () => expect((await scene.contents()).length).toBeGreaterThan(0))
  await killObject(scene.realm)
  await scene.poll(added)

  await scene.expectContents(
    ...entries(9, 2)
      .toReversed()
      .map(({ id }) => `Entry ${id}`),
  )
})

test('news that could not be stored are found again in the next round', async () => {
  const added = await scene.feed(feedOf(entries(1)), { ...feedOf(entries(2)), held: true }, feedOf(entries(2)))
  let isBroken = false
  let refusals = 0
  await withFault(scene.realm, async (send, { writes }) => {
    if (!isBroken || !writes) return send()
    refusals += 1
    throw new Error('D1_ERROR: internal error')
  })
  await scene.poll(added)
  isBroken = true
  await added.service.release()
  await vi.waitFor(() => expect(refusals).toBeGreaterThan(0))
  await scene.realm.evict()
  await scene.poll(added)

  await scene.expectContents('Entry 2')
})

/** What the organization has used of a quota today. */
async function readUse(name: string): Promise<number> {
  const { resources } = await scene.realm.owner.get('/realm/usage')
  return (resources as { name: string; today: { value: number } }[]).find((one) => one.name === name)!.today.value
}

test('a round of feeds with nothing new costs no row of the database, and few of the object, however many feeds there are', async () => {
  const feeds = [
    await scene.feed(feedOf(entries(1))),
    await scene.feed(feedOf(entries(1))),
    await scene.feed(feedOf(entries(1))),
  ]
  const rounds = 10
  await scene.passRounds()
  await Promise.all(feeds.map(({ service }) => service.seen(2)))
  const before = { database: await readUse('rows_written'), object: await readUse('object_rows_written') }
  for (let number = 1; number <= rounds; number += 1) {
    await scene.passRounds()
    await Promise.all(feeds.map(({ service }) => service.seen(number + 2)))
  }

  expect((await readUse('rows_written')) - before.database).toBe(0)
  // Four, and one more if the answers come after the object has set its next alarm. A row for each feed would be three more.
  expect(((await readUse('object_rows_written')) - before.object) / rounds).toBeLessThan(6)
})

test('a new entry costs the rows of a message, and one for its feed', async () => {
  const added = await scene.feed(feedOf(entries(1)), feedOf(entries(1)), feedOf(entries(2)))
  await scene.poll(added)
  const before = await readUse('rows_written')
  await scene.poll(added)
  await scene.expectContents('Entry 2')
  const between = await readUse('rows_written')
  await scene.realm.owner.send('news', 'Tides', 'A word')

  expect(between - before).toBe((await readUse('rows_written')) - between + 1)
})
