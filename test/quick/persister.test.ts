/** What is kept of the state and of messages (client/storage/persister.ts). */
import * as fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { memoryShelf, newMemory, type Memory, type Shelf } from '../../client'
import { evictableMessages, openPersister, type Persister } from '../../client/storage/persister'
import { ManualClock } from '../kit/manual-clock'

interface Item {
  readonly id: number
  readonly content: string
}

/** A client's state: a few parts and messages. */
interface Client {
  readonly clock: ManualClock
  readonly shelf: Shelf
  readonly keeper: Persister<Item>
  readonly messages: Map<number, Item>
  readonly failures: unknown[]
  parts: Record<string, unknown>
}

async function open(memory: Memory, { version = 1, shelf = memoryShelf(memory) } = {}): Promise<Client> {
  const clock = new ManualClock()
  const failures: unknown[] = []
  const messages = new Map<number, Item>()
  const client: Omit<Client, 'keeper'> = { clock, shelf, messages, failures, parts: { user_id: 7 } }
  const keeper = await openPersister<Item>({
    shelf,
    clock,
    version,
    parts: () => client.parts,
    messages,
    onFailure: (error) => failures.push(error),
  })
  for (const [id, message] of keeper.storedState?.messages ?? []) messages.set(id, message)
  if (keeper.storedState !== null) client.parts = Object.fromEntries(keeper.storedState.parts)
  onTestFinished(() => keeper.stop())
  return Object.assign(client, { keeper })
}

function put({ messages, keeper }: Client, id: number, content: string): void {
  messages.set(id, { id, content })
  keeper.touch(id)
}

/** Everything on the shelf, without what all clients keep. */
const storedNames = ({ tables: { parts, messages } }: Memory) => {
  const { version: _, user_id: __, ...others } = Object.fromEntries(parts)
  return {
    parts: others,
    messages: Object.fromEntries([...messages].map(([id, value]) => [id, (value as Item).content])),
  }
}

test('what was kept is there for the next client', async () => {
  const memory = newMemory()
  const first = await open(memory)
  expect(first.keeper.storedState).toBeNull()
  first.parts = { ...first.parts, drafts: ['a'] }
  put(first, 3, 'ebb')
  await first.keeper.persist()
  first.shelf.close()
  const second = await open(memory)
  expect(second.keeper.storedState!.parts.get('drafts')).toEqual(['a'])
  expect([...second.keeper.storedState!.messages]).toEqual([[3, { id: 3, content: 'ebb' }]])
})

test('only what changed is written, in one transaction', async () => {
  const memory = newMemory()
  const shelf = memoryShelf(memory)
  const writes: string[][] = []
  const client = await open(memory, {
    shelf: {
      ...shelf,
      write(changes) {
        writes.push(changes.map(([table, key]) => `${table} ${key}`))
        return shelf.write(changes)
      },
    },
  })
  const streams = ['general']
  client.parts = { user_id: 7, streams, position: 1, gone: true }
  put(client, 1, 'one')
  put(client, 2, 'two')
  await client.keeper.persist(true)
  writes.length = 0
  client.parts = { user_id: 7, streams, position: 2 }
  put(client, 2, 'edited')
  client.messages.delete(1)
  client.keeper.touch(1)
  await client.keeper.persist(true)
  expect(writes.map((names) => names.toSorted())).toEqual([
    ['messages 1', 'messages 2', 'parts gone', 'parts position'],
  ])
  expect(storedNames(memory)).toEqual({ parts: { streams, position: 2 }, messages: { 2: 'edited' } })
})

test('it is written at once, and then every two seconds at most', async () => {
  const memory = newMemory()
  const client = await open(memory)
  put(client, 1, 'one')
  await client.keeper.persist()
  put(client, 2, 'two')
  const second = client.keeper.persist()
  put(client, 3, 'three')
  expect(client.keeper.persist()).toBe(second)
  client.clock.pass(1.9)
  expect(Object.keys(storedNames(memory).messages)).toEqual(['1'])
  client.clock.pass(0.1)
  await second
  expect(Object.keys(storedNames(memory).messages)).toEqual(['1', '2', '3'])
  put(client, 4, 'four')
  await client.keeper.persist(true)
  expect(Object.keys(storedNames(memory).messages)).toHaveLength(4)
})

