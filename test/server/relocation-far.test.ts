/** An organization moves to another database and back, while people far away read from replicas that lag (decisions 43 and 53). */
import { env } from 'cloudflare:workers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { newRealm, password, request, type Person, type TestRealm } from '../kit'
import { FarReader } from '../kit/far-reader'
import { LaggingDatabase, prepareReplicas } from '../kit/lagging-database'
import type { Listener } from '../kit/listener'
import { randomFrom } from '../kit/random'
import { askToRelocate, switchesDatabase, ringUntilPhase } from '../kit/relocations'
import { addSecondDatabase } from '../kit/second-database'

const { DB: first } = env
const seed = Number(env.PROPERTY_SEED || Date.now() % 1_000_000)
const random = randomFrom(seed)
const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!

/** The client of all messages in the former database after the switch, so that whoever reads there is found out. */
const formerClient = 'former database'

interface Copies {
  readonly name: 'DB' | 'DB_2'
  readonly all: readonly D1Database[]
  readonly lagging: LaggingDatabase
}

const tickMs = 25
let clock: ReturnType<typeof setInterval> | null = null
let databases: Copies[]
let realm: TestRealm
const times = { step: 0, switch: Infinity }
const nextStep = (): number => (times.step += 1)

beforeAll(async () => {
  const second = await addSecondDatabase()
  const copies = [
    [first, env.REPLICA_B, env.REPLICA_C],
    [second, env.REPLICA_D, env.REPLICA_E],
  ] as const
  for (const [, ...replicas] of copies) await prepareReplicas(replicas)
  databases = copies.map(([primary, ...replicas], index) => ({
    name: index === 0 ? 'DB' : 'DB_2',
    all: [primary, ...replicas],
    lagging: new LaggingDatabase(primary, random, replicas),
  }))
  const [directory, other] = databases.map(({ lagging }) => lagging)
  directory!.onBatch = async (texts) => {
    if (switchesDatabase(texts)) await leaveMarks()
  }
  Object.assign(env, { DB: directory, DB_2: other, READ_REPLICAS: 'weur', RATE_LIMITS: 'off' })
  Object.assign(env, { QUOTA_OBJECT_REQUESTS: 'off', QUOTA_ROWS_WRITTEN: 'off' })
  Object.assign(env, { QUOTA_ROWS_READ: 'off', QUOTA_OBJECT_ROWS_WRITTEN: 'off' })
  realm = await newRealm()
  // The kit would delete them in the first database only.
  realm.keepsNotices = true
})

// The clock never goes back, because isolates remember places until a time.
afterAll(() => {
  clearInterval(clock ?? undefined)
  vi.useRealTimers()
  env.DB = first
  env.DB_2 = databases[1]!.all[0]!
  delete env.READ_REPLICAS
})

/** Marks the rows of the database that the realm has just left, in all copies. */
async function leaveMarks(): Promise<void> {
  const { source } = (await first
    .prepare('select source from relocation where realm_id = ?')
    .bind(realm.id)
    .first<{ source: string }>())!
  for (const database of databases.find(({ name }) => name === source)!.all)
    await database
      .prepare('update message set client = ?1 where id > (?2 - 1) * 4294967296 and id <= ?2 * 4294967296')
      .bind(formerClient, realm.id)
      .run()
  times.switch = nextStep()
}

/** When a message was deleted; Infinity: not yet. Times count steps of the test. */
interface Sent {
  deletionBegan: number
  deletionEnded: number
}

const messages = new Map<number, Sent>()
const counts = { reads: 0, readsAfterSwitch: 0, back: 0, afterRemoval: 0, former: 0, refusals: 0 }

/** A session of a person in a place, with its own queue. People know what any of their devices has sent. */
class Device {
  private readonly seen = new Set<number>()

  private constructor(
    private readonly reader: FarReader,
    private queue: Listener,
    private readonly own: Set<number>,
  ) {}

  static async begin(person: Person, place: FarReader['place'], own: Set<number>): Promise<Device> {
    const { api_key } = await request(person.realm.host, 'POST', '/fetch_api_key', {
      params: { username: person.email, password },
    })
    const reader = new FarReader(person, place, api_key as string)
    return new Device(reader, await reader.listen(), own)
  }

  async listenAgain(): Promise<void> {
    this.queue = await this.reader.listen()
  }

  async act(): Promise<void> {
    const dice = random()
    if (dice < 0.65) await this.read()
    else if (dice < 0.8) await this.send()
    else if (dice < 0.93) await this.hear()
    else await erase()
  }

