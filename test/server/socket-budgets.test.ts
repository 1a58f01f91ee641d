import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { app } from '../../src/app'
import { logIn } from '../kit/browser'
import { controlClock, advanceClock, releaseClock } from '../kit/clock'
import { withFault } from '../kit/faulty-database'
import { newRealm, type Answer, type Params, type Person } from '../kit'
import { password } from '../kit/person'
import { Client } from '../kit/socket-client'

beforeEach(controlClock)
afterEach(releaseClock)

/** Requests to the Worker from now on that came with a cookie. */
function requestsByCookie(): string[] {
  const requests: string[] = []
  const fetch = app.fetch.bind(app)
  vi.spyOn(app, 'fetch').mockImplementation((request, ...rest) => {
    if (request.headers.has('Cookie')) requests.push(`${request.method} ${new URL(request.url).pathname}`)
    return fetch(request, ...rest)
  })
  return requests
}

/** Somebody in a browser, whose page registers and opens a socket. */
async function openPage(person: Person): Promise<Client> {
  const browser = await logIn(person.realm.host, person.email, password)
  const { queue_id, last_event_id } = await browser.ask('POST', '/register')
  const response = await browser.open({ queue_id, last_event_id })
  expect(response.status).toBe(101)
  return new Client(response.webSocket!)
}

test('a client costs two requests to open, and none while somebody chats for ten minutes', async () => {
  const realm = await newRealm()
  const [ada, bo] = [await realm.user('ada'), await realm.user('bo')]
  const { id: stream_id } = await realm.stream('harbour', ada, bo)
  const tally = { written: 0, batches: 0 }
  await withFault(realm, async (send, { writes }) => {
    const answers = await send()
    tally.batches += Number(writes)
    for (const { meta } of answers) tally.written += meta.rows_written
    return answers
  })
  const requests = requestsByCookie()
  const page = await openPage(ada)
  const ask = async (what: string, params: Params): Promise<Answer> => {
    const answer = await page.ask(what, params)
    expect(answer.msg).toBe('')
    return answer as unknown as Answer
  }
  const reportPresence = (status: string) =>
    ask('POST /users/me/presence', { status, client: 'website', ping_only: true })
  tally.written = tally.batches = 0

  await reportPresence('active')
  for (let half = 0; half < 20; half += 1) {
    if (half === 8) await reportPresence('idle')
    if (half === 12) await reportPresence('active')
    const read = await bo.send('harbour', 'tides', `High at ${half}`)
    await ask('POST /typing', { op: 'start', type: 'stream', to: [stream_id], topic: 'tides' })
    await ask('POST /messages', { type: 'stream', to: 'harbour', topic: 'tides', content: `Low at ${half}` })
    await ask('POST /messages/flags', { messages: [read], op: 'add', flag: 'read' })
    page.socket.send('ping')
    await vi.waitFor(() => expect(page.said).toHaveLength(half + 1))
    page.acknowledge()
    advanceClock(30)
  }

  expect(requests).toEqual(['POST /api/v1/register', 'GET /api/v1/events'])
  // Twenty messages of each, and twenty marks; presence and typing write nothing.
  expect(tally.batches).toBe(60)
  expect(tally.written).toBeLessThanOrEqual(20 * 6 + 20 * 6 + 20 * 6)
})

test('a word of presence writes nothing, and reads little more when it wakes the object', async () => {
  const realm = await newRealm()
  const ada = await realm.user('ada')
  const page = await openPage(ada)
  const tally = { written: 0, read: 0, batches: 0 }
  await withFault(realm, async (send) => {
    const answers = await send()
    tally.batches += 1
    for (const { meta } of answers) {
      tally.written += meta.rows_written
      tally.read += meta.rows_read
    }
    return answers
  })
  for (const status of ['active', 'idle', 'active']) {
    advanceClock(20)
    await page.ask('POST /users/me/presence', { status, ping_only: true })
  }
  expect(tally.written).toBe(0)
  expect(tally.read).toBeLessThanOrEqual(20)
  const { batches } = tally

  page.socket.send('ping')
  await vi.waitFor(() => expect(page.said).toEqual(['pong']))

  expect(tally.batches).toBe(batches)
})
