import { evictDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Realm } from '../../src/index'
import { newRealm, type Listener, type Person, type TestRealm, type ToldEvent } from '../kit'
import { raiseCounters, seedEvents, readShelvedQueues, numbersBelow } from '../kit/event-rows'
import { withFault } from '../kit/faulty-database'
import { connect, type Client } from '../kit/socket-client'

/** When every test begins. So late that the runtime, whose clock goes on by itself, rings no alarm. */
const start = Date.UTC(2040, 0, 10, 12) / 1000

const twoHours = 7200

function setClock(seconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: (start + seconds) * 1000 })
}

afterEach(() => {
  vi.useRealTimers()
})

/** What Grace's queue should bring: numbers of messages and of lists of alert words, in their order. */
class Scene {
  readonly happened: string[] = []

  private constructor(
    readonly realm: TestRealm,
    readonly ada: Person,
    readonly grace: Person,
  ) {}

  static async begin(): Promise<Scene> {
    setClock(0)
    const realm = await newRealm()
    const [ada, grace] = [await realm.user('ada'), await realm.user('grace')]
    await realm.stream('harbour', ada, grace)
    return new Scene(realm, ada, grace)
  }

  listen(lifespan = twoHours): Promise<Listener> {
    return this.grace.listen({ event_types: ['message', 'alert_words'], queue_lifespan_secs: lifespan })
  }

  /** Something that is read again from its own row, and something that is read again from the log. */
  async happen(): Promise<void> {
    const number = String(this.happened.length).padStart(3, '0')
    await this.ada.send('harbour', 'tides', `message ${number}`)
    await this.grace.post('/users/me/alert_words', { alert_words: [`word ${number}`] })
    this.happened.push(`message ${number}`, `word ${number}`)
  }

  /** Lets the time come at which the object's alarm rings, as often as it rings until then. */
  async passUntil(seconds: number): Promise<void> {
    for (;;) {
      const alarm = await this.realm.inObject((_, { storage }) => storage.getAlarm())
      if (alarm === null || alarm / 1000 - start > seconds) break
      setClock(Math.max(alarm / 1000 - start, 0))
      await this.realm.inObject(async (object, { storage }) => {
        await storage.deleteAlarm()
        await object.alarm()
      })
    }
    setClock(seconds)
  }
}

/** What events bring, as `Scene` numbers it. */
const contentsOf = (events: readonly Omit<ToldEvent, 'id'>[]): string[] =>
  events.map((event) =>
    event['type'] === 'message' ? (event['message'].content as string) : (event['alert_words'].at(-1) as string),
  )

/** Closes a client's socket, and waits until the object has heard of it. */
async function hangUp({ socket }: Client): Promise<void> {
  const heard = vi.spyOn(Realm.prototype, 'webSocketClose')
  try {
    socket.close(1000)
    await vi.waitFor(() => expect(heard).toHaveBeenCalled())
    await heard.mock.results[0]!.value
  } finally {
    heard.mockRestore()
  }
}

/** Rows of the log of events. */
async function eventsOf({ id }: TestRealm): Promise<number> {
  const row = await env.DB.prepare('select count(*) as amount from event where id > ? and id < ?')
    .bind((id - 1) * 2 ** 32, id * 2 ** 32)
    .first<{ amount: number }>()
  return row!.amount
}

/** Ada and Grace, with a queue of Grace's, and what Grace mutes and unmutes in turn. */
async function muting() {
  setClock(0)
  const realm = await newRealm()
  const grace = await realm.user('grace')
  await realm.stream('harbour', grace)
  const listener = await grace.listen({ event_types: ['muted_topics'], fetch_event_types: [] })
  const mute = (topic: string) =>
    grace.patch('/users/me/subscriptions/muted_topics', { stream: 'harbour', topic, op: 'add' })
  return { realm, grace, listener, mute }
}

/** The latest topic that each event tells of. */
const topicsOf = (events: readonly ToldEvent[]): string[] =>
  events.map((event) =>
    (event['muted_topics'] as [string, string][])
      .map(([, topic]) => topic)
      .toSorted()
      .at(-1)!,
  )

