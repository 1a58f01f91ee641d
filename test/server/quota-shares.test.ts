import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { DayShares } from '../../src/core/turn/day-shares'
import { ofPool, ofPooledShare, ofShare, sharedCounters, yearBytesOf } from '../../src/core/turn/share-limits'
import { counters, databaseQuota, quotaOf, type Counter } from '../../src/core/usage/quotas'
import { pretendUse, readStoredPool, readStoredShare } from '../kit/day-shares'
import { newRealm, reach, type Person, type TestRealm } from '../kit'
import { bring, plainMail } from '../kit/incoming-mail'
import { joinRealm, createLinkKey } from '../kit/joining'
import { seed } from '../kit/seeded-messages'
import { connect, credentialsOf, upgrade } from '../kit/socket-client'
// The settings of a deployment, without what tests set for themselves.
import settings from '../../wrangler.toml?raw'

/** Variables as `wrangler.toml` has them. */
const deployed = Object.fromEntries(
  [...settings.matchAll(/^([A-Z_]+) = "(\w+)"$/gm)].map(([, name, value]) => [name, value]),
) as unknown as Env

const minutesADay = 24 * 60

/** Counts are stored some seconds later. */
const lag = { timeout: 10_000 }

const message = { type: 'stream', to: 'harbour', topic: 'tides', content: 'high' }

const maxPerDay = (perMinute: string) => Number(perMinute) * minutesADay

describe('every quota of the plan', () => {
  /** Quotas without a share, each with the reason why one person cannot take it from the others. */
  const withoutShare: Partial<Record<Counter, () => boolean>> = {
    // Requests count before the Worker sees them, refused or not, and anybody can make them without an account.
    worker_requests: () =>
      Number(deployed.ANONYMOUS_REQUESTS_PER_MINUTE) * minutesADay > quotaOf(deployed, 'worker_requests')!,
    // An object that is awake for the whole day uses less.
    object_gb_seconds: () => minutesADay * 60 * 0.128 < quotaOf(deployed, 'object_gb_seconds')!,
  }

  test.each(counters)('%s has a share for one person that leaves most of it to others', (counter) => {
    const exception = withoutShare[counter]
    if (exception !== undefined) return expect(exception()).toBe(true)
    const quota = quotaOf(deployed, counter)!
    const share = ofShare(deployed, counter as never)
    expect(share).toBeGreaterThan(0)
    expect(share).toBeLessThanOrEqual(quota / 5)
    // Somebody with their bots and twenty newcomers of their making leave half of it, and a quarter of what newcomers may use.
    const newcomers = 20 * ofPooledShare(deployed, counter as never)
    expect(share + newcomers).toBeLessThanOrEqual(quota / 2)
    expect(newcomers).toBeLessThanOrEqual((3 / 4) * ofPool(deployed, counter as never))
  })

  test('is what the shares count, and bytes of text', () => {
    const shared = counters.filter((counter) => withoutShare[counter] === undefined)
    expect(sharedCounters.toSorted()).toEqual([...shared, 'bytes_written'].toSorted())
  })

  test('is guarded by its share where the limits of a minute would use it up in a day', () => {
    const { REQUESTS_PER_MINUTE, POLLS_PER_MINUTE, FILES_PER_MINUTE } = deployed
    for (const [used, counter] of [
      [maxPerDay(REQUESTS_PER_MINUTE), 'object_requests'],
      [maxPerDay(POLLS_PER_MINUTE!), 'object_requests'],
      [maxPerDay(FILES_PER_MINUTE!), 'r2_reads'],
      [maxPerDay(REQUESTS_PER_MINUTE), 'r2_writes'],
      [maxPerDay(REQUESTS_PER_MINUTE) * 1250, 'rows_read'],
      [maxPerDay(REQUESTS_PER_MINUTE), 'rows_written'],
    ] as const) {
      expect(used, counter).toBeGreaterThan(quotaOf(deployed, counter)!)
      expect(ofShare(deployed, counter), counter).toBeLessThanOrEqual(quotaOf(deployed, counter)! / 5)
    }
  })

  test('of the database has a share in a year', () => {
    expect(yearBytesOf(deployed, 'share')).toBeLessThanOrEqual(databaseQuota(deployed)! / 4)
    expect(yearBytesOf({ ...deployed, MIB_WRITTEN_PER_YEAR: '10' }, 'share')).toBe(10 * 1024 * 1024)
    expect(yearBytesOf({ ...deployed, MIB_WRITTEN_PER_YEAR: 'off' }, 'pool')).toBe(Infinity)
  })
})

