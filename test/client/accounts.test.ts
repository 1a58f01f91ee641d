/** Pages of one browser, in which one account logs in after another (client/client.ts, client/wire). */
import { expect, onTestFinished, test, vi } from 'vitest'
import { memoryShelf, newMemory, openClient, type Client, type Memory } from '../../client'
import { newRealm, password, type Person } from '../kit'
import { logIn, reachAs, type Browser } from '../kit/browser'
import { ManualClock } from '../kit/manual-clock'
import { Network } from '../kit/network'

async function harbour() {
  const realm = await newRealm()
  const ada = await realm.user('ada')
  const bo = await realm.user('bo')
  const { id: stream_id } = await realm.stream('harbour', ada, bo)
  const browser = await logIn(realm.host, ada.email, password)
  return { realm, ada, bo, browser, to: { stream_id, topic: 'tides' } }
}

interface Page {
  readonly client: Client
  readonly network: Network
  readonly clock: ManualClock
  /** For whom each request was asked, by its header or, of a socket, its parameter. */
  readonly asked: string[]
}

/** A page that opens with what the browser keeps; `user_id` is whose session it takes the browser to have. */
async function openPage(browser: Browser, memory: Memory, user_id?: number): Promise<Page> {
  const asked: string[] = []
  const reach = reachAs(browser)
  const network = new Network((request) => {
    const { pathname, searchParams } = new URL(request.url)
    const by = request.headers.get('X-Requested-With') ?? `rivulet/${searchParams.get('user_id')}`
    asked.push(`${request.method} ${pathname.slice('/api/v1'.length)} for ${by}`)
    return reach(request)
  })
  const { fetch, WebSocket } = network
  const clock = new ManualClock()
  const shelf = memoryShelf(memory)
  const wired = { site: browser.origin, credentials: 'cookie', fetch, WebSocket, clock, shelf } as const
  const client = await openClient({ ...wired, user_id })
  onTestFinished(() => client.close())
  return { client, network, clock, asked }
}

const untilLive = ({ client }: Page): Promise<void> => vi.waitFor(() => expect(client.status.value).toBe('live'))

const readContents = async (person: Person): Promise<unknown[]> =>
  (await person.messages([], { apply_markdown: false })).map(({ content, sender_id }) => [sender_id, content])

/** Lets time pass until something is so. */
const waitUntil = ({ clock }: Page, check: () => unknown): Promise<void> =>
  vi.waitFor(async () => {
    clock.pass(1)
    await check()
  })

test.for([['with sockets'], ['without sockets']])(
  'what waits in a page of one account is never sent as another one, and goes out once when the first is back, %s',
  async ([how]) => {
    const { realm, ada, bo, browser, to } = await harbour()
    const memory = newMemory()
    const first = await openPage(browser, memory, ada.id)
    await untilLive(first)
    await first.client.rest()
    first.network.isDown = true
    first.network.line.cut(1006)
    first.client.outbox.do({ kind: 'send', to, content: 'written by Ada' })
    first.client.outbox.do({ kind: 'setting', property: 'twenty_four_hour_time', value: true })
    await vi.waitFor(() => expect(memory.tables.commands.size).toBe(2))

    await browser.ask('POST', '/session', { username: bo.email, password })
    first.network.blocksSockets = how === 'without sockets'
    first.network.isDown = false
    first.client.wakeUp()
    await waitUntil(first, () => expect(first.client.ending.value).toBe('other_account'))
    // Also a page that does not know yet.
    const late = await openPage(browser, memory, ada.id).catch(() => null)
    if (late !== null) await waitUntil(late, () => expect(late.client.ending.value).toBe('other_account'))
    expect(memory.tables.messages.size + memory.tables.parts.size).toBe(0)

    const second = await openPage(browser, memory, bo.id)
    await untilLive(second)
    await second.client.rest()
    expect(second.client.outbox.pendingCount.value).toBe(0)
    expect(await readContents(bo)).toEqual([])
    expect(memory.tables.commands.size).toBe(2)
    await second.client.logOut()

    const again = await openPage(await logIn(realm.host, ada.email, password), memory, ada.id)
    await waitUntil(again, () => expect(memory.tables.commands.size).toBe(0))
    expect(await readContents(bo)).toEqual([[ada.id, 'written by Ada']])
  },
)

test('every request of a page names its account, from the first that can know it', async () => {
  const { ada, browser, to } = await harbour()
  const page = await openPage(browser, newMemory())
  await untilLive(page)
  const { client, network, clock, asked } = page
  const own = `for rivulet/${ada.id}`
  await client.outbox.do({ kind: 'send', to, content: 'on the socket' }).done
  client.view([{ operator: 'is', operand: 'starred' }])
  network.blocksSockets = true
  network.line.cut(1006)
  const { done } = client.outbox.do({ kind: 'send', to, content: 'over HTTP' })
  await client.outbox.do({ kind: 'upload', name: 'a.txt', file: new Blob(['ebb']) }).done
  await done
  client.wakeUp()
  await waitUntil(page, () => expect(asked.filter((one) => one.startsWith('GET /events')).length).toBeGreaterThan(2))
  clock.pass(1)
  expect(asked[0]).toBe('POST /register for rivulet')
  expect(asked.slice(1).filter((one) => !one.endsWith(own))).toEqual([])
  for (const route of ['GET /events', 'GET /messages', 'POST /messages', 'POST /user_uploads'])
    expect(asked, route).toContain(`${route} ${own}`)
})

test('a page opens with nothing of another account than the one that the browser is logged in as', async () => {
  const { realm, ada, bo, browser } = await harbour()
  await bo.send('harbour', 'tides', 'for all')
  const memory = newMemory()
  const first = await openPage(browser, memory, ada.id)
  await untilLive(first)
  await first.client.close()
  expect(memory.tables.parts.get('user_id')).toBe(ada.id)

  const other = await logIn(realm.host, bo.email, password)
  const second = await openPage(other, memory, bo.id)
  expect(second.client.store.user_id).toBe(bo.id)
  expect(second.asked[0]).toBe(`POST /register for rivulet/${bo.id}`)
  await second.client.rest()
  expect(memory.tables.parts.get('user_id')).toBe(bo.id)
})

test('a page that takes the browser to be logged in as somebody else gets in as nobody', async () => {
  const { ada, bo, browser } = await harbour()
  const memory = newMemory()
  await expect(openPage(browser, memory, bo.id)).rejects.toMatchObject({ code: 'WRONG_ACCOUNT' })
  expect((await openPage(browser, memory, ada.id)).client.store.user_id).toBe(ada.id)
})

test('a page of an account that has logged out does not erase what another account has stored since', async () => {
  const { ada, bo, browser, realm } = await harbour()
  const memory = newMemory()
  const first = await openPage(browser, memory, ada.id)
  await untilLive(first)
  first.network.isDown = true
  const other = await logIn(realm.host, bo.email, password)
  // Its claim to keep has lapsed, as of a device that slept.
  memory.claims.clear()
  const second = await openPage(other, memory, bo.id)
  await untilLive(second)
  await second.client.rest()
  await first.client.end('unauthorized')
  expect(memory.tables.parts.get('user_id')).toBe(bo.id)
})
