/**
 * Thousands of events of another service within a minute, sent to the server that `npm start` runs, while somebody else sends and
 * reads. `EVENTS=10000` sends more than the suite does.
 */
import { createHmac, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePort, ServerProcess } from '../../dev/run/server-process.ts'

const events = Number(process.env['EVENTS'] ?? 1000)

/** Requests that do nothing, which show how fast the machine is. */
const maxIdle = 500

/** Requests that the service has under way at the same time. */
const connections = 8

/** Messages that a bot posts in a minute before its events are counted. */
const messagesInMinute = 20

/** The median time of a request of somebody else may grow by this factor, compared with as many requests that do nothing. */
const maxSlowdown = 4

/** Milliseconds between two messages of somebody else, who may send 100 and ask 200 times in a minute. */
const pauseMs = 700

type Params = Readonly<Record<string, string | number>>

interface Person {
  ask(method: string, path: string, params?: Params): Promise<Record<string, unknown>>
}

async function personOf(origin: string, username: string): Promise<Person> {
  const response = await fetch(`${origin}/dev_fetch_api_key`, {
    method: 'POST',
    body: new URLSearchParams({ username }),
  })
  const { api_key } = await response.json<{ api_key: string }>()
  const headers = { Authorization: `Basic ${btoa(`${username}:${api_key}`)}` }
  return {
    async ask(method, path, params = {}) {
      const fields = new URLSearchParams(Object.entries(params).map(([name, value]) => [name, String(value)]))
      const isRead = method === 'GET'
      const url = `${origin}${path}${isRead ? `?${fields.toString()}` : ''}`
      const answer = await fetch(url, { method, headers, ...(isRead ? {} : { body: fields }) })
      const body = await answer.json<Record<string, unknown>>()
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(body)}`)
      return body
    },
  }
}

/** Sends so many requests over some connections; answers how many of each status came back. */
async function flood(amount: number, send: (number: number) => Promise<Response>): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {}
  const numbers = Array.from({ length: amount }).keys()
  const connection = async () => {
    for (const number of numbers) {
      const response = await send(number)
      await response.arrayBuffer()
      statuses[response.status] = (statuses[response.status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: connections }, connection))
  return statuses
}

/** The median milliseconds of what a person sends and reads until something is over. */
async function timesDuring(person: Person, work: Promise<unknown>): Promise<number> {
  const times: number[] = []
  const state = { isOver: false }
  void work.then(() => (state.isOver = true))
  while (!state.isOver) {
    const begun = performance.now()
    const content = `Number ${times.length}`
    await person.ask('POST', '/messages', { type: 'stream', to: 'general', topic: 'tides', content })
    await person.ask('GET', '/messages', { anchor: 'newest', num_before: 20, num_after: 0 })
    times.push(performance.now() - begun)
    await Promise.race([work, new Promise((resolve) => setTimeout(resolve, pauseMs))])
  }
  return times.toSorted((a, b) => a - b)[times.length >> 1]!
}

/** How much of a quota the organization has used today. */
async function readUse(owner: Person, resource: string): Promise<number> {
  const { resources } = (await owner.ask('GET', '/realm/usage')) as {
    resources: readonly { name: string; today: { value: number } }[]
  }
  return resources.find(({ name }) => name === resource)!.today.value
}

interface ShownEvents {
  /** Events with a message of their own. */
  readonly single: number
  /** Messages that tell how many more events there were, and the sum of what they tell. */
  readonly counts: number
  readonly counted: number
}

async function readShownEvents(owner: Person, bot_id: number): Promise<ShownEvents> {
  const narrow = JSON.stringify([{ operator: 'sender', operand: bot_id }])
  const page = await owner.ask('GET', '/messages', { anchor: 'newest', num_before: 500, num_after: 0, narrow })
  const messages = page['messages'] as readonly { content: string }[]
  const amounts = messages.flatMap(({ content }) => {
    const [, amount] = /sent ([\d,]+) more events? within a minute/.exec(content) ?? []
    return amount === undefined ? [] : [Number(amount.replaceAll(',', ''))]
  })
  return {
    single: messages.length - amounts.length,
    counts: amounts.length,
    counted: amounts.reduce((sum, one) => sum + one, 0),
  }
}

/** What the bot shows of its events, once it shows so many. */
async function shownEvents(owner: Person, bot_id: number, amount: number): Promise<ShownEvents> {
  const { queue_id, last_event_id } = await owner.ask('POST', '/register', {
    event_types: '["message"]',
    narrow: '[["topic","stars"]]',
  })
  let last = Number(last_event_id)
  for (;;) {
    const shown = await readShownEvents(owner, bot_id)
    if (shown.single + shown.counted >= amount) return shown
    const { events: arrived } = (await owner.ask('GET', '/events', {
      queue_id: String(queue_id),
      last_event_id: last,
    })) as { events: readonly { id: number }[] }
    last = arrived.at(-1)!.id
  }
}

test('a burst of events becomes few messages, and slows nobody else down', async () => {
  const state = mkdtempSync(join(tmpdir(), 'rivulet-burst-'))
  const port = await freePort()
  const server = await ServerProcess.start(port, state)
  onTestFinished(async () => {
    await server.stop()
    rmSync(state, { recursive: true })
  })
  const origin = `http://localhost:${port}/api/v1`
  const owner = await personOf(origin, 'owner@demo.test')
  const member = await personOf(origin, 'member@demo.test')
  const { stream_id } = await owner.ask('GET', '/get_stream_id', { stream: 'general' })
  const { api_key, bot_id, secret } = await owner.ask('POST', '/integrations', {
    service: 'github',
    stream_id: Number(stream_id),
    topic: 'stars',
  })
  const address = `${origin}/external/github?api_key=${String(api_key)}`
  const body = JSON.stringify({ action: 'created', sender: { login: 'ada' }, repository: { full_name: 'tide/garden' } })
  const signature = `sha256=${createHmac('sha256', String(secret)).update(body).digest('hex')}`
  const post = () =>
    fetch(address, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-GitHub-Event': 'star',
        'X-GitHub-Delivery': randomUUID(),
        'X-Hub-Signature-256': signature,
      },
      body,
    })

  const idle = flood(Math.min(events, maxIdle), () => fetch(address))
  const medianBefore = await timesDuring(member, idle)
  const rowsBefore = await readUse(owner, 'rows_written')
  const requestsBefore = await readUse(owner, 'object_requests')

  const begun = performance.now()
  const burst = flood(events, post)
  const median = await timesDuring(member, burst)
  const seconds = (performance.now() - begun) / 1000
  const rows = (await readUse(owner, 'rows_written')) - rowsBefore
  const requests = (await readUse(owner, 'object_requests')) - requestsBefore

  const shown = await shownEvents(owner, Number(bot_id), events)
  const minutes = Math.ceil(seconds / 60)
  // The person sends at most this many messages meanwhile.
  const chats = Math.ceil((seconds * 1000) / pauseMs)
  const maxSingle = messagesInMinute * (minutes + 1)

  expect(await idle).toEqual({ 200: Math.min(events, maxIdle) })
  expect(await burst).toEqual({ 200: events })
  expect(shown.counted).toBe(events - shown.single)
  expect(shown.counts).toBeLessThanOrEqual(minutes + 1)
  expect(shown.single).toBeLessThanOrEqual(maxSingle)
  // An event with a link costs 5 rows, and so does at most a message of the person.
  expect(rows).toBeLessThanOrEqual(5 * (maxSingle + chats) + 20)
  // Beside those of the messages: events that were under way when the burst began, and a report for each 500 events or 5 seconds.
  expect(requests).toBeLessThanOrEqual(maxSingle + 2 * chats + connections + events / 100 + seconds)
  expect(median / medianBefore).toBeLessThan(maxSlowdown)
}, 300_000)