const requestsOfDay = ofShare(env, 'object_requests')

async function harbour() {
  const realm = await newRealm()
  const [ada, ben] = [await realm.user('ada'), await realm.user('ben')]
  const stream = await realm.stream('harbour', ada, ben)
  return { realm, ada, ben, stream }
}

/** Requests that the realm's object counted today. */
const objectRequests = (realm: TestRealm): Promise<number> =>
  realm.inObject((object) => {
    const { usage } = object as unknown as {
      usage: { meter: { report: () => { today: { totals: Record<string, number> } } } }
    }
    return usage.meter.report().today.totals['object_requests'] ?? 0
  })

describe('requests to the object', () => {
  test('are counted for whoever makes them, and messages on sockets as a twentieth', async () => {
    const { ada } = await harbour()
    const requests = () =>
      ada.realm.inObject((object) => {
        const { shares } = object as unknown as { shares: DayShares }
        return shares.of(ada.id).object_requests ?? 0
      })
    const client = await connect(await ada.listen())
    const before = await requests()

    for (let index = 0; index < 10; index += 1) client.acknowledge(-1)

    await expect.poll(requests, lag).toBeCloseTo(before + 0.5)
    await ada.post('/messages', message)
    await expect.poll(requests, lag).toBeCloseTo(before + 1.5)
  })

  test('end for the day with the share: sockets close, new ones are refused, and others do not notice', async () => {
    const { ada, ben } = await harbour()
    const [listener, other] = [await ada.listen(), await ben.listen()]
    await pretendUse(ada, { object_requests: requestsOfDay - 1.2 })
    const [client, neighbour] = [await connect(listener), await connect(other)]

    for (let index = 0; index < 10; index += 1) client.acknowledge(-1)

    expect(await client.closedWith()).toBe(4429)
    const { queue_id, last_event_id } = listener
    const refusal = await upgrade(ada, { queue_id, last_event_id }, credentialsOf(ada))
    expect(refusal.status).toBe(429)
    expect(await refusal.json()).toMatchObject({ code: 'RATE_LIMIT_HIT', used_up: 'object_requests' })
    expect(await ada.ask('POST', '/messages', message)).toMatchObject({ status: 429, used_up: 'object_requests' })
    expect((await neighbour.ask('POST /messages', message)).result).toBe('success')
    await ben.post('/messages', message)
  })

  test('that were refused wake the object a few times in a minute at most, and reading goes on', async () => {
    const { realm, ada } = await harbour()
    await pretendUse(ada, { object_requests: requestsOfDay })
    await ada.ask('POST', '/messages', message)
    const before = await objectRequests(realm)

    const answers = await Promise.all(Array.from({ length: 30 }, () => ada.ask('POST', '/messages', message)))

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([429]))
    expect((await objectRequests(realm)) - before).toBeLessThanOrEqual(3)
    await ada.get('/messages', { num_before: 1, num_after: 0 })
  })

  test('end a danger also when the share is used up', async () => {
    const { ada } = await harbour()
    await pretendUse(ada, { object_requests: requestsOfDay })

    expect(await ada.post('/users/me/api_key/regenerate')).toMatchObject({ api_key: expect.any(String) })
  })
})

