import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runnerImport } from 'vite'
import type { Client, memoryShelf as MemoryShelf, openClient as OpenClient } from '../../client/index.ts'
import { Chance } from '../../test/client/day/chance.ts'
import { freePort, ServerProcess } from '../../dev/run/server-process.ts'
import { browserOf, type Browser } from './browser.ts'
import { team } from './people.ts'
import { Meter } from './usage.ts'

const { module: library } = await runnerImport<{ openClient: typeof OpenClient; memoryShelf: typeof MemoryShelf }>(
  join(import.meta.dirname, '../../client/index.ts'),
)

/** A device at which somebody works. */
export interface Desk {
  readonly person: number
  readonly browser: Browser
  client: Client
  /** What was made here, for what is done to it later: ids, and of messages also when they were sent, in milliseconds. */
  readonly sent: { readonly id: number; readonly at: number }[]
  readonly drafts: number[]
  /** Addresses of files that were sent from here. */
  readonly files: string[]
}

/** A team on a server of its own. */
export interface Office {
  readonly site: string
  readonly chance: Chance
  readonly meter: Meter
  /** Ids of all people, and of the streams. */
  readonly people: readonly number[]
  readonly streams: readonly number[]
  /** The stream that everybody is in. */
  readonly everybody: number
  /** Addresses by which people log in. */
  readonly addresses: readonly string[]
  /** Asks as the owner, who is none of the team. */
  readonly owner: Program
  /** Opens a device of somebody. */
  open(person: number): Promise<Desk>
  /** Opens the same device as if its browser had kept nothing. */
  reopen(desk: Desk): Promise<void>
  stop(): Promise<void>
}

const streamCount = 20

/** Nobody is held up here: how fast people may be is no cost. */
const vars = [
  'SCRYPT_COST:1',
  'REQUESTS_PER_MINUTE:1000000',
  'MESSAGES_PER_MINUTE:1000000',
  'ANONYMOUS_REQUESTS_PER_MINUTE:1000000',
  'ROWS_WRITTEN_PER_DAY:1000000',
]

const seed = 20_261_123

/** Starts the server as `npm start` does, with a state of its own, and gathers the team. */
export async function openOffice(): Promise<Office> {
  const state = mkdtempSync(join(tmpdir(), 'rivulet-day-'))
  const port = await freePort()
  const server = await ServerProcess.start(port, state, ...vars.flatMap((one) => ['--var', one]))
  const site = `http://localhost:${port}`
  const stop = async (): Promise<void> => {
    await server.stop()
    rmSync(state, { recursive: true, force: true })
  }
  try {
    const owner = await programOf(site, 'owner@demo.test')
    const members = await gather(owner)
    await talk(site, members)
    const opened = async (browser: Browser): Promise<Client> =>
      library.openClient({
        site,
        credentials: 'cookie',
        fetch: browser.fetch,
        WebSocket: browser.WebSocket,
        shelf: library.memoryShelf(),
      })
    return {
      site,
      ...members,
      owner,
      chance: new Chance(seed),
      meter: await Meter.of((path) => owner('GET', path)),
      async open(person) {
        const browser = await browserOf(site, members.addresses[person]!)
        return { person, browser, client: await opened(browser), sent: [], drafts: [], files: [] }
      },
      async reopen(desk) {
        await desk.client.close()
        desk.client = await opened(desk.browser)
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

export type Program = (
  method: string,
  path: string,
  params?: Record<string, unknown>,
) => Promise<Record<string, unknown>>

/** Asks by a key, as programs do. */
export async function programOf(site: string, username: string): Promise<Program> {
  let authorization = {}
  const ask: Program = async (method, path, params = {}) => {
    const response = await fetch(`${site}/api/v1${path}`, {
      method,
      headers: authorization,
      ...(method !== 'GET' && {
        body: new URLSearchParams(
          Object.entries(params).map(([name, value]) => [
            name,
            typeof value === 'string' ? value : JSON.stringify(value),
          ]),
        ),
      }),
    })
    const answer: Record<string, unknown> = await response.json()
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`)
    return answer
  }
  const { api_key } = await ask('POST', '/dev_fetch_api_key', { username })
  authorization = { Authorization: `Basic ${btoa(`${username}:${String(api_key)}`)}` }
  return ask
}

/** Makes accounts and streams: everybody is in two streams of five, and in the one for all. */
async function gather(owner: Program): Promise<Pick<Office, 'people' | 'streams' | 'everybody' | 'addresses'>> {
  const people: number[] = []
  const addresses: string[] = []
  await owner('PATCH', '/realm', { delete_own_message_policy: 1 })
  for (let number = 0; number < team.people; number += 1) {
    const email = `person${number}@day.test`
    const made = await owner('POST', '/users', { email, password: 'seven grey herons', full_name: `Person ${number}` })
    people.push(made['user_id'] as number)
    addresses.push(email)
  }
  for (let number = 0; number < streamCount; number += 1) {
    const isForAll = number === 0
    const principals = people.filter((_, person) => isForAll || (person + number) % 5 < 2)
    await owner('POST', '/users/me/subscriptions', {
      subscriptions: [{ name: `day ${number}` }],
      principals,
      announce: false,
    })
  }
  const { streams } = await owner('GET', '/streams')
  const ofDay = (streams as { name: string; stream_id: number }[]).filter(({ name }) => name.startsWith('day '))
  const everybody = ofDay.find(({ name }) => name === 'day 0')!.stream_id
  return { people, addresses, everybody, streams: ofDay.map(({ stream_id }) => stream_id) }
}

/** Messages of the day before that everybody sent; and how many of them are private. */
const yesterday = { ofEach: 30, private: 12 }

/** How many people are near, with whom one talks in private. */
const near = 4

/** Those with whom somebody talks: one of their neighbours, or two of them. */
export const partnersOf = (person: number, count: number, chance: Chance): number[] => {
  const first = chance.below(count > 1 ? 1 : near)
  return Array.from({ length: count }, (_, index) => (person + first + index + 1) % team.people)
}

const speakersAtOnce = 8

/** Everybody talks, in streams and in private. */
async function talk(site: string, { addresses, people }: Pick<Office, 'people' | 'addresses'>): Promise<void> {
  await inParallel(addresses, speakersAtOnce, async (address, person) => {
    const ask = await programOf(site, address)
    const { subscriptions } = await ask('GET', '/users/me/subscriptions')
    const own = (subscriptions as { stream_id: number }[]).map(({ stream_id }) => stream_id)
    const chance = new Chance(person)
    for (let number = 0; number < yesterday.ofEach; number += 1) {
      const isPrivate = number < yesterday.private
      // Each pair of neighbours, and each three.
      const to = isPrivate
        ? (number < near ? [(person + number + 1) % team.people] : partnersOf(person, (number % 2) + 1, chance)).map(
            (other) => people[other],
          )
        : [own[number % own.length]]
      const content = `Yesterday's harbour notes, number ${number}: the invoice, the backup, and lunch.`
      const where = isPrivate ? { type: 'private' } : { type: 'stream', topic: `topic ${(person + number) % 30}` }
      await ask('POST', '/messages', { ...where, to, content })
    }
  })
}

/** Does work for all things, for some at once. */
export async function inParallel<T>(
  things: readonly T[],
  atOnce: number,
  work: (thing: T, index: number) => Promise<unknown>,
): Promise<void> {
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < things.length) {
      const index = next
      next += 1
      await work(things[index]!, index)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}
