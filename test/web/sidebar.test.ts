import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { violationsInBothThemes } from './kit/axe.ts'
import { abortedLine, provokes } from './kit/console.ts'
import { Organization, type Person } from './kit/organization.ts'

const harbour = await Organization.found()
const [ada, bo] = [await harbour.person('Ada Park'), await harbour.person('Bo Lindqvist')]

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Streams' })

const subscribe = (person: Person, ...names: string[]) =>
  person.wire.ask('POST /users/me/subscriptions', { subscriptions: names.map((name) => ({ name })) })

const send = (person: Person, to: string, topic: string, content = 'Hello!') =>
  person.wire.ask('POST /messages', { type: 'stream', to, topic, content })

async function streamId(person: Person, stream: string): Promise<number> {
  return (await person.wire.ask('GET /get_stream_id', { stream })).stream_id
}

test('has a link for each view', async () => {
  await using own = await harbour.pageOf(bo)
  for (const name of ['Inbox', 'Recent conversations', 'All messages', 'Mentions', 'Starred', 'Drafts']) {
    await sidebar(own.page).getByRole('link', { name, exact: true }).click()
    await own.page.getByRole('main').getByRole('heading', { name, level: 1 }).waitFor()
    expect(await sidebar(own.page).getByRole('link', { name, exact: true }).getAttribute('aria-current')).toBe('page')
  }
})

test('counts what is unread in a stream, and in its topics below it', async () => {
  await subscribe(ada, 'tides')
  await subscribe(bo, 'tides')
  await send(ada, 'tides', 'high water')
  await send(ada, 'tides', 'high water')
  await using own = await harbour.pageOf(bo)
  const links = sidebar(own.page).getByRole('link')
  await links.and(own.page.getByLabel('tides, 2 unread', { exact: true })).waitFor()
  await send(ada, 'tides', 'low water')
  const topics = own.page.waitForResponse(/\/topics/)
  await own.page.getByRole('link', { name: 'tides, 3 unread', exact: true }).click()
  await topics
  await own.page.getByRole('link', { name: 'high water, 2 unread', exact: true }).waitFor()
  await own.page.getByRole('link', { name: 'low water, 1 unread', exact: true }).click()
  await own.page.getByRole('heading', { name: 'tides › low water', level: 1 }).waitFor()

  await bo.wire.ask('POST /mark_stream_as_read', { stream_id: await streamId(bo, 'tides') })
  await own.page.getByRole('link', { name: 'tides', exact: true }).waitFor()
  await own.page.getByRole('link', { name: 'high water', exact: true }).waitFor()
})

test('shows the topics of a stream without opening it', async () => {
  await subscribe(ada, 'cranes')
  for (let topic = 1; topic <= 9; topic += 1) await send(ada, 'cranes', `crane ${topic}`)
  await using own = await harbour.pageOf(ada)
  const button = sidebar(own.page).getByRole('button', { name: 'Topics in cranes' })
  expect(await button.getAttribute('aria-expanded')).toBe('false')
  await button.click()
  await own.page.getByRole('link', { name: 'crane 9' }).waitFor()
  expect(await own.page.getByRole('link', { name: /^crane \d/ }).count()).toBe(6)
  await own.page.getByRole('button', { name: 'Show 4 more topics' }).click()
  expect(await own.page.getByRole('link', { name: /^crane \d/ }).count()).toBe(9)
  await own.page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor()
})

test('topics of a stream stay right as messages come, move and go', async () => {
  await subscribe(ada, 'locks')
  await send(ada, 'locks', 'first')
  const { id } = await send(ada, 'locks', 'second')
  await using own = await harbour.pageOf(ada)
  await sidebar(own.page).getByRole('button', { name: 'Topics in locks' }).click()
  const names = () => sidebar(own.page).locator('.topics').getByRole('link').allTextContents()
  await expect.poll(async () => (await names()).slice(0, 2)).toEqual(['second', 'first'])
  await send(ada, 'locks', 'third')
  await expect.poll(async () => (await names())[0]).toBe('third')
  await send(ada, 'locks', 'first')
  await expect.poll(async () => (await names()).slice(0, 3)).toEqual(['first', 'third', 'second'])
  await ada.wire.ask('PATCH /messages/{message_id}', { message_id: id, topic: 'moved', propagate_mode: 'change_all' })
  const moved = sidebar(own.page).getByRole('link', { name: 'moved', exact: true })
  await moved.waitFor()
  expect((await names()).slice(0, 3)).toEqual(['first', 'third', 'moved'])
  await harbour.owner.wire.ask('DELETE /messages/{message_id}', { message_id: id })
  await moved.waitFor({ state: 'detached' })
})

test('says that topics cannot be loaded, and tries again', async () => {
  await subscribe(ada, 'gauges')
  await send(ada, 'gauges', 'gauge 9')
  await using own = await harbour.pageOf(ada)
  provokes(abortedLine)
  await own.page.route(/topics/, (route) => route.abort())
  await sidebar(own.page).getByRole('button', { name: 'Topics in gauges' }).click()
  await sidebar(own.page).getByText('Couldn’t load topics.').waitFor()
  await own.page.unroute(/topics/)
  await sidebar(own.page).getByRole('button', { name: 'Try again' }).click()
  await own.page.getByRole('link', { name: 'gauge 9' }).waitFor()
})