const names = (count: number, first = 0) =>
  Array.from({ length: count }, (_, index) => `topic ${String(first + index).padStart(3, '0')}`)

describe('the log of events', () => {
  test('has few rows for many events, which are told again from any of them on', async () => {
    const { realm, listener, mute } = await muting()
    for (const topic of names(12)) await mute(topic)

    expect(await eventsOf(realm)).toBe(1)
    await realm.evict()
    const first = (await listener.poll({ dont_block: true }))['events'] as ToldEvent[]
    expect(topicsOf(first)).toEqual(names(12))
    listener.last_event_id = first[6]!.id
    await realm.evict()
    expect(topicsOf((await listener.poll({ dont_block: true }))['events'] as ToldEvent[])).toEqual(names(5, 7))
  })

  test('forgets a row when all of its events were acknowledged, and not before', async () => {
    const { realm, listener, mute } = await muting()
    const more = 120
    for (const topic of names(more)) await mute(topic)
    const rows = await eventsOf(realm)
    expect(rows).toBeGreaterThan(3)
    expect(rows).toBeLessThan(more / 4)

    const readEvents = async () => (await listener.poll({ dont_block: true }))['events'] as ToldEvent[]
    const events = await readEvents()
    expect(topicsOf(events)).toEqual(names(more))
    listener.last_event_id = events[more / 2]!.id
    await realm.evict()
    await listener.poll({ dont_block: true })
    await realm.ringAlarm()
    const left = await eventsOf(realm)
    expect(left).toBeLessThan(rows)
    await realm.evict()
    const again = await readEvents()
    expect(topicsOf(again)).toEqual(names(more / 2 - 1, more / 2 + 1))
    listener.last_event_id = again.at(-1)!.id
    await listener.poll({ dont_block: true })
    await realm.ringAlarm()
    expect(await eventsOf(realm)).toBeLessThanOrEqual(1)
    await mute('topic 999')
    await realm.evict()
    expect(topicsOf(await readEvents())).toEqual(['topic 999'])
  })

  test('keeps later events when the change that began a row was refused by the database', async () => {
    const { realm, grace, listener, mute } = await muting()
    await withFault(realm, async (send, { writes, number }) => {
      if (!writes || number > 1) return send()
      throw new Error('D1_ERROR: refused: SQLITE_CONSTRAINT')
    })
    const refused = await grace.ask('PATCH', '/users/me/subscriptions/muted_topics', {
      stream: 'harbour',
      topic: 'topic 000',
      op: 'add',
    })
    expect(refused.status).toBe(500)
    await mute('topic 001')
    await mute('topic 002')

    await realm.evict()

    expect(topicsOf((await listener.poll({ dont_block: true }))['events'] as ToldEvent[])).toEqual(names(2, 1))
  })
})

const isGone = { status: 400, code: 'BAD_EVENT_QUEUE_ID' }

