/** What a page asks for one account while the browser is logged in as another one (endpoints, Authentication). */
import { describe, expect, test, vi } from 'vitest'
import { newRealm, password, reach, type Answer, type Params } from '../kit'
import { textsOf } from '../kit/request'
import { logIn, type Browser } from '../kit/browser'
import { Client } from '../kit/socket-client'

/** Ada's and Bo's accounts, and a browser in which Bo is logged in. Ada's page is still open there. */
async function harbour() {
  const realm = await newRealm()
  const ada = await realm.user('ada')
  const bo = await realm.user('bo')
  await realm.stream('harbour', ada, bo)
  return { realm, ada, bo, browser: await logIn(realm.host, bo.email, password) }
}

type Harbour = Awaited<ReturnType<typeof harbour>>

const pageOf = ({ id }: { id: number }) => ({ 'X-Requested-With': `rivulet/${id}` })

const message = { type: 'stream', to: 'harbour', topic: 'tides', content: 'written by Ada' }

const smallRequest = (method: string, path: string, params: object = {}) => ({
  name: `${method} ${path}`,
  ask: async ({ browser }: Harbour, headers: Record<string, string>) =>
    browser.ask(method, path, params as Record<string, unknown>, headers),
})

/** A request with a file or a body of its own kind. */
const upload = async ({ browser }: Harbour, headers: Record<string, string>, size: number): Promise<Answer> => {
  const body = new FormData()
  body.append('file', new File(['x'.repeat(size)], 'tides.txt'))
  const sent = { Origin: browser.origin, 'Sec-Fetch-Site': 'same-origin', ...headers }
  const response = await browser.send('/api/v1/user_uploads', { method: 'POST', headers: sent, body })
  return { ...(await response.json<Answer>()), status: response.status }
}

const kinds: readonly { name: string; ask: (at: Harbour, headers: Record<string, string>) => Promise<Answer> }[] = [
  smallRequest('GET', '/users/me'),
  smallRequest('GET', '/users'),
  smallRequest('GET', '/messages', { anchor: 'newest', num_before: 1000, num_after: 0, narrow: [] }),
  smallRequest('GET', '/messages', { anchor: 'newest', num_before: 1, num_after: 0, narrow: [] }),
  smallRequest('POST', '/messages', message),
  smallRequest('POST', '/messages/flags', { messages: [], op: 'add', flag: 'read' }),
  smallRequest('PATCH', '/settings', { twenty_four_hour_time: true }),
  smallRequest('DELETE', '/users/me/sessions'),
  smallRequest('POST', '/register'),
  smallRequest('POST', '/events/ticket'),
  smallRequest('GET', '/users/me/sessions'),
  smallRequest('POST', '/messages/render', { content: 'Ahoy' }),
  { name: 'a small file', ask: async (at, headers) => upload(at, headers, 10) },
  { name: 'a large file', ask: async (at, headers) => upload(at, headers, 2_000_000) },
  smallRequest('DELETE', '/session'),
]

test.each(kinds)(
  "$name counts on the page of the account that is logged in, and on no other one's",
  async ({ ask }) => {
    const at = await harbour()
    expect(await ask(at, pageOf(at.ada))).toMatchObject({ status: 401, code: 'WRONG_ACCOUNT' })
    // Nothing was done, and whoever is logged in is so still.
    expect(await at.bo.messages()).toEqual([])
    expect(await at.browser.ask('GET', '/users/me')).toMatchObject({ user_id: at.bo.id, status: 200 })
    expect((await at.bo.get('/attachments'))['attachments']).toEqual([])
    expect(await ask(at, pageOf(at.bo))).toMatchObject({ status: 200 })
  },
)

test('what an isolate and the object remember of a session admits no other page', async () => {
  const at = await harbour()
  for (let turn = 0; turn < 3; turn += 1) {
    expect(await at.browser.ask('POST', '/messages', message, pageOf(at.bo))).toMatchObject({ status: 200 })
    for (const [method, path, params] of [
      ['POST', '/messages', message],
      ['GET', '/users', {}],
      ['GET', '/users/me', {}],
    ] as const)
      expect(await at.browser.ask(method, path, params, pageOf(at.ada))).toMatchObject({ code: 'WRONG_ACCOUNT' })
  }
  expect((await at.bo.messages()).length).toBe(3)
})

test.each(['test', 'rivulet', 'rivulet/', 'rivulet/x', 'rivulet/-1', 'rivulet/1.5', 'XMLHttpRequest'])(
  'a page that says %j says nothing of an account',
  async (value) => {
    const { browser, bo } = await harbour()
    const answer = await browser.ask('GET', '/users/me', {}, { 'X-Requested-With': value })
    expect(answer).toMatchObject({ status: 200, user_id: bo.id })
  },
)