  private async read(): Promise<void> {
    const began = nextStep()
    const expected = [...this.seen, ...this.own]
    const answer = await this.reader.get('/messages', {
      anchor: 'newest',
      // The object answers larger pages.
      num_before: 100,
      num_after: 0,
      narrow: [['stream', 'harbour']],
    })
    const page = answer['messages'] as { id: number; client: string }[]
    const ids = new Set(page.map(({ id }) => id))
    counts.reads += 1
    if (began > times.switch) {
      counts.readsAfterSwitch += 1
      if (page.some(({ client }) => client === formerClient)) counts.former += 1
    }
    const oldest = Math.min(...ids)
    for (const id of expected)
      if (id >= oldest && messages.get(id)!.deletionBegan === Infinity && !ids.has(id)) counts.back += 1
    for (const id of ids) {
      const sent = messages.get(id)
      if (sent === undefined) continue
      if (sent.deletionEnded < began) counts.afterRemoval += 1
      this.seen.add(id)
    }
  }

  private async send(): Promise<void> {
    const params = { type: 'stream', to: 'harbour', topic: 'tides', content: `${nextStep()}` }
    const answer = await this.reader.ask('POST', '/messages', params)
    if (answer.status !== 200) {
      counts.refusals += 1
      return
    }
    const id = answer['id'] as number
    messages.set(id, { deletionBegan: Infinity, deletionEnded: Infinity })
    this.own.add(id)
  }

  /** After an event, each read must have what it told of. */
  async hear(): Promise<void> {
    for (const { message } of await this.queue.events('message')) {
      const id = message.id as number
      if (messages.has(id)) this.seen.add(id)
    }
  }
}

async function erase(): Promise<void> {
  const open = [...messages].filter(([, { deletionBegan }]) => deletionBegan === Infinity)
  if (open.length < 5) return
  const [id, sent] = pick(open)
  sent.deletionBegan = nextStep()
  const { status } = await realm.owner.ask('DELETE', `/messages/${id}`)
  if (status === 200) sent.deletionEnded = nextStep()
  else counts.refusals += 1
}

/** Lets all devices do something at the same time, beside `work`, and waits for all of it. */
const beside = async (
  devices: readonly Device[],
  work: () => Promise<unknown> = () => Promise.resolve(),
): Promise<void> => {
  await Promise.all([work().catch(() => undefined), ...devices.map((device) => device.act())])
}

/** From the first call on, time goes on from where it is set, as leases need. */
function passTime(ms: number): void {
  vi.setSystemTime(Date.now() + ms)
  clock ??= setInterval(() => vi.setSystemTime(Date.now() + tickMs), tickMs)
}

test(
  `nobody sees time go back, and nobody reads the former database after the switch (seed ${seed})`,
  { timeout: 240_000 },
  async () => {
    const people = await Promise.all(['ada', 'ben'].map((name) => realm.user(name)))
    await realm.stream('harbour', realm.owner, ...people)
    const devices: Device[] = []
    for (const person of people) {
      const own = new Set<number>()
      for (const place of ['oc', 'sam'] as const) devices.push(await Device.begin(person, place, own))
    }
    for (const [target, index] of [
      ['DB_2', 1],
      ['DB', 0],
    ] as const) {
      await askToRelocate(realm, { database: target })
      for (let alarm = 1; alarm <= 15; alarm += 1) await beside(devices, () => realm.ringAlarm())
      // A queue of which nobody has asked for so long would end.
      for (const device of devices) await device.hear()
      times.switch = Infinity
      passTime(700_000)
      for (let alarm = 1; alarm <= 60 && times.switch === Infinity; alarm += 1)
        await beside(devices, () => realm.ringAlarm())
      expect(await ringUntilPhase(realm, 'leaving')).toMatchObject({ database: target })
      expect(times.switch).toBeLessThan(Infinity)

      const { reads } = databases[index]!.lagging
      const before = { ...reads }
      for (let round = 1; round <= 60; round += 1) await beside(devices)
      expect(counts, `seed ${seed}`).toMatchObject({ back: 0, afterRemoval: 0, former: 0 })
      // People read from replicas that lag, there, too.
      expect(reads.stale - before.stale, JSON.stringify({ before, reads })).toBeGreaterThan(20)

      // So that it can go back.
      for (const device of devices) await device.hear()
      passTime(100_000_000)
      await ringUntilPhase(realm, null, 400)
      await Promise.all(devices.map((device) => device.listenAgain()))
    }
    expect(counts.readsAfterSwitch).toBeGreaterThan(200)
    // oxlint-disable-next-line no-console -- the numbers of a run
    console.log(JSON.stringify({ seed, ...counts, databases: databases.map(({ lagging }) => lagging.reads) }))
  },
)