describe('a queue of two hours', () => {
  test('brings everything once after two hours of absence, though the object was lost meanwhile', async () => {
    const scene = await Scene.begin()
    const listener = await scene.listen()
    await scene.happen()
    expect(contentsOf(await listener.events())).toEqual(scene.happened)

    for (const minutes of [1, 15, 40, 90, 119]) {
      await scene.passUntil(minutes * 60)
      await scene.happen()
      await scene.realm.evict()
    }
    await scene.passUntil(twoHours)

    const after = await listener.poll({ dont_block: true })
    expect(contentsOf(after['events'] as ToldEvent[])).toEqual(scene.happened.slice(2))
    await scene.realm.evict()
    // It is the same until it is acknowledged.
    expect((await listener.poll({ dont_block: true }))['events']).toEqual(after['events'])
    expect(contentsOf(await listener.events())).toEqual(scene.happened.slice(2))
    await scene.happen()
    expect(contentsOf(await listener.events())).toEqual(scene.happened.slice(-2))
  })

  test('brings a socket everything once after two hours without one', async () => {
    const scene = await Scene.begin()
    const listener = await scene.listen()
    const first = await connect(listener)
    await scene.happen()
    await vi.waitFor(() => expect(contentsOf(first.events)).toEqual(scene.happened))
    first.acknowledge(first.events[0]!.id)
    const { id } = first.events.at(-1)!
    await hangUp(first)

    for (const minutes of [10, 70, 119]) {
      await scene.passUntil(minutes * 60)
      await scene.happen()
      await scene.realm.evict()
    }
    await scene.passUntil(twoHours)

    const second = await connect(listener, id)
    await vi.waitFor(() => expect(second.events.length).toBeGreaterThanOrEqual(scene.happened.length - 2))
    await scene.happen()
    await vi.waitFor(() => expect(contentsOf(second.events)).toEqual(scene.happened.slice(2)))
  })

  test('lives for two hours after its socket closed, however long that was open', async () => {
    const scene = await Scene.begin()
    const listener = await scene.listen()
    const client = await connect(listener)
    // Shortly before the object looks at its queues again.
    const closing = 2 * (twoHours + 120) - 60
    await scene.passUntil(closing)
    await evictDurableObject(scene.realm.object, { webSockets: 'hibernate' })
    await hangUp(client)

    await scene.passUntil(closing + twoHours)
    await scene.happen()

    expect(contentsOf(await listener.events())).toEqual(scene.happened)
  })

  test('ends two hours after its last request, and not before', async () => {
    const scene = await Scene.begin()
    const [asking, silent] = [await scene.listen(), await scene.listen()]
    await scene.passUntil(3600)
    await asking.events()

    await scene.passUntil(twoHours + 130)

    expect(await silent.poll({ dont_block: true })).toMatchObject(isGone)
    expect(await asking.events()).toEqual([])
    await scene.passUntil(2 * twoHours + 300)
    expect(await asking.poll({ dont_block: true })).toMatchObject(isGone)
  })

  test('asked for longer than a week lives for a week', async () => {
    const scene = await Scene.begin()
    const listener = await scene.listen(10_000_000)
    await scene.passUntil(6 * 24 * 3600)
    await scene.realm.evict()
    await scene.happen()
    await scene.passUntil(7 * 24 * 3600)
    expect(contentsOf(await listener.events())).toEqual(scene.happened)

    await scene.passUntil(14 * 24 * 3600 + 300)

    expect(await listener.poll({ dont_block: true })).toMatchObject(isGone)
  })
})

describe('many abandoned queues', () => {
  test('make room for further ones, before the one that a client listens to', async () => {
    const scene = await Scene.begin()
    const listened = await scene.listen()
    const client = await connect(listened)
    await scene.passUntil(60)
    const asked = await scene.listen()
    for (const minutes of numbersBelow(99)) {
      await scene.passUntil(120 + minutes)
      await scene.listen()
    }
    await scene.happen()

    await vi.waitFor(() => expect(contentsOf(client.events)).toEqual(scene.happened))
    expect(await asked.poll({ dont_block: true })).toMatchObject(isGone)
    const ids = await scene.realm.inObject((_, state) => readShelvedQueues(state).map(({ id }) => id))
    expect(ids).toHaveLength(100)
    expect(ids).toContain(listened.queue_id)
  })

  test('do not keep the log from being deleted: they end once it has grown, before the day is over', async () => {
    const scene = await Scene.begin()
    const { realm, grace } = scene
    const [abandoned, repeated] = [await scene.listen(604_800), await scene.listen(604_800)]
    const kept = await scene.listen(604_800)
    // The daily work of a new organization is done by then.
    await scene.passUntil(3600)
    await seedEvents(grace, 100, 1000)
    await raiseCounters(realm, { logged: 50_001 })
    const before = await eventsOf(realm)
    expect(before).toBeGreaterThanOrEqual(100)
    expect(await kept.events()).toHaveLength(100)
    expect(await kept.events()).toEqual([])
    // Whoever asks again and again and acknowledges nothing keeps the log as well.
    expect((await repeated.poll({ dont_block: true }))['events']).toHaveLength(100)

    await scene.happen()
    expect(contentsOf(await kept.events())).toEqual(scene.happened)
    await scene.passUntil(3700)

    for (const listener of [abandoned, repeated])
      expect(await listener.poll({ dont_block: true })).toMatchObject(isGone)
    expect(await eventsOf(realm)).toBeLessThan(10)
    expect(await kept.events()).toEqual([])
  })
})
