import { onTestFinished, vi } from 'vitest'
import {
  createOutbox,
  memoryShelf,
  newMemory,
  type Follower,
  type Memory,
  type Outbox,
  type OutboxOptions,
  type Shelf,
} from '../../client'
import { Store } from '../../client/store/store'
import { modern } from '../server/sync/watcher'
import type { Person } from './person'
import { newRealm } from './realm'
import { wireOf, type TestWire } from './wire'

/** A realm with Ada and Ben in one stream. */
export async function harbour() {
  const realm = await newRealm()
  const ada = await realm.user('ada')
  const ben = await realm.user('ben')
  const { id: stream_id } = await realm.stream('harbour', ada, ben)
  const topic = (name: string) => ({ stream_id, topic: name })
  return { realm, ada, ben, stream_id, topic, tides: topic('tides') }
}

/** Contents of all messages that a person has, or of those in a topic, in order. */
export async function contents(person: Person, topic?: string): Promise<unknown[]> {
  const narrow = topic === undefined ? [] : [{ operator: 'topic', operand: topic }]
  return (await person.messages(narrow, { apply_markdown: false })).map(({ content }) => content)
}

export const numbers = (count: number): string[] => Array.from({ length: count }, (_, number) => `${number}`)

/** Lets pending promises and timers run. */
export const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

/** A client of a person: a store that follows events, and an outbox. */
export interface TestClient extends TestWire {
  readonly memory: Memory
  readonly shelf: Shelf
  readonly store: Store
  readonly outbox: Outbox
  readonly follower: Follower
  readonly failures: unknown[]
  /** Ends it as a crash would: nothing is sent or stored after that. */
  kill(): void
}

/** Opens a client on what earlier ones stored in `memory`. */
export async function openClient(
  person: Person,
  memory: Memory = newMemory(),
  options: Partial<OutboxOptions> = {},
): Promise<TestClient> {
  const made = wireOf(person)
  const { wire, network, clock } = made
  const register = () => wire.ask('POST /register', modern)
  const registration = await register()
  const store = new Store(registration, { now: Date.now(), include_subscribers: true })
  const shelf = memoryShelf(memory)
  const failures: unknown[] = []
  const outbox = createOutbox({
    store,
    ask: wire.ask,
    shelf,
    clock,
    window: crypto.randomUUID(),
    onFailure: (error) => failures.push(error),
    ...options,
  })
  const follower = wire.follow({
    from: registration,
    async register() {
      const answer = await register()
      store.renew(answer)
      outbox.apply()
      return answer
    },
    onEvents(events) {
      store.apply(...events)
      outbox.apply(events)
    },
    onStatus(status) {
      if (status === 'live') void outbox.flush()
    },
  })
  const end = (): void => {
    network.isDown = true
    shelf.close()
    follower.stop()
    outbox.close()
  }
  onTestFinished(end)
  return { ...made, memory, shelf, store, outbox, follower, failures, kill: end }
}

/** Moves the clock until no command is pending. */
export async function untilDone(
  { memory, clock }: Pick<TestClient, 'memory' | 'clock'>,
  timeout = 20_000,
): Promise<void> {
  // New commands are stored in the next turn.
  await turn()
  await vi.waitFor(
    () => {
      clock.pass(1)
      if (memory.tables.commands.size > 0) throw new Error(`${memory.tables.commands.size} commands wait`)
    },
    { timeout },
  )
}
