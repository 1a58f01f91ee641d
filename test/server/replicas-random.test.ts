import { env } from 'cloudflare:workers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newRealm, password, request, type Person, type TestRealm } from '../kit'
import { FarReader } from '../kit/far-reader'
import { LaggingDatabase, prepareReplicas } from '../kit/lagging-database'
import type { Listener } from '../kit/listener'
import { randomFrom } from '../kit/random'

const { DB: primary } = env
const seed = Number(env.PROPERTY_SEED || Date.now() % 1_000_000)
const random = randomFrom(seed)
let database: LaggingDatabase

beforeAll(async () => {
  await prepareReplicas()
  database = new LaggingDatabase(primary, random)
  env.DB = database as unknown as D1Database
  env.READ_REPLICAS = 'weur'
  // A long run does more than a few people may do in a day.
  Object.assign(env, { RATE_LIMITS: 'off', QUOTA_OBJECT_REQUESTS: 'off', QUOTA_ROWS_WRITTEN: 'off' })
  Object.assign(env, { QUOTA_ROWS_READ: 'off', QUOTA_OBJECT_ROWS_WRITTEN: 'off' })
})

afterAll(() => {
  env.DB = primary
  delete env.READ_REPLICAS
})

const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!

/** A message that somebody sent, and when it was deleted; Infinity: not yet. Times count steps of the test. */
interface Sent {
  deletionBegan: number
  deletionEnded: number
}

/** What is known of one person: what the person must see, and must not. */
class Knowledge {
  /** Messages that were sent by the person, on whatever device, or that another device saw before, by region. */
  readonly own = new Set<number>()
  /** When the person was last taken out of the private stream, and when the next way back into it began. */
  removalEnded = -1
  returnBegan = Infinity
}

/** Something that is taken from somebody again and again, who reads in two regions meanwhile. */
interface Attack {
  readonly what: string
  isUnderWay: boolean
  /** The clients of the person, with leases. */
  readonly ready: () => Promise<readonly FarReader[]>
  readonly take: () => Promise<unknown>
  readonly isThere: (reader: FarReader) => Promise<boolean>
  readonly giveBack: () => Promise<unknown>
}

/** A device: a session in a place, with its own queue, and what it has seen. */
class Device {
  readonly seen = new Set<number>()

  constructor(
    readonly reader: FarReader,
    readonly knowledge: Knowledge,
    readonly queue: Listener,
  ) {}
}

/** What each device does before the object may be lost. */
const actsOfRound = 10

let step = 0
const now = (): number => (step += 1)

test(`random people in three regions see no time go back, and nothing that was taken from them (seed ${seed})`, async () => {
  const realm = await newRealm()
  realm.keepsNotices = true
  const people = await Promise.all(['ada', 'ben', 'cai'].map((name) => realm.user(name)))
  await realm.stream('harbour', ...people)
  await realm.owner.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'cellar' }],
    invite_only: true,
    history_public_to_subscribers: true,
    principals: [realm.owner.id, ...people.map(({ id }) => id)],
  })
  // Nobody but the owner receives it, so others see it only while they are in the stream.
  await removeFromCellar(realm, people)
  const secret = await realm.owner.send('cellar', 'wine', 'secret')
  await addToCellar(realm, people)
  const devices: Device[] = []
  for (const [index, person] of people.entries()) {
    const knowledge = new Knowledge()
    for (const place of (['oc', 'sam', 'apac'] as const).slice(0, index === 0 ? 3 : 2)) {
      const reader = await device(person, place)
      devices.push(new Device(reader, knowledge, await reader.listen()))
    }
  }
  const messages = new Map<number, Sent>()
  const counts = { reads: 0, attacks: 0, back: 0, afterRemoval: 0 }

  const see = async (one: Device): Promise<void> => {
    const began = now()
    const must = new Set([...one.seen, ...one.knowledge.own])
    const ids = new Set(await one.reader.messageIds([['stream', 'harbour']]))
    counts.reads += 1
    const oldest = Math.min(...ids)
    for (const id of must) {
      const sent = messages.get(id)!
      if (id >= oldest && !ids.has(id) && sent.deletionBegan === Infinity) counts.back += 1
    }
    for (const id of ids) {
      const sent = messages.get(id)
      if (sent === undefined) continue
      if (sent.deletionEnded < began) counts.afterRemoval += 1
      one.seen.add(id)
    }
  }
  const peek = async (one: Device): Promise<void> => {
    const began = now()
    const { removalEnded } = one.knowledge
    const { status } = await one.reader.ask('GET', `/messages/${secret}`)
    counts.reads += 1
    const isOut = removalEnded !== -1 && removalEnded < began && one.knowledge.returnBegan === Infinity
    if (isOut && status === 200) counts.afterRemoval += 1
  }
  const send = async (one: Device): Promise<void> => {
    const params = { type: 'stream', to: 'harbour', topic: 'tides', content: `${now()}` }
    const { id } = await one.reader.ask('POST', '/messages', params)
    messages.set(id as number, { deletionBegan: Infinity, deletionEnded: Infinity })
    one.knowledge.own.add(id as number)
    one.seen.add(id as number)
  }
  const erase = async (): Promise<void> => {
    const open = [...messages].filter(([, { deletionBegan }]) => deletionBegan === Infinity)
    if (open.length < 5) return
    const [id, sent] = pick(open)
    sent.deletionBegan = now()
    await realm.owner.delete(`/messages/${id}`)
    sent.deletionEnded = now()
  }
  const hear = async (one: Device): Promise<void> => {
    for (const event of await one.queue.events('message')) {
      const id = event['message']['id'] as number
      if (messages.has(id)) one.seen.add(id)
    }
  }
  const banish = async (): Promise<void> => {
    const one = pick(devices)
    const { knowledge, reader } = one
    if (knowledge.removalEnded !== -1) return
    knowledge.removalEnded = Infinity
    await removeFromCellar(realm, [reader.person])
    knowledge.removalEnded = now()
    for (const other of devices) if (other.knowledge === knowledge) await Promise.all([peek(other), peek(other)])
    knowledge.returnBegan = now()
    await addToCellar(realm, [reader.person])
    Object.assign(knowledge, { removalEnded: -1, returnBegan: Infinity })
  }
  const attacks = await attacksOn(realm)
  const attack = async (): Promise<void> => {
    const one = pick(attacks)
    if (one.isUnderWay) return
    one.isUnderWay = true
    const readers = await one.ready()
    for (const reader of readers) expect(await one.isThere(reader), one.what).toBe(true)
    await one.take()
    const seen = await Promise.all([...readers, ...readers].map((reader) => one.isThere(reader)))
    counts.reads += readers.length + seen.length
    counts.attacks += 1
    counts.afterRemoval += seen.filter(Boolean).length
    await one.giveBack()
    one.isUnderWay = false
  }
  const wanted = Number(env.REPLICA_READS)
  const actions: readonly [weight: number, act: (one: Device) => Promise<void>][] = [
    [60, see],
    [20, peek],
    [8, send],
    [6, hear],
    [3, erase],
    [2, banish],
    [1, attack],
  ]
  const total = actions.reduce((sum, [weight]) => sum + weight, 0)
  const choose = (): ((one: Device) => Promise<void>) => {
    let rest = random() * total
    return actions.find(([weight]) => (rest -= weight) < 0)![1]
  }
  const act = async (one: Device): Promise<void> => {
    for (let acts = 0; acts < actsOfRound; acts += 1) await choose()(one)
  }
  while (counts.reads < wanted) {
    await Promise.all(devices.map(act))
    if (random() < 0.3) await realm.evict()
  }

  expect(counts).toMatchObject({ back: 0, afterRemoval: 0 })
  expect(database.reads.stale).toBeGreaterThan(wanted / 20)
  // oxlint-disable-next-line no-console -- the numbers of a long run
  console.log(JSON.stringify({ seed, ...counts, ...database.reads }))
}, 3_600_000)

