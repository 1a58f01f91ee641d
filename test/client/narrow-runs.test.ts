/** Pages are asked for when something is missing, and at no other time (client/narrow). */
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createViews, type Terms, type View } from '../../client'
import { isTerm, newNarrowScene, Reading, streamTerm, type NarrowScene } from './support/narrow-scene'

let place: NarrowScene
let reading: Reading

beforeAll(async () => {
  place = await newNarrowScene(330)
}, 120_000)

beforeEach(async () => {
  reading = await Reading.begin(place)
})

/** Opens a view, and waits for what it asks for. */
async function openView(terms: Terms, ...anchor: Parameters<Reading['views']['open']>[1][]): Promise<View> {
  const view = reading.views.open(terms, ...anchor)
  reading.open.push({ terms, view })
  onTestFinished(() => view.close())
  await waitUntilLoaded(view)
  return view
}

const waitUntilLoaded = (view: View) => vi.waitFor(() => expect(view.isLoading.value).toBe(false))

/** How many requests something takes. */
async function requests(what: () => unknown): Promise<number> {
  const before = reading.requests
  await what()
  await Promise.all(reading.open.map(({ view }) => waitUntilLoaded(view)))
  return reading.requests - before
}

const harbour = () => streamTerm(place.streams[0])
const tides = { operator: 'topic', operand: 'tides' }

/** That views show what the server has. */
async function expectRight(): Promise<void> {
  await reading.waitUntilQuiet()
  expect(await reading.problems()).toEqual([])
}

test('a narrow is requested once, and events keep it up to date', async () => {
  let view!: View
  expect(await requests(async () => (view = await openView([harbour(), tides], 'newest')))).toBe(1)
  expect(view.reachesNewest.value).toBe(true)
  expect(view.reachesOldest.value).toBe(false)
  const id = await place.owner.send('harbour', 'TIDES', 'new')
  await place.owner.send('harbour', 'other', 'elsewhere')
  expect(await requests(() => reading.waitUntilQuiet())).toBe(0)
  expect(view.ids.value.at(-1)).toBe(id)
  await expectRight()
})

test('opening again, at a place that is known or at the first unread message, asks for nothing', async () => {
  const { ids } = await openView([harbour()], 'newest')
  const [middle] = ids.value.slice(30)
  expect(await requests(() => openView([harbour()], 'newest'))).toBe(0)
  expect(await requests(() => openView([harbour()], middle))).toBe(0)
  await place.reader.post('/mark_all_as_read')
  const unread = await place.owner.send('harbour', 'tides', 'unread')
  await reading.waitUntilQuiet()
  await place.owner.send('harbour', 'tides', 'unread, too')
  await reading.waitUntilQuiet()
  let view!: View
  expect(await requests(async () => (view = await openView([harbour()])))).toBe(0)
  expect(view.ids.value).toContain(unread)
  await expectRight()
})

test('opening a narrow that is known looks at the held messages once', async () => {
  await openView([harbour()], 'newest')
  const values = vi.spyOn(reading.store.messages, 'values')
  onTestFinished(() => values.mockRestore())
  await openView([harbour()], 'newest')
  expect(values).toHaveBeenCalledTimes(1)
})

test('what is read with everything else comes into narrows of read messages, also if it is not held', async () => {
  const view = await openView([{ ...isTerm('unread'), negated: true }], 'newest')
  const unread = await place.owner.send('harbour', 'tides', 'unread')
  await reading.waitUntilQuiet()
  reading.views.release([unread])
  await place.reader.post('/mark_all_as_read')
  await reading.waitUntilQuiet()
  expect(view.ids.value).toContain(unread)
  await expectRight()
})

test('a narrower narrow takes what a wider one knows', async () => {
  const all = await openView([], 'newest')
  await all.load('older')
  expect(all.ids.value.length).toBeGreaterThan(150)
  let view!: View
  expect(await requests(async () => (view = await openView([isTerm('private')], 'newest')))).toBe(0)
  expect(view.ids.value.length).toBeGreaterThan(20)
  // A stream has messages that were not received.
  expect(await requests(() => openView([harbour()], 'newest'))).toBe(1)
  await expectRight()
})

