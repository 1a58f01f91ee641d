/**
 * What looking at messages costs in the client library while 100,000 messages are held: a narrow that is known, an event while
 * twenty are on show, opening from what was kept, and memory. Without the share of the browser: what its database takes.
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Key, Shelf, Table, Terms, WireEvent } from '../client/index.ts'
import { bundleLibrary, heldCount, idsFrom, messageOf, now, registration, streamCount } from './client-organization.ts'
import type { Timing } from './delivery.ts'
import { ratioOf } from './markdown.ts'

const [keptCount, viewCount, eventCount] = [50_000, 20, 1000]

/** Megabytes that are in use. */
function heap(): number {
  setFlagsFromString('--expose-gc')
  ;(runInNewContext('gc') as () => void)()
  return process.memoryUsage().heapUsed / 2 ** 20
}

const never = () => new Promise<never>(() => undefined)

/** Every tenth stream, some with a topic. */
const narrows = idsFrom(0, viewCount).map((index): Terms => {
  const stream = { operator: 'stream', operand: 1 + index * 10 }
  return index % 2 === 0 ? [stream] : [stream, { operator: 'topic', operand: `topic ${(index * 70) % 3000}` }]
})

const messagesFrom = (first: number, count: number) =>
  // As they come: each has texts of its own.
  JSON.parse(JSON.stringify(idsFrom(first, count).map((id) => messageOf(id, ['read'])))) as ReturnType<
    typeof messageOf
  >[]

/** Timings in milliseconds, and memory in megabytes. */
export async function looking(): Promise<Timing[]> {
  const library = await bundleLibrary()
  const before = heap()
  const store = new library.Store(registration([]), { now, include_subscribers: false })
  await store.addPage(Promise.resolve(messagesFrom(1, heldCount)))
  const ours = heap() - before
  const bareMap = new Map(messagesFrom(1, heldCount).map((message) => [message.id, message]))
  const bare = heap() - before - ours
  const memory = { name: `client: ${heldCount} messages in memory, beside a map of them (MB)`, ours, bare, maximum: 60 }

  const knownNarrows = narrows.map((terms) => ({ terms, knownSpans: [[0, Infinity] as const], outdatedSpans: [] }))
  const views = library.createViews({
    store,
    ask: never,
    stored: { newest: heldCount, touched: [], narrows: knownNarrows },
  })
  const showing = ratioOf(
    `client: a narrow of a topic among ${heldCount} messages, beside a filter (ms)`,
    { maximum: 5 },
    () => views.open(narrows[1]!, 'newest').close(),
    () => void [...bareMap.values()].filter((message) => message.stream_id === 11 && message.subject === 'topic 70'),
  )
  for (const terms of narrows) views.open(terms, 'newest')
  let [last, newest] = [0, heldCount]
  const telling = ratioOf(
    `client: ${eventCount} new messages while ${viewCount} narrows are on show, beside a map (ms)`,
    { maximum: eventCount / 10 },
    () => {
      for (let count = 0; count < eventCount; count += 1) {
        const { flags, ...message } = messageOf((newest += 1), [])
        const event = { id: (last += 1), type: 'message', message, flags } as unknown as WireEvent
        store.apply(event)
        views.apply(event)
      }
    },
    () => {
      for (const id of idsFrom(newest, eventCount)) bareMap.set(id, messageOf(id, []))
    },
  )
  return [memory, showing, telling, await opening(library)]
}

/** Opening from what was kept, until a narrow is on show. */
async function opening({
  openClient,
  memoryShelf,
  newMemory,
}: Awaited<ReturnType<typeof bundleLibrary>>): Promise<Timing> {
  const memory = newMemory()
  const options = { site: 'http://localhost', credentials: 'cookie', WebSocket: undefined } as const
  const answer = { result: 'success', msg: '', ...registration([]) }
  const fetch: typeof globalThis.fetch = async (input) =>
    (input as string).endsWith('/register') ? Response.json(answer) : never()
  const first = await openClient({ ...options, fetch, shelf: memoryShelf(memory) })
  await first.store.addPage(Promise.resolve(messagesFrom(1, keptCount)))
  await first.close()
  /** Gives what was kept as it is: cloning is the browser's. */
  const shelf = (): Shelf => ({
    ...memoryShelf(),
    all: async <T>(...names: readonly Table[]) => names.map((name) => memory.tables[name] as Map<Key, T>),
  })
  const times: number[] = []
  for (let round = 0; round < 9; round += 1) {
    const begun = performance.now()
    const client = await openClient({ ...options, fetch, shelf: shelf() })
    client.view(narrows[0]!, 'newest')
    times.push(performance.now() - begun)
    await client.close()
  }
  const begun = performance.now()
  void new Map([...memory.tables.messages.values()].map((message) => [(message as { id: number }).id, message]))
  const bare = performance.now() - begun
  const ours = times.toSorted((a, b) => a - b)[4]!
  return {
    name: `client: opening with ${keptCount} messages and ${streamCount} streams, beside a map (ms)`,
    ours,
    bare,
    maximum: 50,
  }
}