describe('rows that the Worker reads', () => {
  test('are counted by the object, which remembers them', async () => {
    const { ada, stream } = await harbour()
    await seed(ada, 1500, stream.id)

    for (let page = 0; page < 40; page += 1) await ada.messages([], { num_before: 200 })

    await expect.poll(async () => (await readStoredShare(ada))?.rows_read ?? 0, lag).toBeGreaterThanOrEqual(5000)
  })

  test('are refused by every part of the Worker soon after the object has counted enough', async () => {
    const { ada, ben, stream } = await harbour()
    await seed(ada, 1500, stream.id)
    // As if another part of the Worker had read for her.
    await pretendUse(ada, { rows_read: Number(env.ROWS_READ_PER_DAY) })
    let answer = await ada.ask('GET', '/messages', { num_before: 200, num_after: 0, anchor: 'newest' })

    for (let page = 0; page < 60 && answer.status === 200; page += 1)
      answer = await ada.ask('GET', '/messages', { num_before: 200, num_after: 0, anchor: 'newest' })

    expect(answer).toMatchObject({ status: 429, used_up: 'rows_read' })
    await ben.messages()
  })

  test('are refused at once where the object reads them', async () => {
    const { ada } = await harbour()
    await ada.post('/messages', message)
    await pretendUse(ada, { rows_read: Number(env.ROWS_READ_PER_DAY) })
    // After it slept, the object knows whose key it is when somebody used it.
    await ada.post('/messages', message)

    expect(await ada.ask('GET', '/users')).toMatchObject({ status: 429, used_up: 'rows_read' })
  })
})

const upload = (person: Person) => person.upload('POST', '/user_uploads', [new File(['low'], 'tide.txt')])

describe('files', () => {
  afterEach(() => {
    delete (env as Partial<Env>).QUOTA_R2_READS
    delete (env as Partial<Env>).QUOTA_R2_WRITES
  })

  test('are opened and stored as often as the share of a day allows, and by others all the same', async () => {
    const { realm, ada, ben } = await harbour()
    const uri = (await upload(ada))['uri'] as string
    const open = async (person: Person) => {
      const response = await reach(realm.host, uri, { headers: { Authorization: person.authorization } })
      await response.arrayBuffer()
      return response.status
    }
    Object.assign(env, { QUOTA_R2_READS: '10', QUOTA_R2_WRITES: '20' })

    expect([await open(ada), await open(ada), await open(ada)]).toEqual([200, 200, 429])
    await ben.post('/messages', { ...message, content: `[tide](${uri})` })
    const uploads = [await upload(ada), await upload(ada), await upload(ada), await upload(ada)]

    expect(uploads.map(({ status }) => status)).toEqual([200, 200, 200, 429])
    expect(uploads[3]).toMatchObject({ used_up: 'r2_writes' })
    expect((await upload(ben)).status).toBe(200)
  })
})