test('both edges load until the ends are reached, and no further', async () => {
  const ids = (await place.reader.messages([harbour()])).map(({ id }) => id as number)
  const view = await openView([harbour()], ids[Math.floor(ids.length / 2)])
  expect(view.ids.value).toHaveLength(61)
  while (!view.reachesOldest.value) await view.load('older')
  while (!view.reachesNewest.value) await view.load('newer')
  expect(view.ids.value).toEqual(ids)
  expect(await requests(() => Promise.all([view.load('older'), view.load('newer')]))).toBe(0)
})

test('equal requests are one, and an edge is asked for once at a time', async () => {
  const views: View[] = []
  const made = await requests(async () => {
    for (let index = 0; index < 3; index += 1) views.push(reading.views.open([harbour()], 'newest'))
    await Promise.all(views.map(waitUntilLoaded))
  })
  expect(made).toBe(1)
  const more = await requests(() => Promise.all([...views, ...views].map((view) => view.load('older'))))
  expect(more).toBe(1)
  expect(new Set(views.map(({ ids }) => ids.value.join())).size).toBe(1)
  for (const view of views) view.close()
})

test('a message that comes from elsewhere is asked for alone', async () => {
  const view = await openView([harbour(), { operator: 'topic', operand: 'moved' }], 'newest')
  expect(view.ids.value).toEqual([])
  const [moved] = await place.reader.messages([harbour(), tides])
  await place.owner.patch(`/messages/${moved!['id']}`, { topic: 'moved', propagate_mode: 'change_one' })
  expect(await requests(() => reading.waitUntilQuiet())).toBe(1)
  expect(view.ids.value).toEqual([moved!['id']])
  await expectRight()
})

test('after a lost queue every open narrow is requested once, and messages deleted meanwhile are gone', async () => {
  const view = await openView([harbour()], 'newest')
  await view.load('older')
  const [first, second] = view.ids.value.slice(40)
  await place.owner.delete(`/messages/${first}`)
  await place.owner.patch(`/messages/${second}`, { topic: 'away', propagate_mode: 'change_one' })
  const news = await place.owner.send('harbour', 'tides', 'while it was away')
  const before = view.ids.value
  expect(await requests(() => reading.loseQueue())).toBe(1)
  expect(view.ids.value).toEqual([...before.filter((id) => id !== first), news])
  expect(view.reachesNewest.value).toBe(true)
  expect(reading.store.messages.get(first!)).toBeUndefined()
  await expectRight()
})

test('while the server cannot be reached, what is known stays and the rest is told, until it is tried again', async () => {
  const view = await openView([harbour()], 'newest')
  const ids = view.ids.value
  reading.made.network.isDown = true
  await view.load('older')
  expect(view.failure.value?.name).toBe('Unreachable')
  expect(view.ids.value).toBe(ids)
  reading.made.network.isDown = false
  reading.views.retry()
  await waitUntilLoaded(view)
  expect(view.failure.value).toBeNull()
  expect(view.ids.value.length).toBeGreaterThan(ids.length)
  await expectRight()
})

test('what is released is asked for again, unless it is on show', async () => {
  const view = await openView([harbour()], 'newest')
  await view.load('older')
  const shown = view.ids.value
  view.close()
  reading.open.length = 0
  const narrower = await openView([harbour(), tides], 'newest')
  reading.views.release(shown)
  expect(narrower.ids.value.every((id) => reading.store.messages.get(id))).toBe(true)
  expect(shown.filter((id) => !narrower.ids.value.includes(id)).some((id) => reading.store.messages.get(id))).toBe(
    false,
  )
  expect(await requests(() => openView([harbour()], 'newest'))).toBeGreaterThan(0)
  await expectRight()
})

test('a stream that one is not in is asked for each time, and does not go on', async () => {
  const tower = streamTerm(place.streams[1])
  const view = await openView([tower], 'newest')
  expect(view.reachesNewest.value).toBe(false)
  const news = await place.owner.send('tower', 'tides', 'unheard')
  await reading.waitUntilQuiet()
  expect(view.ids.value).not.toContain(news)
  await view.load('newer')
  expect(view.ids.value.at(-1)).toBe(news)
  view.close()
  reading.open.length = 0
  expect(await requests(() => openView([tower], 'newest'))).toBeGreaterThan(0)
  await expectRight()
})

