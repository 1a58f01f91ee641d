import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Answer, Person } from '../kit'
import { entries, feedOf, FeedScene } from '../kit/feeds'
import { redirect, Service } from '../kit/services'

let scene: FeedScene

beforeEach(async () => {
  scene = await FeedScene.begin()
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('who adds a feed', () => {
  test.each([
    ['an address in a private network', 'http://192.168.0.1/feed', 'none of a public server'],
    ['a name in a private network', 'http://router.lan/feed', 'none of a public server'],
    ['another scheme', 'ftp://example.com/feed', 'none of a public server'],
    ['an address with a password', 'https://ada:secret@example.com/feed', 'none of a public server'],
    ['no address', 'not an address', 'none of a public server'],
  ])('is told what is wrong with %s', async (_, feed_url, problem) => {
    expect(await scene.ask(scene.ada, { feed_url })).toMatchObject({
      status: 400,
      msg: expect.stringContaining(problem),
    })
  })

  test.each([
    ['answers with an error', { status: 404 }, 'status 404'],
    ['is none', { body: '{"no": "feed"}' }, 'neither RSS nor Atom'],
    ['redirects into a private network', redirect('http://localhost/feed'), 'redirects'],
  ])('is told that the feed %s', async (_, answer, problem) => {
    const service = new Service()
    await service.answer(answer)
    expect(await scene.ask(scene.ada, { feed_url: service.url })).toMatchObject({
      status: 400,
      msg: expect.stringContaining(problem),
    })
    expect((await scene.ada.get('/realm/integrations'))['integrations']).toEqual([])
  })

  test('may name a page that links to its feed', async () => {
    const [service, page] = [new Service(), new Service()]
    await service.answer(feedOf(entries(1)), feedOf(entries(2)))
    const path = service.url.replaceAll('&', '&amp;')
    await page.answer({
      headers: { 'Content-Type': 'text/html' },
      body: `<html><head><link rel="alternate stylesheet" href="x.css"><link rel="alternate" type="application/rss+xml" href="${path}">`,
    })
    const { bot_id } = await scene.ask(scene.ada, { feed_url: page.url })

    expect((await scene.ada.get('/realm/integrations'))['integrations']).toMatchObject([
      { bot_id, feed_url: service.url },
    ])
    await scene.poll({ service, bot_id: bot_id as number })
    await scene.expectContents('Entry 2')
  })

  test('needs an address, and for other services none', async () => {
    expect(await scene.ask(scene.ada, {})).toMatchObject({
      status: 400,
      msg: expect.stringContaining('needs feed_url'),
    })
    const service = new Service()
    await service.answer(feedOf([]))
    expect(await scene.ask(scene.ada, { service: 'github', feed_url: service.url })).toMatchObject({ status: 400 })
  })

  test('finds it among the services, as a feed', async () => {
    const { integrations } = await scene.ada.get('/integrations')
    expect(integrations).toContainEqual(
      expect.objectContaining({ name: 'rss', source: 'feed', category: 'feeds', events: [], steps: [] }),
    )
    expect(integrations).toContainEqual(expect.objectContaining({ name: 'github', source: 'webhook' }))
  })

  test('may look at a limited number of addresses', async () => {
    const service = new Service()
    await service.answer({ status: 404 })
    for (let number = 0; number < 60; number += 1) await scene.ask(scene.ada, { feed_url: service.url })

    expect(await scene.ask(scene.ada, { feed_url: service.url })).toMatchObject({ status: 429 })
    expect(await service.seen()).toHaveLength(60)
  })

  test('may not be a guest, whose address is not even looked at', async () => {
    const guest = await scene.realm.user('guest')
    await scene.realm.owner.patch(`/users/${guest.id}`, { role: 600 })
    const service = new Service()

    expect(await scene.ask(guest, { feed_url: service.url })).toMatchObject({ status: 400 })
    expect(await service.seen()).toEqual([])
  })
})

const changeAddress = (by: Person, bot_id: unknown): Promise<Answer> =>
  by.ask('PATCH', `/integrations/${bot_id as number}`, { feed_url: 'https://example.com/feed' })

describe('another address', () => {
  test('is chosen by the owner, and what it has already is not posted', async () => {
    const added = await scene.feed(feedOf(entries(1)))
    const other = new Service()
    await other.answer(feedOf(entries(20, 11)), feedOf(entries(21, 11)))
    await scene.ada.patch(`/integrations/${added.bot_id}`, { feed_url: other.url })
    await scene.poll({ ...added, service: other })

    await scene.expectContents('Entry 21')
    expect(await added.service.seen()).toHaveLength(1)
  })

  test('is refused for a service that posts its events, and to others', async () => {
    const { bot_id } = await scene.ada.post('/integrations', { service: 'github' })
    const added = await scene.feed(feedOf(entries(1)))
    const bo = await scene.realm.user('bo')

    expect(await changeAddress(scene.ada, bot_id)).toMatchObject({
      status: 400,
      msg: 'Only bots that read feeds have a feed_url',
    })
    expect(await changeAddress(bo, added.bot_id)).toMatchObject({ status: 400, msg: 'Insufficient permission' })
  })
})

test('nothing is posted to the address of a feed', async () => {
  const service = new Service()
  await service.answer(feedOf([]))
  const { api_key } = await scene.ada.post('/integrations', { service: 'rss', feed_url: service.url })

  expect(await scene.ada.ask('POST', `/external/rss?api_key=${api_key as string}`)).toMatchObject({
    status: 400,
    msg: expect.stringContaining('read at their own addresses'),
  })
})