async function device(person: Person, place: FarReader['place']): Promise<FarReader> {
  const { api_key } = await request(person.realm.host, 'POST', '/fetch_api_key', {
    params: { username: person.email, password },
  })
  return new FarReader(person, place, api_key as string).settle(database)
}

const isAdmitted = async (reader: FarReader): Promise<boolean> => (await reader.ask('GET', '/users/me')).status === 200

const nothing = (): Promise<unknown> => Promise.resolve()

/** Attacks of every kind, each on a person of its own. */
async function attacksOn(realm: TestRealm): Promise<Attack[]> {
  const { owner } = realm
  const attackOn = async (
    what: string,
    make: (person: Person) => Pick<Attack, 'take' | 'isThere' | 'giveBack'> & { endsSessions?: boolean },
  ): Promise<Attack> => {
    const person = await realm.user(`victim-of-${what}`)
    const { endsSessions = false, ...parts } = make(person)
    if (!endsSessions) await parts.giveBack()
    const log = async () => [await device(person, 'oc'), await device(person, 'apac')]
    let readers = await log()
    const ready = async (): Promise<readonly FarReader[]> => {
      if (endsSessions) readers = await log()
      for (const reader of readers) reader.see(database.bookmark)
      return readers
    }
    return { what, isUnderWay: false, ready, ...parts }
  }
  await realm.stream('square', owner)
  const { stream_id } = await owner.get('/get_stream_id', { stream: 'square' })
  const shown = await owner.send('square', 'plans', 'for everybody')
  return Promise.all([
    attackOn('deactivation', (person) => ({
      endsSessions: true,
      take: () => realm.deactivate(person),
      isThere: isAdmitted,
      giveBack: () => owner.post(`/users/${person.id}/reactivate`),
    })),
    attackOn('ended-sessions', (person) => ({
      endsSessions: true,
      take: () => owner.delete(`/users/${person.id}/sessions`),
      isThere: isAdmitted,
      giveBack: nothing,
    })),
    attackOn('a-new-key', (person) => ({
      endsSessions: true,
      take: async () => {
        const { api_key } = await request(realm.host, 'POST', '/fetch_api_key', {
          params: { username: person.email, password },
        })
        await new FarReader(person, 'weur', api_key as string).ask('POST', '/users/me/api_key/regenerate')
      },
      isThere: isAdmitted,
      giveBack: nothing,
    })),
    attackOn('a-role', (person) => ({
      take: () => owner.patch(`/users/${person.id}`, { role: 400 }),
      isThere: async (reader) => (await reader.get('/users/me'))['is_admin'] as boolean,
      giveBack: () => owner.patch(`/users/${person.id}`, { role: 200 }),
    })),
    attackOn('a-private-stream', () => ({
      take: () => owner.patch(`/streams/${stream_id}`, { is_private: true }),
      isThere: async (reader) => (await reader.ask('GET', `/messages/${shown}`)).status === 200,
      giveBack: () => owner.patch(`/streams/${stream_id}`, { is_private: false }),
    })),
  ])
}

const removeFromCellar = (realm: TestRealm, people: readonly Person[]) =>
  realm.owner.delete('/users/me/subscriptions', {
    subscriptions: ['cellar'],
    principals: people.map(({ id }) => id),
  })

const addToCellar = (realm: TestRealm, people: readonly Person[]) =>
  realm.owner.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'cellar' }],
    principals: people.map(({ id }) => id),
  })