test('of two clients one stores, and after it ends the other one, whose state replaces the former', async () => {
  const memory = newMemory()
  const first = await open(memory)
  const second = await open(memory)
  first.parts = { user_id: 7, of: 'first', position: 5 }
  second.parts = { user_id: 7, of: 'second' }
  put(first, 1, 'only with the first')
  put(second, 2, 'with the second')
  put(second, 3, 'dropped')
  await Promise.all([first.keeper.persist(), second.keeper.persist()])
  expect(storedNames(memory)).toEqual({ parts: { of: 'first', position: 5 }, messages: { 1: 'only with the first' } })
  first.shelf.close()
  await second.keeper.persist(true)
  expect(storedNames(memory)).toEqual({
    parts: { of: 'second' },
    messages: { 2: 'with the second', 3: 'dropped' },
  })
})

test('data of another version is dropped, except commands and files', async () => {
  const memory = newMemory()
  const old = await open(memory)
  old.parts = { user_id: 7, form: 'old' }
  put(old, 1, 'old')
  await old.keeper.persist()
  await old.shelf.write([
    ['commands', 'a', 'send'],
    ['files', 'a', 'file'],
  ])
  old.shelf.close()
  const client = await open(memory, { version: 2 })
  expect(client.keeper.storedState).toBeNull()
  put(client, 2, 'new')
  await client.keeper.persist()
  expect(storedNames(memory)).toEqual({ parts: {}, messages: { 2: 'new' } })
  expect([memory.tables.commands.size, memory.tables.files.size]).toEqual([1, 1])
})

test('data that another account could see is erased; its commands and the data of this account are not', async () => {
  const memory = newMemory()
  const client = await open(memory)
  put(client, 1, 'one')
  await client.shelf.write([['commands', 'a', 'send']])
  await client.keeper.persist()
  await client.keeper.reserve(7)
  expect(memory.tables.messages.size).toBe(1)
  await client.keeper.reserve(8)
  expect([memory.tables.commands.size, memory.tables.messages.size, memory.tables.parts.size]).toEqual([1, 0, 0])
  client.parts = { user_id: 8 }
  await client.keeper.persist(true)
  expect(memory.tables.parts.get('user_id')).toBe(8)
})

test.for<[string, Partial<Shelf>]>([
  ['nothing can be read', { all: () => Promise.reject(new Error('private mode')) }],
  ['nothing can be written', { write: () => Promise.reject(new Error('the disk is full')) }],
  ['nothing can be claimed', { claim: () => Promise.reject(new Error('no locks')) }],
])('if %s, that is told once, and nobody waits', async ([, broken]) => {
  const memory = newMemory()
  const client = await open(memory, { shelf: { ...memoryShelf(memory), ...broken } })
  put(client, 1, 'one')
  await client.keeper.persist()
  await client.keeper.persist()
  expect(client.failures).toHaveLength(1)
})

const asPlain = ({ messages }: Client): unknown =>
  Object.fromEntries([...messages].map(([id, { content }]) => [id, content]))

test('stored data is of one moment, whenever the client ends', async () => {
  const step = fc.constantFrom('put', 'drop', 'keep', 'pass', 'kill')
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const memory = newMemory()
      /** What the state was at each position. */
      const moments = new Map<number, unknown>()
      let client = await open(memory)
      let position = 0
      for (const one of steps) {
        position += 1
        if (one === 'put') put(client, position % 5, `${position}`)
        if (one === 'drop' && client.messages.delete(position % 5)) client.keeper.touch(position % 5)
        client.parts = { ...client.parts, position }
        moments.set(position, asPlain(client))
        if (one === 'keep') void client.keeper.persist()
        if (one === 'pass') {
          client.clock.pass(2)
          await Promise.resolve()
        }
        if (one === 'kill') {
          client.shelf.close()
          client = await open(memory)
          const at = client.parts['position'] as number | undefined
          expect(asPlain(client)).toEqual(at === undefined ? {} : moments.get(at))
        }
      }
      client.keeper.stop()
    }),
    { numRuns: 100 },
  )
})

test('the newest messages stay, and those that are looked at', () => {
  const messages = Array.from({ length: 12_000 }, (_, id) => ({ id }))
  const gone = new Set(evictableMessages(messages, ({ id }) => id % 2 === 0))
  const storedIds = messages.filter(({ id }) => !gone.has(id)).map(({ id }) => id)
  expect(storedIds).toHaveLength(5000)
  expect(storedIds.slice(-1000)).toEqual(messages.slice(-1000).map(({ id }) => id))
  expect(storedIds.slice(0, -1000).every((id) => id % 2 === 0)).toBe(true)
  expect(evictableMessages(messages.slice(0, 800), () => false)).toEqual([])
})