test('a page logs in whatever account it showed before', async () => {
  const { browser, ada } = await harbour()
  const login = { username: ada.email, password }
  expect(await browser.ask('POST', '/session', login, pageOf({ id: 1 }))).toMatchObject({ status: 200 })
  expect(await browser.ask('GET', '/users/me', {}, pageOf(ada))).toMatchObject({ status: 200 })
})

test('a program asks by its key, whatever its header says', async () => {
  const { realm, ada, bo } = await harbour()
  const headers = { Authorization: ada.authorization, ...pageOf(bo) }
  const response = await reach(realm.host, '/api/v1/users/me', { headers })
  expect(await response.json()).toMatchObject({ user_id: ada.id })
})

test('a file that a script loads counts for the account that its page shows; one that the page shows needs no header', async () => {
  const at = await harbour()
  const { uri } = await at.bo.upload('POST', '/user_uploads', [new File(['High water'], 'tides.txt')])
  const status = async (headers: Record<string, string>) =>
    (await at.browser.send(uri as string, { headers: { 'Sec-Fetch-Site': 'same-origin', ...headers } })).status
  expect(await status({})).toBe(200)
  expect(await status(pageOf(at.bo))).toBe(200)
  expect(await status(pageOf(at.ada))).toBe(401)
})

const queueOf = async (browser: Browser) => {
  const { queue_id, last_event_id } = await browser.ask('POST', '/register', { event_types: ['message'] })
  return { queue_id, last_event_id }
}

const pathOf = (params: Params) => `/api/v1/events?${new URLSearchParams(textsOf(params)).toString()}`

const closeOf = async (response: Response) => {
  expect(response.status).toBe(101)
  const client = new Client(response.webSocket!)
  return { code: await client.closedWith(), reason: client.closed!.reason }
}

describe('a WebSocket', () => {
  test('opens for the page of its account, and is closed for one of another account, by cookie and by ticket', async () => {
    const { ada, bo, browser } = await harbour()
    const queue = await queueOf(browser)
    expect(await closeOf(await browser.open({ ...queue, user_id: ada.id }))).toEqual({
      code: 4401,
      reason: 'WRONG_ACCOUNT',
    })
    const openByTicket = async (user_id: number) => {
      const { ticket } = await browser.ask('POST', '/events/ticket')
      return reach(browser.host, pathOf({ ...queue, ticket, user_id }), { headers: { Upgrade: 'websocket' } })
    }
    const refused = await openByTicket(ada.id)
    expect([refused.status, await refused.json()]).toEqual([401, expect.objectContaining({ code: 'WRONG_ACCOUNT' })])
    expect((await openByTicket(bo.id)).status).toBe(101)
    const client = new Client((await browser.open({ ...queue, user_id: bo.id })).webSocket!)
    await bo.write([bo], 'High water')
    expect(await client.contents(1)).toEqual(['High water'])
  })

  test('tells a page of this origin by its close code why it is over: what no handshake tells', async () => {
    const { realm, ada, bo, browser } = await harbour()
    const queue = await queueOf(browser)
    expect(await closeOf(await browser.open({ ...queue, queue_id: 'gone' }))).toEqual({
      code: 4404,
      reason: 'BAD_EVENT_QUEUE_ID',
    })
    const other = await logIn(realm.host, ada.email, password)
    const ofOther = await queueOf(other)
    await ada.delete('/users/me/sessions')
    expect(await closeOf(await other.open(ofOther))).toEqual({ code: 4401, reason: 'UNAUTHENTICATED_USER' })
    await browser.ask('DELETE', '/session')
    expect(await closeOf(await browser.open(queue))).toEqual({ code: 4401, reason: 'UNAUTHENTICATED_USER' })
    // Programs are answered as by every other refusal.
    const headers = { Upgrade: 'websocket', Authorization: `Basic ${btoa(`${bo.email}:nonsense`)}` }
    const path = pathOf(queue)
    expect((await reach(realm.host, path, { headers })).status).toBe(401)
    expect((await reach(realm.host, path, { headers: { Upgrade: 'websocket' } })).status).toBe(401)
    // And so are pages of other origins, which learn nothing.
    expect((await browser.open(queue, { Origin: 'https://evil.example' })).status).not.toBe(101)
  })

  test.each<[string, (at: Harbour) => Promise<unknown>, string]>([
    ['an account is deactivated', async ({ realm, bo }) => realm.deactivate(bo), 'USER_DEACTIVATED'],
    ['the organization is', async ({ realm }) => realm.owner.post('/realm/deactivate'), 'REALM_DEACTIVATED'],
  ])('that is open says so when %s', async (_, deactivate, reason) => {
    const at = await harbour()
    const queue = await queueOf(at.browser)
    const client = new Client((await at.browser.open(queue)).webSocket!)
    await deactivate(at)
    await vi.waitFor(() => expect(client.closed).toMatchObject({ code: 4401, reason }))
    expect(await closeOf(await at.browser.open(queue))).toEqual({ code: 4401, reason })
  })
})