test('shows pinned streams above the others, and muted ones below, without a count', async () => {
  const carla = await harbour.person('Carla Costa')
  await subscribe(carla, 'anchor', 'buoy', 'zeppelin')
  await subscribe(ada, 'anchor')
  const set = async (stream: string, property: string) =>
    carla.wire.ask('POST /users/me/subscriptions/properties', {
      subscription_data: [{ stream_id: await streamId(carla, stream), property, value: true }],
    })
  await using own = await harbour.pageOf(carla)
  const names = () =>
    sidebar(own.page)
      .getByRole('link', { name: /anchor|buoy|zeppelin|general/ })
      .allTextContents()
  expect(await names()).toEqual(['anchor', 'buoy', 'general', 'zeppelin'])
  await set('zeppelin', 'pin_to_top')
  await sidebar(own.page).getByRole('heading', { name: 'Pinned' }).waitFor()
  await set('anchor', 'is_muted')
  await own.page.getByRole('link', { name: 'anchor, muted' }).waitFor()
  expect(await names()).toEqual(['zeppelin', 'buoy', 'general', 'anchor'])
})

test('names private conversations by their people, and counts them', async () => {
  const dana = await harbour.person('Dana Whitfield')
  const emre = await harbour.person('Emre Yıldız')
  await using own = await harbour.pageOf(dana)
  await sidebar(own.page).getByText('Choose someone under People').waitFor()
  await ada.wire.ask('POST /messages', { type: 'private', to: JSON.stringify([dana.id]), content: 'Hello!' })
  await own.page.getByRole('link', { name: 'Ada Park, 1 unread', exact: true }).waitFor()
  await ada.wire.ask('POST /messages', { type: 'private', to: JSON.stringify([dana.id, emre.id]), content: 'Hello!' })
  const group = own.page.getByRole('link', { name: 'Ada Park, Emre Yıldız, 1 unread', exact: true })
  await group.click()
  await own.page.getByRole('heading', { name: 'Ada Park, Emre Yıldız', level: 1 }).waitFor()
  expect(await group.getAttribute('aria-current')).toBe('page')
})

test('counts mentions, stars and drafts beside their views', async () => {
  const finn = await harbour.person('Finn Berg')
  await subscribe(finn, 'pilots')
  await subscribe(ada, 'pilots')
  await using own = await harbour.pageOf(finn)
  const beside = (name: string) => own.page.getByRole('link', { name, exact: true }).getAttribute('aria-description')
  expect(await beside('Mentions')).toBe(null)
  const { id } = await send(ada, 'pilots', 'boat', '@**Finn Berg** look')
  await expect.poll(() => beside('Mentions')).toBe('1')
  await expect.poll(() => beside('Inbox')).toBe('1')
  await finn.wire.ask('POST /messages/flags', { messages: [id], op: 'add', flag: 'starred' })
  await expect.poll(() => beside('Starred')).toBe('1')
  const draft = {
    type: 'stream' as const,
    to: [await streamId(finn, 'pilots')],
    topic: 'boat',
    content: 'I',
    timestamp: 1,
  }
  await finn.wire.ask('POST /drafts', { drafts: [draft] })
  await expect.poll(() => beside('Drafts')).toBe('1')
})

test('people are told by who is here', async () => {
  const [gina, hugo] = [await harbour.person('Gina Rossi'), await harbour.person('Hugo Blanc')]
  await using own = await harbour.pageOf(gina)
  const people = own.page.getByRole('complementary', { name: 'People' })
  await people.getByRole('link', { name: 'Gina Rossi (you), online' }).waitFor()
  await people.getByRole('link', { name: 'Hugo Blanc, offline' }).waitFor()
  await using other = await harbour.pageOf(hugo)
  await other.page.getByRole('main').waitFor()
  await people.getByRole('link', { name: 'Hugo Blanc, online' }).click()
  await own.page.getByRole('heading', { name: 'Hugo Blanc', level: 1 }).waitFor()
})

test('a sidebar that is full hinders nobody', async () => {
  await using own = await harbour.pageOf(ada)
  await sidebar(own.page).getByRole('button', { name: 'Topics in cranes' }).click()
  await sidebar(own.page)
    .getByRole('link', { name: /^crane 9/ })
    .waitFor()
  expect(await violationsInBothThemes(own.page)).toEqual([])
})

test('names of others are text, whatever is in them', async () => {
  await using own = await harbour.pageOf(ada)
  await subscribe(ada, '<img src=x onerror=alert(1)> & "quotes"')
  await own.page.getByRole('link', { name: '<img src=x onerror=alert(1)> & "quotes"' }).click()
  await own.page.getByRole('heading', { name: '<img src=x onerror=alert(1)> & "quotes"', level: 1 }).waitFor()
})
