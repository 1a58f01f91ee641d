/**
 * `npm run bench:cities`: what a member in a far city waits for, with the database and the organization's object in Frankfurt, without
 * replicas of the database and with them. The trips are those that `test/server/far-away.test.ts` counts, the times of the server are
 * measured here, and the times between cities are published ones. Prints the table of `docs/far-away.md`.
 */
import { readTrips, writeTrips, type Trips } from '../test/kit/far-trips.ts'
import { start } from './server.ts'

/** A short trip: from a person to the Worker in their city, and from there to a guard or a replica in the same city. An assumption. */
const nearMs = 5

interface City {
  readonly name: string
  /** Milliseconds to Frankfurt and back. */
  readonly toPrimary: number
  /** Milliseconds to the nearest replica and guard, and back; null: the primary is the nearest, or people read from it anyway. */
  readonly toReplica: number | null
}

/** Sources: `docs/far-away.md`. */
const cities: readonly City[] = [
  { name: 'Sydney', toPrimary: 249, toReplica: nearMs },
  { name: 'Tokyo', toPrimary: 224, toReplica: nearMs },
  { name: 'São Paulo', toPrimary: 194, toReplica: 116 },
  { name: 'Johannesburg', toPrimary: 164, toReplica: null },
  { name: 'London', toPrimary: 13, toReplica: null },
]

const runs = 30

const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |\n`

const pageQuery = (narrow: readonly object[]): string =>
  new URLSearchParams({
    anchor: 'newest',
    num_before: '60',
    num_after: '0',
    narrow: JSON.stringify(narrow),
  }).toString()

/** Shortest time of a request to the server on this machine, in milliseconds. */
async function shortest(request: () => Promise<Response>): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < runs; run += 1) {
    const began = performance.now()
    const response = await request()
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${response.url}: ${response.status}`)
    times.push(performance.now() - began)
  }
  return Math.min(...times)
}

const server = await start()
try {
  const api = server.ours
  const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(`${api}${path}`, { method: 'POST', headers, body: new URLSearchParams(fields) })
  const email = 'olga@example.com'
  const founding = await post('/realm', {
    realm_name: 'Harbour',
    string_id: 'harbour',
    owner_full_name: 'Olga Otter',
    owner_email: email,
    owner_password: 'tern-otter-seal-42',
  })
  const founded = await founding.json<{ api_key: string }>()
  const headers = { Authorization: `Basic ${btoa(`${email}:${founded.api_key}`)}` }
  const send = () =>
    post('/messages', { type: 'stream', to: 'general', topic: 'tides', content: 'The water is low today' }, headers)
  const find = (narrow: object[]) =>
    fetch(`${api}/messages?${pageQuery(narrow)}`, {
      headers,
    })
  const sendMs = await shortest(send)
  const pageMs = await shortest(() => find([{ operator: 'stream', operand: 'general' }]))
  const searchMs = await shortest(() => find([{ operator: 'search', operand: 'water' }]))
  const registerMs = await shortest(() => post('/register', {}, headers))

  const wait = ({ toPrimary, toReplica }: City, { primary, nearby, object }: Trips, localMs: number): number =>
    nearMs + (primary + object) * toPrimary + nearby * (toReplica ?? 0) + localMs
  const rows = cities.map((city) => {
    const { name, toReplica } = city
    const isFar = toReplica !== null
    const [first, page] = isFar ? [writeTrips.firstWith, readTrips.with] : [writeTrips.firstWithout, readTrips.without]
    const sent = Math.round(wait(city, writeTrips.later, sendMs))
    return [
      name,
      ...[
        [
          wait(city, writeTrips.firstWithout, registerMs) + wait(city, readTrips.without, pageMs),
          wait(city, first, registerMs) + wait(city, page, pageMs),
        ],
        [wait(city, readTrips.without, pageMs), wait(city, page, pageMs)],
        [wait(city, readTrips.without, searchMs), wait(city, page, searchMs)],
        // Without a lease, the primary answers as if there were no replicas.
        [wait(city, readTrips.without, pageMs), wait(city, readTrips.without, pageMs)],
      ].map(([before, after]) => `${Math.round(before!)} → ${Math.round(after!)}`),
      sent,
      sent,
    ]
  })
  const head = [
    'city',
    'first opening',
    'a page',
    'a search',
    'the first page after a pause',
    'a message is confirmed',
    'a message of a colleague in the same city',
  ]
  process.stdout.write(line(head) + line(head.map(() => '---')) + rows.map(line).join(''))
  process.stdout.write(
    `\nOn this machine: page ${pageMs.toFixed(1)}, search ${searchMs.toFixed(1)}, send ${sendMs.toFixed(1)}, register ${registerMs.toFixed(1)} ms\n`,
  )
} finally {
  await server.stop()
}