test('messages of a stream that one left are asked for again when a narrow with them is opened', async () => {
  const { owner, reader } = place
  const { name } = await place.realm.stream('pier', owner, reader)
  const [gone, stays] = [await owner.send(name, 'tides', 'gone'), await owner.send(name, 'tides', 'stays')]
  const news = await owner.send('harbour', 'tides', 'news')
  await reading.waitUntilQuiet()
  const view = await openView([], 'newest')
  expect(view.ids.value).toEqual(expect.arrayContaining([gone, stays, news]))
  view.close()
  reading.open.length = 0
  await reader.delete('/users/me/subscriptions', { subscriptions: [name] })
  // Nobody tells the reader.
  await owner.delete(`/messages/${gone}`)
  await reading.waitUntilQuiet()
  const again = await openView([], 'newest')
  expect(again.ids.value.filter((id) => id >= gone)).toEqual([stays, news])
  expect(reading.store.messages.get(gone)).toBeUndefined()
})

test('what changed in a stream while one had no access to it is asked for again when one is let in', async () => {
  const { owner, reader } = place
  const cellar = { subscriptions: [{ name: 'cellar' }], principals: [reader.id] }
  await owner.post('/users/me/subscriptions', cellar)
  const id = await owner.send('cellar', 'wine', 'red')
  // Those at the end are asked for anyway.
  for (let more = 0; more < 5; more += 1) await owner.send('harbour', 'tides', 'high')
  const [all, wine] = [await openView([], 'newest'), await openView([streamTerm(place.streams[2])], 'newest')]
  const shown = () => reading.store.messages.get(id)?.content
  expect(all.ids.value).toContain(id)
  await owner.delete('/users/me/subscriptions', { subscriptions: ['cellar'], principals: [reader.id] })
  await owner.patch(`/messages/${id}`, { content: 'white' })
  await owner.post(`/messages/${id}/reactions`, { emoji_name: 'tada' })
  await reading.waitUntilQuiet()
  expect(shown()).toBe('<p>red</p>')
  wine.close()
  reading.open.pop()

  await owner.post('/users/me/subscriptions', cellar)
  await reading.waitUntilQuiet()

  expect(shown()).toBe('<p>white</p>')
  expect(reading.store.messages.get(id)?.reactions).toHaveLength(1)
  await expectRight()
  await owner.delete('/users/me/subscriptions', { subscriptions: ['cellar'], principals: [reader.id] })
})

test('a search is the server’s, but for what is deleted', async () => {
  const search = [{ operator: 'search', operand: 'needle' }]
  const sent: number[] = []
  for (const content of ['a needle', 'needles', 'two needles'])
    sent.push(await place.owner.send('harbour', 'hay', content))
  const view = await openView(search, 'newest')
  expect(view.ids.value).toEqual(sent)
  expect(view.reachesNewest.value).toBe(false)
  await place.owner.delete(`/messages/${sent[1]}`)
  await reading.waitUntilQuiet()
  expect(view.ids.value).toEqual([sent[0], sent[2]])
  expect(reading.views.snapshot().narrows.some(({ terms }) => terms[0]?.operator === 'search')).toBe(false)
})

test('known ranges are there after they were stored', async () => {
  const { ids } = await openView([harbour()], 'newest')
  const stored = structuredClone(reading.views.snapshot())
  const views = createViews({ store: reading.store, ask: reading.made.wire.ask, stored })
  const view = views.open([harbour()], 'newest')
  expect(view.ids.value).toEqual(ids.value)
  expect(await requests(() => waitUntilLoaded(view))).toBe(0)
  expect(view.reachesNewest.value).toBe(true)
  view.close()
})

test('of very many narrows those stay that were opened last', async () => {
  const view = await openView([harbour()], 'newest')
  const shown = view.ids.value
  for (let index = 0; index < 2100; index += 1) {
    const topic = { operator: 'topic', operand: `topic ${index}` }
    reading.made.network.isDown = true
    reading.views.open([harbour(), topic], 'newest').close()
  }
  expect(reading.views.snapshot().narrows.length).toBeLessThanOrEqual(2000)
  await vi.waitFor(() => expect(reading.made.network.requests.length).toBeGreaterThan(2))
  reading.made.network.isDown = false
  await reading.waitUntilQuiet()
  expect(view.ids.value).toEqual(shown)
})