describe('newcomers', () => {
  test('together have a part of the day, beside a share for each', async () => {
    const { realm, ada } = await harbour()
    const [nora, paul] = [
      await joinRealm(realm, 'nora', await createLinkKey(realm.owner)),
      await joinRealm(realm, 'paul', await createLinkKey(realm.owner)),
    ]
    const pool = { share: -realm.id }
    await pretendUse(nora, { rows_written: ofPool(env, 'rows_written') - 1 }, pool)

    await nora.post('/messages', { ...message, to: 'general' })
    const refusals = [await nora.ask('POST', '/messages', message), await paul.ask('POST', '/messages', message)]

    expect(refusals).toMatchObject([
      { status: 429, used_up: 'rows_written', is_pool: true },
      { status: 429, used_up: 'rows_written', is_pool: true },
    ])
    expect(refusals[1]!.msg).toContain('Newcomers together')
    await ada.post('/messages', message)
    await realm.owner.post('/messages', { ...message, to: 'general' })
  })

  test('who have used up their own share leave the others theirs', async () => {
    const { realm } = await harbour()
    const [nora, paul] = [
      await joinRealm(realm, 'nora', await createLinkKey(realm.owner)),
      await joinRealm(realm, 'paul', await createLinkKey(realm.owner)),
    ]
    await pretendUse(nora, { object_requests: requestsOfDay })

    const refusal = await nora.ask('POST', '/messages', { ...message, to: 'general' })

    expect(refusal).toMatchObject({ status: 429, used_up: 'object_requests' })
    expect(refusal).not.toHaveProperty('is_pool')
    expect(refusal.msg).toContain('vouched')
    await paul.post('/messages', { ...message, to: 'general' })
  })

  test('are counted for each and for all, from the rows of their accounts on', async () => {
    const { realm } = await harbour()
    const nora = await joinRealm(realm, 'nora', await createLinkKey(realm.owner))
    const pool = async () => (await readStoredPool(realm))?.rows_written ?? 0
    await expect.poll(pool, lag).toBeGreaterThanOrEqual(4)
    const afterJoining = await pool()
    await nora.post('/messages', { ...message, to: 'general' })

    await expect.poll(async () => (await readStoredShare(nora))?.rows_written ?? 0, lag).toBeGreaterThanOrEqual(4)
    await expect.poll(pool, lag).toBeGreaterThanOrEqual(afterJoining + 4)
  })

  test('cannot post by mail once all of them have used up the day', async () => {
    const { realm, ada } = await harbour()
    const nora = await joinRealm(realm, 'nora', await createLinkKey(realm.owner))
    const { stream_id } = await ada.get('/get_stream_id', { stream: 'general' })
    const addressOf = async (person: Person) =>
      (await person.post(`/streams/${String(stream_id)}/email_address`))['email'] as string
    const [ofNora, ofAda] = [await addressOf(nora), await addressOf(ada)]
    expect(await bring(ofNora, plainMail('High'))).toBeNull()
    await pretendUse(nora, { rows_written: ofPool(env, 'rows_written') }, { share: -realm.id })

    expect(await bring(ofNora, plainMail('Higher'))).toContain('has used what it may in a day')
    expect(await bring(ofAda, plainMail('Low'))).toBeNull()
  })

  test('may post fewer mails in a day than others', async () => {
    const { realm, ada } = await harbour()
    const nora = await joinRealm(realm, 'nora', await createLinkKey(realm.owner))
    const { stream_id } = await ada.get('/get_stream_id', { stream: 'general' })
    const reasonsAfter29Mails = async (person: Person) => {
      const to = (await person.post(`/streams/${String(stream_id)}/email_address`))['email'] as string
      await realm.inObject((_, { storage }) => {
        const day = 86_400
        const key = `mail for ${person.id} in ${day}`
        storage.sql.exec('insert into attempts (key, ends, amount) values (?, ?, 29)', key, Date.now() / 1000 + day)
      })
      return [await bring(to, plainMail('High')), await bring(to, plainMail('Low'))]
    }

    expect(await reasonsAfter29Mails(nora)).toEqual([null, 'Too many mails came today: send it again tomorrow.'])
    expect(await reasonsAfter29Mails(ada)).toEqual([null, null])
  })
})

test('what somebody writes in a year is a part of the database', async () => {
  const { ada, ben } = await harbour()
  await pretendUse(ada, { bytes_of_month: yearBytesOf(env, 'share') })

  expect(await ada.ask('POST', '/messages', message)).toMatchObject({
    status: 429,
    msg: expect.stringContaining('year'),
  })

  await ben.post('/messages', message)
  const yearLater = Math.floor(Date.now() / 86_400_000) - 400
  await pretendUse(ada, { bytes_of_month: yearBytesOf(env, 'share') }, { day: yearLater })
  await ada.post('/messages', message)
})

test('a report of what isolates counted is added up', async () => {
  const { realm, ada } = await harbour()
  const stub = env.REALM.getByName(String(realm.id)) as unknown as { report: (call: object) => Promise<string> }
  const report = { [ada.id]: { rows_read: 1000 } }

  const readReported = async () =>
    (JSON.parse(await stub.report({ report })) as Record<number, { rows_read: number }>)[ada.id]!.rows_read
  const first = await readReported()

  expect(await readReported()).toBe(first + 1000)

  await vi.waitFor(async () => expect((await readStoredShare(ada))?.rows_read).toBe(first + 1000), lag)
})
